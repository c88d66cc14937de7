import { useEffect, useState } from "react";

/** For how long a button says how it went. */
const SAID_MS = 2_000;

/**
 * What copies a text to the clipboard, exactly as it is; and how that went, for a moment.
 * @param announce Has screen readers say that.
 */
export function useCopy(content: string, announce: (said: string) => void) {
  const [outcome, setOutcome] = useState<{ readonly said: string } | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    let said = "Copied";
    try {
      await navigator.clipboard.writeText(content);
    } catch {
      said = "Copying is not allowed here";
    }
    setOutcome({ said });
    announce(said);
  };
  return { said: outcome?.said, copy: () => void copy() };
}
