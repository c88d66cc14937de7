import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { buttonClass } from "#ui/button.tsx";
import { announce } from "./announcer.tsx";

/** For how long the button says how it went. */
const SAID_MS = 2_000;

type Outcome = { readonly said: "Copied" | "Copying is not allowed here" };

/**
 * Copies a message to the clipboard, exactly as it is stored. It stands in the gap below the message, and its words
 * come after the press, so that the text of the conversation is not interrupted.
 */
export function CopyButton({
  content,
  isQuiet,
  isTabStop,
}: {
  content: string;
  /** Shown only while its message is pointed at or has the focus. */
  isQuiet: boolean;
  /** Whether Tab reaches it before the focus has been in its message. */
  isTabStop: boolean;
}) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    const said = await writeText(content);
    setOutcome({ said });
    announce(said);
  };
  const Icon = outcome?.said === "Copied" ? Check : Copy;
  const look = isQuiet && outcome === null ? "opacity-0 group-hover:opacity-100" : "";
  return (
    <button
      type="button"
      data-action=""
      tabIndex={isTabStop ? 0 : -1}
      aria-label={outcome?.said ?? "Copy"}
      title={outcome === null ? "Copy" : undefined}
      onClick={() => void copy()}
      className={buttonClass(
        { variant: "ghost", size: "sm" },
        `-mx-3 mt-0.5 -mb-8 gap-1.5 px-3 text-xs text-ink-muted group-focus-within:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 print:hidden ${look}`,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {outcome?.said}
    </button>
  );
}

async function writeText(content: string): Promise<Outcome["said"]> {
  try {
    await navigator.clipboard.writeText(content);
    return "Copied";
  } catch {
    return "Copying is not allowed here";
  }
}
