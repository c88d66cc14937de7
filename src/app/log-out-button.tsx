import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { logOut } from "#features/auth/auth-api.ts";
import { forgetCopies } from "#features/chat/data/copies.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { answerChoices } from "#features/chat/models/answer-choices.ts";
import { messagesLeft } from "#features/chat/models/messages-left-store.ts";
import { seenStore } from "#features/chat/notifications/seen-store.ts";
import { TOLD } from "#features/chat/notifications/tell-when-done.ts";
import { supportDraft } from "#features/support/support-draft.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { remove } from "#lib/storage.ts";
import { Button } from "#ui/button.tsx";

/** 'Log out': ends the session, forgets what this browser keeps of the person, and leads home. What they have set stays. */
export function LogOutButton({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await logOut();
    } catch {
      notify(NOTICES.logOutFailed);
      setLeaving(false);
      return;
    }
    void forgetCopies();
    for (const notes of [draftStore, seenStore, answerChoices, messagesLeft, supportDraft])
      notes(userId).forget();
    remove(TOLD);
    notify(NOTICES.loggedOut);
    void navigate(paths.home);
  };
  return (
    <Button busy={leaving} onClick={() => void leave()}>
      Log out
    </Button>
  );
}
