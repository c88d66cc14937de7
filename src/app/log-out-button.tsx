import { useNavigate } from "react-router-dom";
import { logOut } from "#features/auth/auth-api.ts";
import { forgetCopies } from "#features/chat/data/copies.ts";
import { forgetDrafts } from "#features/chat/drafts/draft-store.ts";
import { answerChoices } from "#features/chat/models/answer-choices.ts";
import { messagesLeft } from "#features/chat/models/messages-left-store.ts";
import { seenStore } from "#features/chat/notifications/seen-store.ts";
import { TOLD } from "#features/chat/notifications/tell-when-done.ts";
import { supportDraft } from "#features/support/support-draft.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { currentSession } from "#lib/session.ts";
import { remove } from "#lib/storage.ts";

/**
 * Returns what ends the session, forgets what this browser keeps of the person, and leads home. What they have set stays.
 * It throws when it could not.
 */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const session = currentSession();
    await logOut();
    if (session.status === "signed-in") {
      const { id } = session.user;
      void forgetCopies();
      forgetDrafts(id);
      for (const notes of [seenStore, answerChoices, messagesLeft, supportDraft])
        notes(id).forget();
      remove(TOLD);
    }
    notify(NOTICES.loggedOut);
    void navigate(paths.home);
  };
}
