import { Square } from "lucide-react";
import { useState } from "react";
import type { Turns } from "#features/chat/turns/turns.ts";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";
import { Button } from "#ui/button.tsx";

/** Stops one of several answers that are being written. */
export function StopOne({ turns, id }: { turns: Turns; id: string }) {
  const [isStopping, setStopping] = useState(false);
  const stop = () => {
    setStopping(true);
    turns
      .stop(id)
      .catch((error: unknown) => {
        notify(NOTICES.sendFailed(error instanceof Error ? error.message : undefined));
      })
      .finally(() => setStopping(false));
  };
  return (
    <Button size="sm" variant="ghost" disabled={isStopping} onClick={stop}>
      <Square aria-hidden="true" className="size-3 fill-current" />
      Stop
    </Button>
  );
}
