import {
  Check,
  Copy,
  Ellipsis,
  GitCompareArrows,
  GitFork,
  Grid2x2,
  Info,
  RefreshCw,
  Scale,
} from "lucide-react";
import { type ComponentProps, useDeferredValue } from "react";
import { ANSWERS_AT_MOST } from "#features/chat/models/answer-choice-rules.ts";
import { useCopy } from "#features/chat/text/use-copy.ts";
import type { LiveAnswer } from "#features/chat/turns/answer-rules.ts";
import { useCoarse } from "#lib/use-media.ts";
import type { ModelId } from "#models";
import { buttonClass } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { AnswerPager } from "./answer-pager.tsx";
import { checkItems, ModelMenu, modelItems } from "./ask-again.tsx";
import type { Comparison } from "./comparison.ts";
import { MessageAction } from "./message-action.tsx";
import type { Row } from "./row-rules.ts";

/** A dialog about one message, opened by a button below it. */
export type OpenedDialog = { readonly name: "details" | "edit"; readonly row: Row };

/** What can be done with the messages of a chat, and with the answers to a question. */
export type MessageHandlers = {
  /** The model that answers a message which did not choose one. It is offered first for a further answer. */
  readonly nextModel: ModelId;
  /** The answers that are compared now. */
  readonly compared: Comparison;
  /** Whether what only one answer says is marked too. */
  readonly showsAlone: boolean;
  /** Begins or ends that. `slot`: which place is to light up. */
  readonly onCompare: (questionId: string, slot?: number) => void;
  readonly onShowAlone: () => void;
  /** Shows all answers to a question side by side, or one of them again. */
  readonly onShowAll: (questionId: string) => void;
  readonly onView: (questionId: string, answerId: string) => void;
  /** Chooses one of several answers to the last question. */
  readonly onUse: (questionId: string, answerId: string) => void;
  /** `shown`: the answer that is shown now. */
  readonly onAsk: (questionId: string, model: ModelId, shown: string) => void;
  /** Asks another model for a second opinion on the answer that is shown. */
  readonly onCheck: (questionId: string, model: ModelId, shown: string) => void;
  /** `answerId` is null where it is not known which answer failed. */
  readonly onRetry: (questionId: string, answerId: string | null, model?: ModelId) => void;
  /** Takes an unsent message back into the box. */
  readonly onEdit: (questionId: string) => void;
  readonly onStopOne: (answer: LiveAnswer) => Promise<void>;
  readonly onOpen: (opened: OpenedDialog) => void;
};

/**
 * Where the buttons of a message stand: below it, or beside it where it is the person's own; in the row of other
 * buttons, short on phones; or at the foot of a card.
 */
type ActionsPlace = "message" | "row" | "card";

/** The buttons of a message; on a touch screen one of them, with a menu. Those of the person's own are quiet. */
export function MessageActions({
  row,
  at = "message",
  isTabStop,
  handlers,
}: {
  row: Row;
  at?: ActionsPlace;
  isTabStop: boolean;
  handlers: MessageHandlers;
}) {
  const isCoarse = useCoarse();
  const { said, copy } = useCopy(row.content);
  const { id, mine, questionId, paging, asksAgain } = row;
  const isShort = at === "row";
  const look = { isQuiet: mine, isTabStop };
  // In line with the text. The message ends where the icons do.
  const spacing = {
    message: mine
      ? "mr-1 mb-1.5 w-16 shrink-0 flex-row-reverse pointer-coarse:mb-0"
      : "-mx-3.5 -mt-0.5 -mb-[0.5625rem] pointer-coarse:-mb-[0.9375rem]",
    row: "max-sm:[&_[data-action]]:px-2",
    card: "-mx-3.5",
  }[at];
  // A message is read first: its buttons are drawn once it stands there, in the room that they will take.
  const isReady = useDeferredValue(true, at !== "message" || paging !== null);
  if (!isReady) {
    return (
      <div className={`flex ${spacing}`}>
        <span className={buttonClass({ variant: "ghost", size: "sm" })} />
      </div>
    );
  }
  const copied = said === "Copied" ? Check : Copy;
  const onAsk = (model: ModelId) => questionId !== null && handlers.onAsk(questionId, model, id);
  const onCheck = (model: ModelId) =>
    questionId !== null && handlers.onCheck(questionId, model, id);
  const isSingle = asksAgain === "yes" && paging === null && row.failure === null;
  const menus: Pick<ComponentProps<typeof ModelMenu>, "label" | "icon" | "items">[] = [];
  if (asksAgain === "yes") {
    const items = modelItems(handlers.nextModel, row.answering, onAsk);
    menus.push({ label: "Ask again", icon: RefreshCw, items });
  }
  if (isSingle) {
    menus.push({ label: "Check with…", icon: Scale, items: checkItems(row.model, onCheck) });
  }
  const others: Omit<ComponentProps<typeof MessageAction>, keyof typeof look>[] = [];
  if (questionId !== null && paging !== null) {
    const onChoose = () => handlers.onCompare(questionId);
    const isPressed = handlers.compared.has(id);
    others.push({ label: "Compare", icon: GitCompareArrows, isPressed, onChoose });
    const label = paging.count === 4 ? "Show all four" : `Show all ${paging.count}`;
    others.push({ label, icon: Grid2x2, onChoose: () => handlers.onShowAll(questionId) });
  }
  if (mine && row.failure?.saved !== false) {
    const onChoose = () => handlers.onOpen({ name: "edit", row });
    others.push({ label: "Edit in a new chat", icon: GitFork, onChoose });
  }
  if (!mine) {
    const onChoose = () => handlers.onOpen({ name: "details", row });
    others.push({ label: "Details", icon: Info, onChoose });
  }
  return (
    <div className={`flex flex-wrap print:hidden ${spacing}`}>
      {questionId !== null && paging !== null && (
        <AnswerPager
          questionId={questionId}
          model={row.model}
          paging={paging}
          isTabStop={isTabStop}
          onView={handlers.onView}
        />
      )}
      {isCoarse ? (
        <>
          <Menu
            name={said ?? "More"}
            align={mine ? "right" : "left"}
            isAction
            isTabStop={isTabStop}
            items={[{ label: "Copy", icon: Copy, onChoose: copy }, ...menus, ...others]}
            className={buttonClass(
              { variant: "ghost", size: "sm" },
              `gap-1.5 text-xs text-ink-muted ${mine ? "px-2!" : "px-3"}`,
            )}
          >
            {said === undefined ? <Ellipsis aria-hidden="true" className="size-4" /> : said}
          </Menu>
          {/* Letters press these (use-arrow-keys.ts): a tablet may have a keyboard. */}
          {[{ label: "Copy", onChoose: copy }, ...others].map(({ label, onChoose }) => (
            <button key={label} type="button" hidden data-action={label} onClick={onChoose}>
              {label}
            </button>
          ))}
        </>
      ) : (
        <>
          <MessageAction label="Copy" icon={copied} said={said} onChoose={copy} {...look} />
          {others.map((action) => (
            <MessageAction key={action.label} {...action} {...look} />
          ))}
          {menus.map((menu) => (
            <ModelMenu key={menu.label} {...menu} {...{ isShort, isTabStop }} />
          ))}
        </>
      )}
      {asksAgain === "full" && (
        <span className="self-center px-3 text-xs text-ink-muted">
          {ANSWERS_AT_MOST} replies at most
        </span>
      )}
    </div>
  );
}
