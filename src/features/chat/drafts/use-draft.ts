import { useSyncExternalStore } from "react";
import { textAt, withText } from "./draft-rules.ts";
import { draftStore } from "./draft-store.ts";

/** What is typed at a place (a chat's id, or the home box), and how to change it. */
export function useDraft(userId: string | null, place: string): [string, (text: string) => void] {
  const store = draftStore(userId);
  const text = useSyncExternalStore(
    store.subscribe,
    () => textAt(store.get(), place),
    () => "",
  );
  return [text, (typed) => store.change((drafts) => withText(drafts, place, typed), "soon")];
}
