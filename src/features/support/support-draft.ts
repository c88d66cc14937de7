import { useState } from "react";
import { readJson, remove, writeJson } from "#lib/storage.ts";
import { EMPTY_MESSAGE, toMessage, type SupportMessage } from "./support-rules.ts";

const draftKey = (userId: string | undefined) => `support-draft:${userId ?? "visitor"}`;

/**
 * What a person has typed into the support form. It survives a reload and going to other screens, and starts with their
 * email filled in.
 */
export function useSupportDraft(userId: string | undefined, email: string) {
  const key = draftKey(userId);
  const [message, setMessage] = useState(() =>
    toMessage(readJson(key), { ...EMPTY_MESSAGE, email }),
  );
  const change = (over: Partial<SupportMessage>) => {
    const changed = { ...message, ...over };
    setMessage(changed);
    writeJson(key, changed);
  };
  return { message, change };
}

/** Removes what a person typed here from this device, when they log out. */
export function forgetSupportDraft(userId: string): void {
  remove(draftKey(userId));
}
