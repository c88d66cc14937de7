import { Maximize2, Minimize2, Scale } from "lucide-react";
import {
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { StopButton } from "#features/chat/composer/stop-button.tsx";
import { ANSWERS_AT_MOST } from "#features/chat/models/answer-choice-rules.ts";
import { messagesLeft } from "#features/chat/models/messages-left-store.ts";
import { useLimitTime } from "#features/chat/models/use-limit-time.ts";
import { eachLine, TEXT, Thinking } from "#features/chat/text/message-frame.tsx";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { canStop } from "#features/chat/turns/answer-rules.ts";
import { arrivingText } from "#features/chat/turns/answers.ts";
import { useStore } from "#lib/store.ts";
import { MODEL_IDS, MODEL_LABELS } from "#models";
import { Button, buttonClass } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { isRunning, isStored } from "./answers-rules.ts";
import { Note } from "./assistant-text.tsx";
import { compareNote, withoutRetried } from "./comparison-rules.ts";
import { FailureNote } from "./failure-note.tsx";
import { type Joint, type JointPart, stateOf } from "./joint-rules.ts";
import { keepLine } from "./keep-line.ts";
import { AboutReply, Comparisons } from "./late-comparison.tsx";
import { MessageActions, type MessageHandlers } from "./message-actions.tsx";
import { MessageTime, timeIdOf } from "./message-time.tsx";
import { type Comparison, rowOf } from "./row-rules.ts";

/** How many pixels more than its place a text may be high before 'Expand' is offered. */
const HIDDEN_PX = 8;

/** In columns, a card has its name above the text and its buttons below; two by two both stand in one row, to save height. */
const CARD =
  "group flex min-w-0 flex-col rounded-lg border bg-surface outline-offset-2 focus-visible:outline-2 focus-visible:outline-primary @min-[40rem]:grid @min-[40rem]:grid-cols-[auto_1fr] @min-[40rem]:grid-rows-[auto_minmax(0,1fr)_auto] @min-[68.75rem]:flex";
/** So high that all cards are seen together with a question of one line. */
const IN_PANE = "joint-card print:h-auto print:max-h-none";

/**
 * Several answers to one question side by side: four in a row in a wide pane, two in others, and on phones one under tabs.
 * Each scrolls for itself until 'Expand' is pressed.
 */
export function JointAnswers({
  joint: { questionId, parts },
  comparisons,
  used,
  isLast,
  handlers,
}: {
  joint: Joint;
  /** What models wrote and write about them, or about one of them, the newest last. */
  comparisons: readonly Comparison[];
  /** The answer that was chosen, where these were opened again; null while none is. */
  used: string | null;
  /** Whether the conversation has not gone on, so that one of them can be chosen. */
  isLast: boolean;
  handlers: MessageHandlers;
}) {
  const [chosenTab, setTab] = useState(used ?? parts[0]?.answerId);
  const [isExpanded, setExpanded] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const hasMore = useHasMore(grid);
  const hasTabs = useHasTabs(grid);
  useSteadyHeight(grid);
  const shown = withoutRetried(comparisons);
  const compared = shown.filter(({ compares }) => compares.length > 1);
  const failedParts = parts.filter(({ failed }) => failed && !failed.stopped);
  const retry = ({ answerId }: JointPart) => handlers.onRetry(questionId, answerId);
  const panels = useId();
  const panelOf = (answerId: string) => `${panels}${answerId}`;
  const tab = parts.some(({ answerId }) => answerId === chosenTab) ? chosenTab : parts[0]?.answerId;
  return (
    <div
      ref={grid}
      data-joint={questionId}
      className={`${used === null ? "" : "[--back:2.5rem] pointer-coarse:[--back:3.25rem]"} [article:has([data-second-line])+&]:[--second-line:1.5rem] mx-[calc(50%-min(50cqi-1rem,36rem))] relative -mt-2 grid gap-2 @min-[40rem]:grid-cols-2 @min-[68.75rem]:mx-[calc(50%-min(50cqi-1rem,60rem))] @min-[68.75rem]:grid-cols-4`}
    >
      <CompareMenu
        {...{ questionId, parts, handlers }}
        isFull={comparisons.length >= ANSWERS_AT_MOST}
      />
      {compared.length > 0 && <Comparisons comparisons={compared} handlers={handlers} />}
      {hasTabs && <Tabs {...{ parts, panelOf }} chosen={tab} onChoose={setTab} />}
      {parts.map((part) => {
        const { answer, answerId, name, failed } = part;
        const state = stateOf(part);
        const isCut = state !== "Writing" && state !== "Done";
        const running = answer !== null && isRunning(answer) ? answer : null;
        const row = answer === null || isRunning(answer) ? null : rowOf(answer);
        const failure = failed && (
          <FailureNote
            failure={failed}
            title={row === null ? "No reply" : "Unfinished"}
            onRetry={() => retry(part)}
            onRetryAll={
              part === failedParts[0] && failedParts.length > 1
                ? () => failedParts.forEach(retry)
                : undefined
            }
          >
            {row && <MessageActions {...{ row, handlers }} at="row" />}
          </FailureNote>
        );
        return (
          <section
            key={answerId}
            role={hasTabs ? "tabpanel" : undefined}
            id={panelOf(answerId)}
            aria-label={name}
            aria-describedby={row?.createdAt == null ? undefined : timeIdOf(answerId)}
            aria-busy={running !== null}
            data-message={answerId}
            tabIndex={-1}
            className={`${CARD} ${isExpanded ? "" : IN_PANE} ${answerId === used ? "border-primary" : "border-line"} ${answerId === tab ? "" : "@max-[40rem]:hidden print:flex!"}`}
          >
            <h2
              className={`sticky top-0 z-10 flex min-h-8 items-center gap-x-2 rounded-t-lg bg-surface px-4 text-sm leading-4 font-semibold @min-[40rem]:@max-[56rem]:grid @min-[40rem]:@max-[56rem]:content-center whitespace-nowrap @min-[40rem]:rounded-tr-none @min-[68.75rem]:rounded-tr-lg ${hasTabs && !isCut ? "not-print:hidden" : ""}`}
            >
              <span>{name}</span>
              {isCut && (
                <span className="text-xs leading-3.5 font-normal text-ink-muted">{state}</span>
              )}
              {row?.createdAt != null && (
                <span aria-hidden="true" className={`font-normal ${isCut ? "sr-only" : ""}`}>
                  <MessageTime id={timeIdOf(answerId)} at={row.createdAt} className="" />
                </span>
              )}
            </h2>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with the keys too */}
            <div
              data-body=""
              tabIndex={isExpanded ? undefined : 0}
              className={`col-span-full row-start-2 border-line px-4 py-2 @min-[40rem]:border-t ${isExpanded ? "" : "min-h-0 flex-1 overflow-y-auto overscroll-auto print:overflow-visible"} ${!isExpanded && hasMore.includes(answerId) ? "fades-down" : ""}`}
            >
              <CardText id={answerId} stored={row?.content} isFailed={failed !== null} />
              <div className="contents">{row === null && failure}</div>
              {row?.isStopped && <Note>You stopped this reply.</Note>}
              {shown
                .filter(({ compares }) => compares.join() === answerId)
                .map((comparison) => (
                  <AboutReply key={comparison.id} {...{ comparison, handlers }} />
                ))}
            </div>
            {row !== null && failure && (
              <div className="col-span-full row-start-3 px-4 pb-2">{failure}</div>
            )}
            <div className="sticky bottom-0 z-10 flex items-center rounded-b-lg bg-surface px-1 empty:hidden @min-[40rem]:empty:flex @min-[40rem]:top-0 @min-[40rem]:col-start-2 @min-[40rem]:row-start-1 @min-[40rem]:justify-end @min-[40rem]:rounded-none @min-[40rem]:rounded-tr-lg @min-[68.75rem]:top-auto @min-[68.75rem]:justify-start @min-[68.75rem]:rounded-none @min-[68.75rem]:rounded-b-lg @min-[68.75rem]:empty:hidden print:hidden">
              {running && canStop(running) && (
                <StopButton onStop={() => handlers.onStopOne(running)} />
              )}
              {answerId === used && <span className="px-3 text-sm text-ink-muted">Used</span>}
              {row && !failed && answerId !== used && isLast && (
                <Button
                  size="sm"
                  variant="ghost"
                  className="px-3! text-primary"
                  onClick={({ currentTarget }) =>
                    keepLine(currentTarget, () => handlers.onUse(questionId, answerId))
                  }
                >
                  Use this answer
                </Button>
              )}
              {row && !failed && <MessageActions {...{ row, handlers }} at="card" />}
              {hasMore.includes(answerId) && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={isExpanded ? "Collapse" : "Expand"}
                  title={isExpanded ? "Collapse" : "Expand"}
                  aria-expanded={isExpanded}
                  className="px-2! text-ink-muted pointer-coarse:min-w-11"
                  onClick={() => setExpanded(!isExpanded)}
                >
                  {isExpanded ? (
                    <Minimize2 aria-hidden="true" className="size-3.5" />
                  ) : (
                    <Maximize2 aria-hidden="true" className="size-3.5" />
                  )}
                </Button>
              )}
            </div>
          </section>
        );
      })}
      {used !== null && (
        <div className="col-span-full print:hidden">
          <Button size="sm" onClick={() => handlers.onShowAll(questionId)}>
            Back to one answer
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * Asks a model to compare the replies, as soon as two of them are whole. It takes no room of theirs: on phones it stands in
 * the row of the buttons, in wide panes beside the question. In the narrowest that row is full.
 */
function CompareMenu({
  questionId,
  parts,
  isFull,
  handlers,
}: {
  questionId: string;
  parts: readonly JointPart[];
  /** Whether no more can be written about them. */
  isFull: boolean;
  handlers: MessageHandlers;
}) {
  const whole = parts.flatMap(({ answer, answerId }) =>
    answer !== null && isStored(answer) && answer.stopped_at === null ? answerId : [],
  );
  const full = `${ANSWERS_AT_MOST} comparisons at most`;
  const remaining = useStore(messagesLeft(handlers.userId), (all) => all?.near ?? null);
  return (
    <div className="absolute right-1 bottom-px z-20 @max-[20rem]:static @max-[20rem]:col-span-full @min-[40rem]:static @min-[40rem]:col-span-full @min-[60rem]:absolute @min-[60rem]:right-auto @min-[60rem]:bottom-full @min-[60rem]:mb-3 flex items-center gap-3 print:hidden">
      {isFull && <span className="text-xs text-ink-muted @max-[40rem]:hidden">{full}</span>}
      <Menu
        name="Compare"
        heading="Compare with"
        note={compareNote(remaining, useLimitTime(remaining)) ?? undefined}
        align="right"
        disabledBy={isFull ? full : whole.length < 2 ? "Compare needs two complete replies" : null}
        items={MODEL_IDS.map((model) => ({
          label: MODEL_LABELS[model],
          onChoose: () => handlers.onCompare(questionId, model, whole),
        }))}
        className={buttonClass(
          { size: "sm" },
          "@max-[40rem]:gap-1.5 @max-[40rem]:px-2! @max-[40rem]:text-xs",
        )}
      >
        <Scale aria-hidden="true" className="size-3.5" />
        <span className="@min-[20rem]:@max-[22.5rem]:sr-only @min-[20rem]:@max-[25rem]:pointer-fine:sr-only">
          Compare
        </span>
      </Menu>
    </div>
  );
}

/** On phones: the models as tabs, which say who is writing and who is done. Arrow keys, Home and End choose one. */
function Tabs({
  parts,
  panelOf,
  chosen,
  onChoose,
}: {
  parts: readonly JointPart[];
  /** The id of an answer's panel. */
  panelOf: (answerId: string) => string;
  chosen: string | undefined;
  onChoose: (answerId: string) => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = parts.findIndex(({ answerId }) => answerId === chosen);
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: (at + 1) % parts.length,
      Home: 0,
      End: -1,
    };
    const place = places[event.key];
    const next = place === undefined ? undefined : parts.at(place);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.answerId);
    const tabs = event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]");
    tabs[parts.indexOf(next)]?.focus();
  };
  return (
    <div
      role="tablist"
      aria-label="Answers"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="col-span-full flex border-b border-line print:hidden"
    >
      {parts.map((part) => {
        const { answerId, name } = part;
        const state = stateOf(part);
        const mark = { Writing: "●", Done: "✓", Stopped: "■" }[state as string] ?? "!";
        return (
          <button
            key={answerId}
            type="button"
            role="tab"
            aria-label={name}
            title={state}
            aria-selected={answerId === chosen}
            aria-controls={panelOf(answerId)}
            tabIndex={answerId === chosen ? 0 : -1}
            onClick={() => onChoose(answerId)}
            className="min-h-11 flex-1 border-b-2 @max-[24rem]:flex-auto border-transparent text-xs whitespace-nowrap text-ink-muted aria-selected:border-primary aria-selected:font-semibold aria-selected:text-primary"
          >
            <span>{name}</span>{" "}
            <span
              aria-hidden="true"
              className={`@max-[24rem]:block ${mark === "●" ? "animate-shimmer text-[0.5rem]" : ""}`}
            >
              {mark}
            </span>
          </button>
        );
      })}
    </div>
  );
}

/** Whether the cards stand in one place, one at a time, and not side by side. */
function useHasTabs(grid: RefObject<HTMLElement | null>): boolean {
  const [hasTabs, setHasTabs] = useState(false);
  useLayoutEffect(() => {
    const { current } = grid;
    if (current === null) return;
    const measure = () =>
      setHasTabs(getComputedStyle(current).gridTemplateColumns.split(" ").length === 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [grid]);
  return hasTabs;
}

/** The cards follow the height of the pane beside a box of one line: not that of each line that is typed, or of a notice. */
function useSteadyHeight(grid: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const pane = grid.current?.closest("[aria-label=Conversation]");
    if (!pane) return;
    let [size, highest] = ["", 0];
    const measure = () => {
      const now = `${innerWidth} ${innerHeight}`;
      highest = Math.max(now === size ? highest : 0, pane.clientHeight);
      size = now;
      grid.current?.style.setProperty("--pane", `${highest}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(pane);
    return () => observer.disconnect();
  }, [grid]);
}

/** The answers whose texts are higher than their places. While they are expanded, those that were. */
function useHasMore(grid: RefObject<HTMLElement | null>): readonly string[] {
  const [hasMore, setHasMore] = useState<readonly string[]>([]);
  useLayoutEffect(() => {
    const bodies = [
      ...(grid.current?.querySelectorAll<HTMLElement>("[data-body][tabindex]") ?? []),
    ];
    if (bodies.length === 0) return;
    const measure = () => {
      const higher = bodies.filter((body) => body.scrollHeight - body.clientHeight > HIDDEN_PX);
      const ids = higher.map(
        (body) => body.closest<HTMLElement>("[data-message]")?.dataset["message"] ?? "",
      );
      setHasMore((before) => (String(before) === String(ids) ? before : ids));
    };
    const observer = new ResizeObserver(measure);
    for (const body of bodies) for (const each of [body, ...body.children]) observer.observe(each);
    return () => observer.disconnect();
  });
  return hasMore;
}

/** The text as it is stored, or as it arrives, without a pace of its own: four of those would keep the page busy. */
function CardText({
  id,
  stored,
  isFailed,
}: {
  id: string;
  stored: string | undefined;
  isFailed: boolean;
}) {
  const arrived = useStore(arrivingText(id), (text) => text);
  const isGrowing = stored === undefined && !isFailed;
  const text = stored ?? (isFailed ? "" : arrived);
  return (
    <div
      dir="auto"
      data-content=""
      translate={isGrowing && text !== "" ? "no" : undefined}
      className={`${TEXT} ${eachLine(stored ?? "")}`}
    >
      {isGrowing && text === "" ? (
        <Thinking />
      ) : (
        <PlainText content={text} isReply isGrowing={isGrowing} />
      )}
    </div>
  );
}
