import { useEffect, useState } from "react";
import { announce } from "./announcer.tsx";

/** For how long a button says how it went. */
const SAID_MS = 2_000;

type Said = "Copied" | "Copying is not allowed here";

/** What copies a text to the clipboard, exactly as it is; and how that went, for a moment. */
export function useCopy(content: string) {
  const [outcome, setOutcome] = useState<{ readonly said: Said } | null>(null);
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
  return { said: outcome?.said, copy: () => void copy() };
}

async function writeText(content: string): Promise<Said> {
  try {
    await navigator.clipboard.writeText(content);
    return "Copied";
  } catch {
    return "Copying is not allowed here";
  }
}
