import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { announce } from "./announcer.tsx";
import { MessageAction } from "./message-action.tsx";

/** For how long the button says how it went. */
const SAID_MS = 2_000;

type Outcome = { readonly said: "Copied" | "Copying is not allowed here" };

/** Copies a message to the clipboard, exactly as it is stored. */
export function CopyButton({
  content,
  ...look
}: {
  content: string;
  isQuiet: boolean;
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
  const said = outcome?.said;
  const icon = said === "Copied" ? Check : Copy;
  return (
    <MessageAction name="Copy" icon={icon} said={said} onPress={() => void copy()} {...look} />
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
