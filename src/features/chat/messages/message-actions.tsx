import {
  Check,
  Copy,
  Ellipsis,
  GitFork,
  Grid2x2,
  Info,
  type LucideIcon,
  RefreshCw,
  Scale,
  TextQuote,
} from "lucide-react";
import { useContext } from "react";
import { ANSWERS_AT_MOST } from "#features/chat/models/answer-choice-rules.ts";
import { modelsFrom } from "#features/chat/models/model-rules.ts";
import { announce } from "#features/chat/text/announcer.tsx";
import type { Answer } from "#features/chat/turns/answer-rules.ts";
import { serverTime } from "#lib/session.ts";
import { useCoarse } from "#lib/use-media.ts";
import { MODEL_LABELS, type ModelId } from "#models";
import { buttonClass } from "#ui/button.tsx";
import { Menu, type MenuItem } from "#ui/menu.tsx";
import { Painted } from "#ui/painted.ts";
import { useCopy } from "#ui/use-copy.ts";
import { AnswerPager } from "./answer-pager.tsx";
import type { Row } from "./row-rules.ts";
import { messageTime } from "./time-rules.ts";

/** What can be done with the messages of a chat, and with the answers to a question. */
export type MessageHandlers = {
  /** Whose messages they are. */
  readonly userId: string;
  /** The model that answers a message which did not choose one. It is offered first for a further answer. */
  readonly nextModel: ModelId;
  /** Shows all answers to a question side by side, or one of them again. */
  readonly onShowAll: (questionId: string) => void;
  readonly onView: (questionId: string, answerId: string) => void;
  /** Chooses one of several answers to the last question. */
  readonly onUse: (questionId: string, answerId: string) => void;
  /** `shown`: the answer that is shown now. */
  readonly onAsk: (questionId: string, model: ModelId, shown: string) => void;
  /** `answerId` is null where it is not known which answer failed. */
  readonly onRetry: (questionId: string, answerId: string | null, model?: ModelId) => void;
  /** Asks the model of an unfinished reply to continue it. */
  readonly onContinue: (row: Row) => void;
  /** Puts what is selected of a message into the box as a quotation, else all of it. */
  readonly onQuote: (row: Row) => void;
  /** Takes an unsent message back into the box. */
  readonly onEdit: (questionId: string) => void;
  /** Asks a model to compare replies to a question, or for a second opinion on one. */
  readonly onCompare: (questionId: string, model: ModelId, compares: readonly string[]) => void;
  readonly onStopOne: (answer: Answer) => Promise<void>;
  /** Opens the dialog about a message: an own one is edited, of a reply the details are shown. */
  readonly onOpen: (row: Row) => void;
};

/** Something to do with a message, at once or by a menu of models. */
type MessageAction = MenuItem & {
  readonly icon: LucideIcon;
  /** What came of the last press, for a moment; stands in the place of its name. */
  readonly said?: string | undefined;
};

/**
 * The buttons of a message, below a reply the last with a menu of the rest; on a touch screen, and below a failure, only
 * that, with a menu of all. Those of the person's own are quiet: shown only while it is pointed at or has the focus.
 */
export function MessageActions({
  row,
  at = "message",
  handlers,
}: {
  row: Row;
  /**
   * Where they stand: below the message, or beside it where it is the person's own; in the row of other buttons, as one
   * menu; or at the foot of a card.
   */
  at?: "message" | "row" | "card";
  handlers: MessageHandlers;
}) {
  const isCoarse = useCoarse();
  const { said, copy } = useCopy(row.content, announce);
  const { mine, questionId, paging = null, asksAgain } = row;
  // In line with the text. The message ends where the icons do. Narrow by the window: a query of the container here doubled
  // the time for styles while four replies grow.
  const spacing = {
    message: mine
      ? "mr-1 mb-1.5 w-16 shrink-0 flex-row-reverse pointer-coarse:mb-0"
      : "-mx-3.5 max-[28rem]:-mx-2 -mt-0.5 -mb-[0.5625rem] pointer-coarse:-mb-[0.9375rem]",
    row: "",
    card: "",
  }[at];
  // A message is read first: its buttons are drawn once it stands there, in the room that they will take.
  const isReady = useContext(Painted) || at !== "message" || paging !== null;
  if (!isReady) {
    return (
      <div className={`flex ${spacing}`}>
        <span className={buttonClass({ variant: "ghost", size: "sm" })} />
      </div>
    );
  }
  const copyIt = { label: "Copy", icon: Copy, said, onChoose: copy };
  const quoteIt = { label: "Quote", icon: TextQuote, onChoose: () => handlers.onQuote(row) };
  const { menus, others } = actionsOn(row, handlers);
  const className = buttonClass(
    { variant: "ghost", size: "sm" },
    `gap-1.5 max-[28rem]:px-2! text-xs text-ink-muted group-focus-within:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 ${mine ? "px-2! opacity-0 group-hover:opacity-100" : at === "card" ? "px-2!" : ""}`,
  );
  // What is done at once is only an icon, so that the text of the conversation is not interrupted.
  const button = (action: MessageAction) => {
    const { label, icon, said } = action;
    const Icon = said === "Copied" ? Check : icon;
    if ("items" in action) {
      const { items } = action;
      return (
        <Menu key={label} name={label} align="left" isAction {...{ items, className }}>
          <Icon aria-hidden="true" className="size-3.5" />
          <span>{label}</span>
        </Menu>
      );
    }
    // A quiet one has no room for words. They stand in its tooltip.
    const words = mine ? undefined : said;
    return (
      <button
        key={label}
        type="button"
        tabIndex={-1}
        data-action={label}
        aria-label={said ?? label}
        title={words === undefined ? (said ?? label) : undefined}
        onClick={action.onChoose}
        className={className}
      >
        <Icon aria-hidden="true" className="size-3.5" />
        {words !== undefined && <span>{words}</span>}
      </button>
    );
  };
  const menu = (name: string, items: readonly MenuItem[]) => (
    <Menu
      name={name}
      align={mine ? "right" : "left"}
      isAction
      heading={row.createdAt === null ? undefined : messageTime(row.createdAt, serverTime())}
      {...{ items, className }}
    >
      {name === "More" ? <Ellipsis aria-hidden="true" className="size-4" /> : name}
    </Menu>
  );
  const hasOne = isCoarse || at === "row";
  return (
    <div className={`flex flex-wrap print:hidden ${spacing}`}>
      {questionId !== null && paging !== null && (
        <AnswerPager questionId={questionId} paging={paging} onView={handlers.onView} />
      )}
      {hasOne ? (
        <>
          {menu(said ?? "More", [copyIt, quoteIt, ...menus, ...others])}
          {/* Letters press these (use-pane-focus.ts): a tablet may have a keyboard. */}
          <span hidden>{[copyIt, ...others].map(button)}</span>
        </>
      ) : (
        <>
          {[copyIt, ...others, ...menus].map(button)}
          {!mine && menu("More", [quoteIt])}
        </>
      )}
      {asksAgain === "full" && (
        <span className="self-center px-3 text-xs text-ink-muted">
          {`${ANSWERS_AT_MOST} replies at most`}
        </span>
      )}
    </div>
  );
}

/** What can be done with a message, besides copying it: by menus of models, and at once. */
function actionsOn(row: Row, handlers: MessageHandlers) {
  const { id, mine, questionId, paging = null, answering = [] } = row;
  const menus: MessageAction[] = [];
  const others: MessageAction[] = [];
  if (questionId !== null && row.asksAgain === "yes") {
    // Those that have answered are marked; the others can be asked together.
    const models = modelsFrom(handlers.nextModel);
    const unasked = models.filter((model) => !answering.includes(model));
    const onAsk = (model: ModelId) => handlers.onAsk(questionId, model, id);
    const items: MenuItem[] = models.map((model) => ({
      label: MODEL_LABELS[model],
      mark: unasked.includes(model) ? undefined : "Has answered",
      onChoose: () => onAsk(model),
    }));
    if (unasked.length === 3)
      items.push({ label: "The other three", onChoose: () => unasked.forEach(onAsk) });
    menus.push({ label: "Ask again", icon: RefreshCw, items });
  }
  if (questionId !== null && row.isComparable && !row.isStopped && row.failure === null) {
    const items = modelsFrom(handlers.nextModel).flatMap((model) =>
      MODEL_LABELS[model] === row.model
        ? []
        : {
            label: MODEL_LABELS[model],
            onChoose: () => handlers.onCompare(questionId, model, [id]),
          },
    );
    menus.push({ label: "Check with…", icon: Scale, items });
  }
  if (questionId !== null && paging !== null) {
    const label = paging.count === 4 ? "Show all four" : `Show all ${paging.count}`;
    others.push({ label, icon: Grid2x2, onChoose: () => handlers.onShowAll(questionId) });
  }
  const onOpen = () => handlers.onOpen(row);
  if (!mine) others.push({ label: "Details", icon: Info, onChoose: onOpen });
  else if (row.failure?.saved !== false)
    others.push({ label: "Edit in a new chat", icon: GitFork, onChoose: onOpen });
  return { menus, others };
}
