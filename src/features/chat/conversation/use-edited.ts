import { useState } from "react";
import { contentAt, editPlace } from "#features/chat/drafts/draft-rules.ts";
import { draftStore, keepTyped } from "#features/chat/drafts/draft-store.ts";
import { useStore } from "#lib/store.ts";

/** What is typed in the place of a message, which is kept as a draft, and a function that changes it. */
export function useEdited(
  userId: string,
  from: { readonly chatId: string; readonly messageId: string },
  content: string,
): [string, (text: string) => void] {
  const drafts = draftStore(userId);
  const place = editPlace(from);
  // Followed until something is typed here: keys that are pressed before the dialog is there change it.
  const draft = useStore(drafts, (all) => contentAt(all, place));
  const [own, setOwn] = useState<string | null>(null);
  const typed = own ?? (draft || content);
  const change = (text: string) => {
    const kept = (shown: string) => (shown === content ? "" : shown);
    setOwn(text);
    keepTyped(drafts, place, kept(typed), kept(text));
  };
  return [typed, change];
}
