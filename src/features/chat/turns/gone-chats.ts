import { CLAIM_RENEWAL_SECONDS } from "#time-limits";

/**
 * The pauses before a chat that was deleted is read again. Together a little longer than 'Undo' is offered on
 * another device.
 */
const READ_AFTER_MS = [1_000, 2_000, 3_000, 5_000];

/** After this time a function whose chat was deleted has handed over the rest of its text. */
export const HANDED_OVER_AFTER_MS = (CLAIM_RENEWAL_SECONDS + 1) * 1000;

/** What following a deleted chat needs of the page. */
type GoneChatEffects = {
  /** Whether the database holds a chat. */
  readonly isThere: (chatId: string) => Promise<boolean>;
  /** Reads again what is cached of a chat. */
  readonly refresh: (chatId: string) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/**
 * Follows chats that another device deletes while this page watches a reply there. Such a chat may come back: it is asked
 * for a few times, read again when it is there, and once more when all of the reply's text is.
 * @returns What to call when a chat was found deleted. Calls for one that is being followed change nothing.
 */
export function createGoneChats({ isThere, refresh, wait }: GoneChatEffects) {
  const followed = new Set<string>();

  async function untilBack(chatId: string): Promise<boolean> {
    for (const pause of READ_AFTER_MS) {
      await wait(pause);
      if (await isThere(chatId).catch(() => false)) return true;
    }
    return false;
  }

  return async (chatId: string): Promise<void> => {
    if (followed.has(chatId)) return;
    followed.add(chatId);
    refresh(chatId);
    if (await untilBack(chatId)) {
      refresh(chatId);
      await wait(HANDED_OVER_AFTER_MS);
      refresh(chatId);
    }
    followed.delete(chatId);
  };
}
