import { Check, GitCompareArrows } from "lucide-react";
import type { TextRange } from "#features/chat/text/compare-rules.ts";
import { eachLine, TEXT, Thinking } from "#features/chat/text/message-frame.tsx";
import { GrowingText, PlainText } from "#features/chat/text/plain-text.tsx";
import type { Turns } from "#features/chat/turns/turns.ts";
import { useAnswerText } from "#features/chat/turns/use-turns.ts";
import { MODEL_LABELS } from "#models";
import { Button } from "#ui/button.tsx";
import { Note } from "./assistant-text.tsx";
import { COMPARED } from "./comparison.ts";
import { FailureNote } from "./failure-note.tsx";
import type { JointPart } from "./joint-rules.ts";
import { MessageAction } from "./message-action.tsx";
import { type AnswerActions, MessageActions, type OpenedDialog } from "./message-actions.tsx";
import { type Row, rowOf, unfinishedRow } from "./row-rules.ts";
import { StopText } from "./stop-text.tsx";

/** The answers of all models to one question, two by two in a wide window and below each other in others. */
export function JointAnswers({
  questionId,
  parts,
  turns,
  answers,
  onUse,
  onRetry,
  onOpen,
}: {
  questionId: string;
  parts: readonly JointPart[];
  turns: Turns;
  answers: AnswerActions;
  onUse: (answerId: string) => void;
  onRetry: (answerId: string) => void;
  onOpen: (opened: OpenedDialog) => void;
}) {
  const isCompared = parts.some(({ answerId }) => answers.compared.has(answerId));
  const areSeveral = parts.filter(({ answer }) => answer?.kind === "stored").length > 1;
  return (
    <div className="mx-auto -mt-9 grid w-full max-w-6xl gap-4 px-4 pb-14 sm:px-8 lg:grid-cols-2">
      {areSeveral && (
        <div className="col-span-full flex flex-wrap items-center gap-x-3 print:hidden">
          <MessageAction
            name="Compare"
            icon={GitCompareArrows}
            isPressed={isCompared}
            isQuiet={false}
            isTabStop
            onPress={() => answers.onCompare(questionId)}
          />
          {isCompared && <p className="text-sm text-ink-muted">{COMPARED}</p>}
        </div>
      )}
      {parts.map((part) => {
        const actions = (row: Row, at: "row" | "card") => (
          <MessageActions {...{ row, at, answers, onOpen }} isTabStop />
        );
        const running = part.answer?.kind === "running" ? part.answer.answer : null;
        return (
          <section
            key={part.answerId}
            aria-label={MODEL_LABELS[part.model]}
            aria-busy={running !== null}
            data-message={part.answerId}
            tabIndex={-1}
            className="flex min-w-0 flex-col rounded-lg border border-line p-4 outline-offset-2"
          >
            <h2 className="mb-2 text-sm font-medium text-ink-muted">{MODEL_LABELS[part.model]}</h2>
            <Part part={part} marks={answers.compared.get(part.answerId)} />
            {part.failed !== null && (
              <FailureNote
                failure={part.failed}
                model={null}
                title={part.answer === null ? "No reply" : "Unfinished"}
                onRetry={() => onRetry(part.answerId)}
              >
                {part.answer?.kind === "unfinished" &&
                  actions(unfinishedRow(part.answer.answer), "row")}
              </FailureNote>
            )}
            <div className="mt-auto flex flex-wrap items-center gap-x-3 pt-3 empty:hidden print:hidden">
              {running?.isSaved && !running.isStopping && (
                <StopText className="-ml-3.5" onStop={() => turns.stop(running)} />
              )}
              {part.answer?.kind === "stored" && (
                <Button size="sm" onClick={() => onUse(part.answerId)}>
                  <Check aria-hidden="true" className="size-3.5" />
                  Use this answer
                </Button>
              )}
              {part.answer?.kind === "stored" && actions(rowOf(part.answer.message), "card")}
            </div>
          </section>
        );
      })}
    </div>
  );
}

function Part({
  part: { answer, failed },
  marks,
}: {
  part: JointPart;
  marks: readonly TextRange[] | undefined;
}) {
  if (answer === null) return failed === null ? <Thinking /> : null;
  if (answer.kind === "running") return <Growing id={answer.id} />;
  const isStored = answer.kind === "stored";
  const content = isStored ? answer.message.content : (answer.answer.failed.text ?? "");
  return (
    <>
      <div dir="auto" className={`${TEXT} ${eachLine(content)}`}>
        <PlainText content={content} leading="leading-7" {...(marks !== undefined && { marks })} />
      </div>
      {isStored && answer.message.stopped_at !== null && <Note>You stopped this reply.</Note>}
    </>
  );
}

/** The text as it arrives, without a pace of its own: four of those would keep the page busy. */
function Growing({ id }: { id: string }) {
  const text = useAnswerText(id);
  return (
    <div dir="auto" className={TEXT}>
      {text === "" ? <Thinking /> : <GrowingText content={text} leading="leading-7" />}
    </div>
  );
}
