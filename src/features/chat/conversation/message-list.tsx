import { ArrowDown } from "lucide-react";
import { Fragment, type ReactElement, type Ref, useImperativeHandle } from "react";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { modelLabel } from "#features/chat/data/message-rules.ts";
import { MemoryLine } from "#features/chat/details/memory-line.tsx";
import { JointAnswers } from "#features/chat/messages/joint-answers.tsx";
import type { Joint } from "#features/chat/messages/joint-rules.ts";
import type { MessageHandlers } from "#features/chat/messages/message-actions.tsx";
import { MessageItem } from "#features/chat/messages/message-item.tsx";
import { DayLine } from "#features/chat/messages/message-time.tsx";
import type { Row } from "#features/chat/messages/row-rules.ts";
import { dayBetween } from "#features/chat/messages/time-rules.ts";
import { COLUMN, PANE } from "#features/chat/text/message-frame.tsx";
import { serverTime } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Painted, usePainted } from "#ui/painted.ts";
import { newestFilling, writerIn } from "./conversation-rules.ts";
import { Quote } from "./late-quote.tsx";
import { useShowNamed } from "./named-message.ts";
import { QueuedMessages } from "./queued-messages.tsx";
import type { ChatActions } from "./use-chat-actions.ts";
import type { OpenedChat } from "./use-conversation.ts";
import { usePaneFocus } from "./use-pane-focus.ts";
import { useReadingPosition } from "./use-reading-position.ts";

/** Messages fade under the header and the composer, or a notice above it: moved, so that nothing counts as shifted. */
const FADES =
  "before:pointer-events-none before:absolute before:inset-x-0 before:top-0 before:z-10 before:h-6 low:before:h-2 before:bg-linear-to-b before:from-surface before:to-transparent after:pointer-events-none after:absolute after:inset-x-0 after:bottom-0 after:z-10 after:h-10 low:after:h-4 after:-translate-y-(--notice-room) after:bg-linear-to-t after:from-surface after:to-transparent forced-colors:before:hidden forced-colors:after:hidden print:before:hidden print:after:hidden";

/** What brings a reader to what they have just sent: the question to the top, or a message that waits into view. */
export type PaneHandle = {
  readonly toQuestion: (isNext: boolean) => void;
  readonly toEnd: () => void;
  /** Brings the answers to a question that were opened side by side into view. */
  readonly toJoint: (questionId: string) => void;
};

/** The region named 'Conversation': the messages, oldest first, each with its answer, whole or being written. */
export function MessageList({
  ref,
  conversation,
  actions,
  roomBelow,
  handlers,
  beginning,
}: {
  ref: Ref<PaneHandle>;
  conversation: OpenedChat;
  actions: ChatActions;
  /** The class for the room of what stands above the box, over which nothing may stand. */
  roomBelow: string;
  handlers: MessageHandlers;
  /** Stands above the first message. */
  beginning: ReactElement | null;
}) {
  const { shown, about, reads } = conversation;
  const { named, memory } = about;
  // The newest messages are what a chat is opened for: the others are drawn once these stand there.
  const isPainted = usePainted();
  const drawn =
    isPainted || named !== null ? shown.rows : newestFilling(shown.rows, window.innerHeight);
  const {
    pane,
    column,
    room,
    onTurn,
    onScroll,
    isAway,
    toQuestion,
    toEnd,
    toJoint,
    goToEnd,
    goTo,
  } = useReadingPosition(shown, drawn.length, reads.readOn);
  useShowNamed(named, pane, goTo);
  usePaneFocus(pane);
  useImperativeHandle(ref, () => ({ toQuestion, toEnd, toJoint }));
  const { rows, writing, joint, running } = shown;
  const goToNewest = () => {
    goToEnd();
    if (focusBox()) return;
    // The button disappears with the focus on it.
    const articles = pane.current?.querySelectorAll<HTMLElement>("[data-message]");
    articles?.[articles.length - 1]?.focus({ preventScroll: true });
  };
  const last = rows.at(-1)?.id;
  const now = serverTime();
  const grid = (joint: Joint, used: string | null) => (
    <JointAnswers
      joint={joint}
      comparisons={shown.comparisons.filter(({ questionId }) => questionId === joint.questionId)}
      used={used}
      isLast={joint.questionId === shown.lastQuestionId}
      handlers={handlers}
    />
  );
  return (
    <div
      className={`relative isolate flex min-h-0 flex-1 flex-col ${roomBelow} ${FADES} ${joint === null && rows.every(({ opened }) => !opened) ? "" : "after:hidden"}`}
    >
      <section
        ref={pane}
        aria-label="Conversation"
        onWheel={onTurn}
        onTouchMove={onTurn}
        onScroll={onScroll}
        className={PANE}
      >
        <div ref={column} className="@container">
          <div className={COLUMN}>
            {beginning !== null && <div className="contents">{beginning}</div>}
            {rows.length === 0 && joint === null && (
              <h2 className="py-[20vh] text-center text-[1.75rem] leading-tight font-semibold tracking-tight sm:text-4xl">
                {`What would you like to ask ${modelLabel(handlers.nextModel) ?? "the assistant"}?`}
              </h2>
            )}
            <Painted value={isPainted}>
              {drawn.flatMap((row, index) =>
                [
                  dayBefore(row, drawn[index - 1], now),
                  row.id === memory?.from && (
                    <MemoryLine key={`memory ${row.id}`} modelName={memory.modelName} />
                  ),
                  row.opened ? (
                    <Fragment key={row.id}>{grid(row.opened, row.id)}</Fragment>
                  ) : (
                    <MessageItem
                      key={row.id}
                      row={row}
                      isTabStop={row.id === last}
                      isNamed={row.id === named?.id}
                      isShort={row.id === joint?.questionId || drawn[index + 1]?.opened != null}
                      handlers={handlers}
                    />
                  ),
                ].concat(
                  writing
                    .filter(({ answer }) => answer.questionId === row.id)
                    .map((each) => (
                      <MessageItem
                        key={each.answer.id}
                        writing={each}
                        hasStop={running.length > 1 && !each.answer.isStopping}
                        handlers={handlers}
                      />
                    )),
                ),
              )}
              {joint !== null && grid(joint, null)}
            </Painted>
            <QueuedMessages isFirst={rows.length === 0} actions={actions} />
          </div>
        </div>
        <div ref={room} className="print:hidden" />
      </section>
      <Quote writerOf={(id) => writerIn(shown, id)} />
      {isAway && (
        <Button
          size="icon"
          aria-label="Jump to newest"
          onClick={() => void actions.onNewest().then(goToNewest)}
          className="absolute bottom-3 left-1/2 z-20 -translate-x-1/2 low:right-4 low:bottom-1 low:left-auto low:translate-x-0 -translate-y-[var(--notice-room,0px)] animate-appear shadow-raised print:hidden"
        >
          <ArrowDown aria-hidden="true" className="size-4" />
        </Button>
      )}
    </div>
  );
}

/** The line of a day, where a row is of another one than the row above. */
function dayBefore({ id, createdAt }: Row, above: Row | undefined, now: number) {
  const day = above && dayBetween(above.createdAt, createdAt, now);
  return day != null && <DayLine key={`day ${id}`} day={day} />;
}
