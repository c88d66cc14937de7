import { keptStore } from "#lib/store.ts";
import { parseLeft } from "./messages-left-rules.ts";

/** What the server said last of a person's limits, kept in local storage, so that a reload does not forget it. */
export const messagesLeft = (userId: string | null) =>
  keptStore(`messages-left:${userId}`, parseLeft);
