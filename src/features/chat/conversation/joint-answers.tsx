import { Check } from "lucide-react";
import type { JointPart } from "#features/chat/answers/joint-rules.ts";
import type { Turns } from "#features/chat/turns/turns.ts";
import { useAnswerText } from "#features/chat/turns/use-turns.ts";
import { MODEL_LABELS } from "#models";
import { Button } from "#ui/button.tsx";
import { Note } from "./assistant-text.tsx";
import { FailureNote } from "./failure-note.tsx";
import { eachLine, TEXT, Thinking } from "./message-frame.tsx";
import { GrowingText, PlainText } from "./plain-text.tsx";
import { StopOne } from "./stop-one.tsx";

/** The answers of all models to one question, two by two in a wide window and below each other in others. */
export function JointAnswers({
  parts,
  turns,
  onUse,
  onRetry,
}: {
  parts: readonly JointPart[];
  turns: Turns;
  onUse: (answerId: string) => void;
  onRetry: (answerId: string) => void;
}) {
  return (
    <div className="mx-auto -mt-8 grid w-full max-w-6xl gap-4 px-4 pb-14 sm:px-8 lg:grid-cols-2">
      {parts.map((part) => (
        <section
          key={part.answerId}
          aria-label={MODEL_LABELS[part.model]}
          aria-busy={part.answer?.kind === "running"}
          data-message={part.answerId}
          tabIndex={-1}
          className="flex min-w-0 flex-col rounded-lg border border-line p-4 outline-offset-2"
        >
          <h2 className="mb-2 text-sm font-medium text-ink-muted">{MODEL_LABELS[part.model]}</h2>
          <Part part={part} turns={turns} />
          {part.failed !== null && (
            <FailureNote
              failure={part.failed}
              model={null}
              title={part.answer === null ? "No reply" : "Unfinished"}
              onRetry={() => onRetry(part.answerId)}
            />
          )}
          <div className="mt-auto flex pt-3 empty:hidden print:hidden">
            {part.answer?.kind === "running" && part.answer.turn.state.saved && (
              <StopOne turns={turns} id={part.answer.id} />
            )}
            {part.answer?.kind === "stored" && (
              <Button size="sm" onClick={() => onUse(part.answerId)}>
                <Check aria-hidden="true" className="size-3.5" />
                Use this answer
              </Button>
            )}
          </div>
        </section>
      ))}
    </div>
  );
}

function Part({ part: { answer, failed }, turns }: { part: JointPart; turns: Turns }) {
  if (answer === null) return failed === null ? <Thinking /> : null;
  if (answer.kind === "running") return <Growing turns={turns} id={answer.id} />;
  const isStored = answer.kind === "stored";
  const content = isStored ? answer.message.content : (answer.failed.state.text ?? "");
  return (
    <>
      <div dir="auto" className={`${TEXT} ${eachLine(content)}`}>
        <PlainText content={content} leading="leading-7" />
      </div>
      {isStored && answer.message.stopped_at !== null && <Note>You stopped this reply.</Note>}
    </>
  );
}

/** The text as it arrives, without a pace of its own: four of those would keep the page busy. */
function Growing({ turns, id }: { turns: Turns; id: string }) {
  const text = useAnswerText(turns, id);
  return (
    <div dir="auto" className={TEXT}>
      {text === "" ? <Thinking /> : <GrowingText content={text} leading="leading-7" />}
    </div>
  );
}
