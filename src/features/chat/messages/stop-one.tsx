import { Square } from "lucide-react";
import { useStop } from "#features/chat/composer/use-stop.ts";
import type { Turns } from "#features/chat/turns/turns.ts";
import { Button } from "#ui/button.tsx";

/** Stops one of several answers that are being written. */
export function StopOne({ turns, id }: { turns: Turns; id: string }) {
  const { button, stop } = useStop(() => turns.stop(id));
  return (
    <Button ref={button} size="sm" variant="ghost" className="-ml-3.5" onClick={stop}>
      <Square aria-hidden="true" className="size-3 fill-current" />
      Stop
    </Button>
  );
}
