import { Square } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { listen } from "#lib/listen.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { Button } from "#ui/button.tsx";
import { focusBox } from "./focused-box.ts";
import { stopsReply } from "./key-rules.ts";

const OVERLAYS = "[role=dialog], [role=menu], option";

/** Ends the answer that is being written. Esc does the same. */
export function StopButton({
  isBeside,
  onStop,
}: {
  isBeside: boolean;
  onStop: () => Promise<unknown>;
}) {
  const { button, stop } = useStop(onStop);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, defaultPrevented } = event;
    if (defaultPrevented || !stopsReply(event)) return;
    // Esc in a dialog, a menu or the list of models closes that.
    if (target instanceof Element && target.closest(OVERLAYS) !== null) return;
    stop();
  });
  useEffect(() => listen(document, ["keydown"], (event) => onKeyDown(event)), []);

  return (
    <Button
      ref={button}
      variant={isBeside ? "secondary" : "primary"}
      size="icon"
      aria-label="Stop"
      onClick={stop}
    >
      <Square aria-hidden="true" className="size-3.5 fill-current" />
    </Button>
  );
}

/**
 * For a button that stops an answer, and goes when it is pressed: its ref, and what to do on a click. A notice tells of a
 * stop that failed. The focus goes on to the box.
 * @param onStop Rejects when the server could not be told.
 */
export function useStop(onStop: () => Promise<unknown>) {
  const button = useRef<HTMLButtonElement>(null);

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
  return { button, stop };
}

function focusBoxOrMain(): void {
  if (!focusBox()) document.querySelector("main")?.focus({ preventScroll: true });
}
