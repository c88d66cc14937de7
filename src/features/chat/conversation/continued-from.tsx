import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { chatFromList } from "#features/chat/data/chat-cache.ts";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { chatQuery } from "#features/chat/data/chat-queries.ts";
import type { CopySource } from "#features/chat/drafts/draft-rules.ts";
import { paths } from "#lib/paths.ts";

/** Says at the top of a chat which one it continues, and leads back to the message that was edited there. */
export function ContinuedFrom({ userId, source }: { userId: string; source: CopySource }) {
  const { chatId, messageId } = source;
  const client = useQueryClient();
  const { data: chat } = useQuery({
    ...chatQuery(userId, chatId),
    placeholderData: () => chatFromList(client, userId, chatId),
  });
  return (
    <p className="truncate px-4 py-1 text-center text-xs text-ink-muted print:hidden">
      {chat === null ? (
        "Continued from a chat that was deleted"
      ) : (
        <Link
          to={{ pathname: paths.chat(chatId), hash: messageId }}
          className="underline underline-offset-4 hover:text-ink pointer-coarse:inline-block pointer-coarse:py-3"
        >
          Continued from {chat === undefined ? "another chat" : titleOf(chat)}
        </Link>
      )}
    </p>
  );
}
