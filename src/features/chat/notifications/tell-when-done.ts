import type { Message } from "#contract";
import { paths } from "#lib/paths.ts";
import { readJson, writeJson } from "#lib/storage.ts";
import { keptStore } from "#lib/store.ts";
import { type Permission, withTold } from "./notification-rules.ts";
import { openNotified } from "./opened-chats.ts";
import { isWatched } from "./watched-chats.ts";

/** The key, in local storage, of the replies that were told of. */
export const TOLD = "told-replies";

/** Whether this page may show notifications now. Chrome on Android has them, but only for pages with a service worker. */
export function permissionNow(): Permission {
  const isMissing = !("Notification" in globalThis) || navigator.userAgent.includes("Android");
  return isMissing ? "unsupported" : Notification.permission;
}

/**
 * Shows a notification of the system for a reply that is whole, if the person wants that: one for each reply, whichever
 * tabs know of it, and none while a visible tab shows the chat. Pressing it leads to the chat.
 */
export async function tellWhenDone(userId: string, reply: Message, title: string): Promise<void> {
  const { id, chat_id: chatId, reply_to: questionId } = reply;
  if (!tellStore(userId).get() || permissionNow() !== "granted") return;
  if ((await isWatched(chatId)) || !(await isFirst(id)) || !document.hidden) return;
  // Of several replies to one question, the newest notification takes the place of the others.
  const shown = new Notification("Reply ready", { body: title, tag: questionId ?? id });
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
    openNotified(paths.chat(chatId));
  });
  document.addEventListener("visibilitychange", () => shown.close(), { once: true });
}

/** Notes that a reply is told of. Returns false when another tab was first. Where there are notifications, there are locks. */
const isFirst = (id: string): Promise<boolean> =>
  navigator.locks.request(TOLD, () => {
    const told = withTold(readJson(TOLD), id);
    if (told !== null) writeJson(TOLD, told);
    return told !== null;
  });

/** Whether a person wants to be told when a reply is done. Kept in this browser, and in step with its other tabs. */
export const tellStore = (userId: string) =>
  keptStore(`tell-when-done:${userId}`, (stored) => stored === true);
