import { type MouseEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { logOut } from "#features/auth/auth-api.ts";
import { refusedStore } from "#features/chat/composer/membership-note.tsx";
import { forgetCopies } from "#features/chat/data/copies.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { answerChoices } from "#features/chat/models/answer-choices.ts";
import { messagesLeft } from "#features/chat/models/messages-left-store.ts";
import { TOLD } from "#features/chat/notifications/tell-when-done.ts";
import { unfinishedImport } from "#features/import/unfinished-import.ts";
import { instructionsDraft } from "#features/preferences/instructions-draft.ts";
import { supportDraft } from "#features/support/support-draft.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { remove } from "#lib/storage.ts";
import { useStore } from "#lib/store.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

/**
 * 'Log out': ends the session, forgets what this browser keeps of the person, and leads home. What they have set stays.
 * Who has sent a message that the server does not have yet is asked before.
 */
export function LogOutButton({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const unsent = useStore(draftStore(userId), ({ outbox }) => outbox.length);
  const leave = async ({ currentTarget: pressed }: MouseEvent<HTMLButtonElement>) => {
    setLeaving(true);
    try {
      await logOut();
    } catch {
      notify(NOTICES.logOutFailed);
      // It was disabled meanwhile and has lost the focus.
      flushSync(() => setLeaving(false));
      pressed.focus();
      return;
    }
    void forgetCopies();
    for (const notes of [
      draftStore,
      refusedStore,
      answerChoices,
      messagesLeft,
      supportDraft,
      instructionsDraft,
      unfinishedImport,
    ])
      notes(userId).forget();
    remove(TOLD);
    notify(NOTICES.loggedOut);
    void navigate(paths.home);
  };
  return (
    <>
      <Button
        busy={leaving}
        onClick={(event) => (unsent > 0 ? setAsking(true) : void leave(event))}
      >
        Log out
      </Button>
      {isAsking && unsent > 0 && (
        <Dialog
          onClose={() => setAsking(false)}
          title="Log out now?"
          description={`${unsent === 1 ? "A message that you sent has" : `${unsent} messages that you sent have`} not reached the server yet. Logging out deletes what this browser keeps.`}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button variant="danger" busy={leaving} onClick={(event) => void leave(event)}>
                Log out
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
