import { Square } from "lucide-react";
import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { listen } from "#lib/listen.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { Button } from "#ui/button.tsx";
import { focusBox } from "./focused-box.ts";
import { stopsReply } from "./key-rules.ts";

const OVERLAYS = "[role=dialog], [role=menu], option";

/**
 * Stops what is being written, and goes when it is pressed. A notice tells of a stop that failed. The focus goes on to the
 * box.
 */
export function StopButton({
  name = "Stop",
  size = "sm",
  hasKey = false,
  onStop,
  ...look
}: Pick<ComponentProps<typeof Button>, "size" | "variant" | "className"> & {
  name?: string;
  /** Whether Esc presses it: the icon in the composer, else another one. */
  hasKey?: boolean;
  /** Rejects when the server could not be told. */
  onStop: () => Promise<unknown>;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const isIcon = size === "icon";

  // The button also disappears when the answer has ended, and the focus with it.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own !== null && document.activeElement === own) focusBoxOrMain();
    };
  }, []);

  const stop = () => {
    // Safari gives a button that is clicked no focus, and takes it from the box.
    const focused = document.activeElement;
    if (focused === button.current || focused === document.body) focusBoxOrMain();
    onStop().catch((error: unknown) => {
      notify(NOTICES.sendFailed(error instanceof Error ? error.message : undefined));
    });
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, defaultPrevented } = event;
    if (!hasKey || defaultPrevented || !stopsReply(event)) return;
    if (!isIcon && document.querySelector("form [data-stop]") !== null) return;
    // Esc in a dialog, a menu or the list of models closes that.
    if (target instanceof Element && target.closest(OVERLAYS) !== null) return;
    stop();
  });
  useEffect(() => listen(document, ["keydown"], (event) => onKeyDown(event)), []);

  return (
    <Button
      ref={button}
      variant="ghost"
      {...look}
      size={size}
      aria-label={hasKey ? name : undefined}
      data-stop={isIcon ? "" : undefined}
      onClick={stop}
    >
      <Square aria-hidden="true" className={`fill-current ${isIcon ? "size-3.5" : "size-3"}`} />
      {!isIcon && <span>{name}</span>}
    </Button>
  );
}

function focusBoxOrMain(): void {
  if (!focusBox()) document.querySelector("main")?.focus({ preventScroll: true });
}
