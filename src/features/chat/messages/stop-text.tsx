import { Square } from "lucide-react";
import { useStop } from "#features/chat/composer/stop-button.tsx";
import { Button } from "#ui/button.tsx";

/** A button with a text that stops what is being written. */
export function StopText({
  name = "Stop",
  className = "",
  onStop,
}: {
  name?: string;
  className?: string;
  onStop: () => Promise<unknown>;
}) {
  const { button, stop } = useStop(onStop);
  return (
    <Button ref={button} size="sm" variant="ghost" className={className} onClick={stop}>
      <Square aria-hidden="true" className="size-3 fill-current" />
      {name}
    </Button>
  );
}
