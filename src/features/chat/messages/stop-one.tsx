import { Square } from "lucide-react";
import { useStop } from "#features/chat/composer/use-stop.ts";
import type { LiveAnswer } from "#features/chat/turns/answer-rules.ts";
import type { Turns } from "#features/chat/turns/turns.ts";
import { Button } from "#ui/button.tsx";

/** Stops one of several answers that are being written. */
export function StopOne({ turns, answer }: { turns: Turns; answer: LiveAnswer }) {
  const { button, stop } = useStop(() => turns.stop(answer));
  return (
    <Button ref={button} size="sm" variant="ghost" className="-ml-3.5" onClick={stop}>
      <Square aria-hidden="true" className="size-3 fill-current" />
      Stop
    </Button>
  );
}
