import { CircleCheck } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { singleClick } from "./single-click.ts";

/** Step 3: the quiz is passed. */
export function PassedStep({ onContinue }: { onContinue: () => void }) {
  return (
    <Card>
      <div className="flex gap-4">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-success" />
        <div className="grid gap-2">
          <p>You are fully aware of what deleting your account involves.</p>
          <p className="text-sm text-ink-muted">
            Continue starts a countdown of 15 seconds, during which you can still cancel. After
            that, the deletion is scheduled.
          </p>
        </div>
      </div>
      <Button variant="danger" className="mt-6" onClick={singleClick(onContinue)}>
        Continue
      </Button>
    </Card>
  );
}
