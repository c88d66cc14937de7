import { keptStore } from "#lib/store.ts";
import { toDraft } from "./support-rules.ts";

/** What a person has typed into the support form. It survives a reload and going to other screens. */
export const supportDraft = (userId: string | undefined) =>
  keptStore(`support-draft:${userId ?? "visitor"}`, toDraft, true);
