import { GitCompareArrows, Info, Pencil } from "lucide-react";
import { AnswerPager } from "#features/chat/answers/answer-pager.tsx";
import { AskAgain } from "#features/chat/answers/ask-again.tsx";
import type { ModelId } from "#models";
import type { Comparison } from "./comparison.ts";
import { CopyButton } from "./copy-button.tsx";
import { MessageAction } from "./message-action.tsx";
import type { Row } from "./row-rules.ts";

/** A dialog about one message, opened by a button below it. */
export type OpenedDialog = { readonly name: "details" | "edit"; readonly row: Row };

/** What can be done with the answers to a question. */
export type AnswerActions = {
  /** The model that is offered first for a further answer. */
  readonly first: ModelId;
  /** The answers that are compared now. */
  readonly compared: Comparison;
  readonly onCompare: (questionId: string) => void;
  readonly onView: (questionId: string, answerId: string) => void;
  /** Chooses one of several answers to the last question. */
  readonly onUse: (questionId: string, answerId: string) => void;
  /** `shown`: the answer that is shown now. */
  readonly onAsk: (questionId: string, model: ModelId, shown: string) => void;
};

/**
 * Where the buttons of a message stand: in the gap below it, with no room of their own; in the row of other buttons,
 * short on phones; or at the foot of a card.
 */
type ActionsPlace = "gap" | "row" | "card";

/** The buttons of a message. Those of the person's own messages are quiet. */
export function MessageActions({
  row,
  at = "gap",
  isTabStop,
  answers,
  onOpen,
}: {
  row: Row;
  at?: ActionsPlace;
  isTabStop: boolean;
  answers: AnswerActions;
  onOpen: (opened: OpenedDialog) => void;
}) {
  const look = { isQuiet: row.mine, isTabStop };
  const { id, questionId, paging, asksAgain } = row;
  // In line with the text, and nearer to it than to the next message. A bubble has an edge to keep away from.
  const spacing = {
    gap: row.mine ? "-mx-3.5 mt-0.5 -mb-8" : "-mx-3.5 -mt-0.5 -mb-7",
    row: "max-sm:[&_[data-action]]:px-2",
    card: "-mx-3.5",
  }[at];
  return (
    <div className={`flex flex-wrap print:hidden ${spacing}`}>
      {questionId !== null && paging !== null && (
        <AnswerPager
          questionId={questionId}
          paging={paging}
          isTabStop={isTabStop}
          onView={answers.onView}
        />
      )}
      {questionId !== null && paging !== null && (
        <MessageAction
          name="Compare"
          icon={GitCompareArrows}
          isPressed={answers.compared.has(id)}
          onPress={() => answers.onCompare(questionId)}
          {...look}
        />
      )}
      <CopyButton content={row.content} {...look} />
      {row.mine && row.failure?.saved !== false && (
        <MessageAction
          name="Edit in a new chat"
          icon={Pencil}
          onPress={() => onOpen({ name: "edit", row })}
          {...look}
        />
      )}
      {!row.mine && (
        <MessageAction
          name="Details"
          icon={Info}
          onPress={() => onOpen({ name: "details", row })}
          {...look}
        />
      )}
      {questionId !== null && asksAgain !== "no" && (
        <AskAgain
          first={answers.first}
          isFull={asksAgain === "full"}
          isShort={at === "row"}
          isTabStop={isTabStop}
          onAsk={(model) => answers.onAsk(questionId, model, id)}
        />
      )}
    </div>
  );
}
