import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Progress } from "#ui/progress.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { secondsText, spokenSeconds, wholeSeconds } from "./countdown-rules.ts";
import { COUNTDOWN_MS, type DeletionState } from "./deletion-flow.ts";
import { singleClick } from "./single-click.ts";

/** Step 4: the countdown of 15 seconds, and the scheduling that follows it. */
export function CountdownStep({
  state,
  onCancel,
}: {
  state: DeletionState & { step: "countdown" | "scheduling" };
  onCancel: () => void;
}) {
  const scheduling = state.step === "scheduling";
  const left = scheduling ? 0 : state.wait.left;
  const seconds = wholeSeconds(left);
  return (
    <Card
      tone="danger"
      title="Your account is about to be deleted"
      description="When the countdown ends, your account is scheduled for permanent deletion. Cancel now if you do not want this."
    >
      <div className="grid gap-4">
        <p
          role="timer"
          className="text-center text-4xl font-semibold tracking-tight tabular-nums sm:text-5xl"
        >
          {secondsText(seconds)}
        </p>
        <Progress
          value={(COUNTDOWN_MS - left) / 1000}
          max={COUNTDOWN_MS / 1000}
          label="Countdown to deletion"
          tone="danger"
        />
        <output className="flex min-h-6 items-center justify-center gap-2">
          {scheduling ? (
            <>
              <Spinner />
              <span>Scheduling account deletion...</span>
            </>
          ) : (
            <span className="sr-only">{spokenSeconds(seconds)}</span>
          )}
        </output>
        <Button className="w-full" disabled={scheduling} onClick={singleClick(onCancel)}>
          Cancel Deletion
        </Button>
      </div>
    </Card>
  );
}
