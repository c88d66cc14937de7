import type { Chat } from "#contract";
import { NOTICES, notify } from "#lib/notices.ts";

/** Puts a whole conversation into the clipboard, as text, and says so. Must be called within a click. */
export async function copyConversation(userId: string, chat: Chat): Promise<void> {
  try {
    const text = import("#features/chat/export/conversation-text.ts").then((module) =>
      module.conversationText(userId, chat),
    );
    // The clipboard is asked at once, while the browser knows of the click, and waits for the text.
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    notify(NOTICES.conversationCopied);
  } catch {
    notify(NOTICES.copyFailed);
  }
}
