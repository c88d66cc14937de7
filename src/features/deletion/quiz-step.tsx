import { useEffect, useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Progress } from "#ui/progress.tsx";
import { wholeSeconds } from "./countdown-rules.ts";
import { type DeletionEvent, mayGoOn, type QuizState } from "./deletion-flow.ts";
import { choices, PASS_MARK, QUESTIONS } from "./quiz-rules.ts";
import { singleClick } from "./single-click.ts";

/** Step 2: one question at a time. */
export function QuizStep({
  state,
  send,
  onNext,
}: {
  state: QuizState;
  send: (event: DeletionEvent) => void;
  onNext: () => void;
}) {
  const left = state.retake?.left ?? 0;
  const last = state.index === QUESTIONS.length - 1;
  const label = `Question ${state.index + 1} of ${QUESTIONS.length}`;
  return (
    <Card
      title="Final Confirmation Quiz"
      description="Please show that you know what deleting your account means."
    >
      <div className="grid gap-6">
        {state.score !== null && (
          <div className="grid gap-1 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
            <p role="alert">
              {`You scored ${state.score}/${PASS_MARK}. You need ${PASS_MARK}/${PASS_MARK} to proceed.`}
            </p>
            {/* Screen readers announce only the score. */}
            {left > 0 && (
              <p role="timer">{`Please wait ${wholeSeconds(left)} seconds before retaking the quiz.`}</p>
            )}
          </div>
        )}
        <div className="grid gap-2">
          <p className="text-sm text-ink-muted">{label}</p>
          <Progress value={state.index + 1} max={QUESTIONS.length} label={label} />
        </div>
        <Question
          key={state.index}
          state={state}
          onAnswer={(answer) => send({ type: "answer", answer })}
        />
        <div className="flex flex-wrap gap-3">
          {state.index > 0 && (
            <Button onClick={singleClick(() => send({ type: "previous" }))}>Previous</Button>
          )}
          <Button
            variant={last ? "danger" : "primary"}
            disabled={!mayGoOn(state)}
            onClick={singleClick(onNext)}
          >
            {last ? "Submit Quiz" : "Next"}
          </Button>
          <Button
            variant="ghost"
            className="ml-auto"
            onClick={singleClick(() => send({ type: "cancel" }))}
          >
            Cancel
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Question({
  state: { index, answers },
  onAnswer,
}: {
  state: QuizState;
  onAnswer: (answer: string) => void;
}) {
  const question = QUESTIONS[index];
  const legend = useRef<HTMLLegendElement>(null);
  // So that a new question is read out. When the quiz opens, the heading takes the focus afterwards.
  useEffect(() => legend.current?.focus(), []);
  if (question === undefined) return null;
  return (
    <fieldset className="min-w-0">
      <legend ref={legend} tabIndex={-1} className="mb-3 font-medium">
        {question.question}
      </legend>
      <div className="grid gap-2">
        {choices(question).map((choice) => (
          <label
            key={choice}
            className="flex items-start gap-3 rounded-md border border-line px-4 py-3 transition-colors hover:bg-hover has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              type="radio"
              name={`question-${index}`}
              value={choice}
              checked={answers[index] === choice}
              onChange={() => onAnswer(choice)}
              className="mt-1 size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0">{choice}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
