import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Chat } from "#contract";
import { changeChat } from "#features/chat/data/chat-api.ts";
import { upsertChanged } from "#features/chat/data/chat-cache.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { TITLE_LIMIT } from "#text-rules";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { isTooLong, titleToSave } from "./title-rules.ts";

/** The dialog behind 'Rename chat'. It shows a failure itself, and what was typed stays. */
export function RenameDialog({
  userId,
  chat,
  onClose,
}: {
  userId: string;
  chat: Chat;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(chat.title ?? "");
  const rename = useMutation({
    mutationFn: (title: string) => changeChat(userId, { chatId: chat.id, title }),
    // Also when the dialog has been closed meanwhile.
    onSuccess: (renamed) => {
      upsertChanged(userId, renamed);
      tellOtherTabs({ userId, chatId: chat.id });
    },
  });
  const form = useRef<HTMLFormElement>(null);
  // `isPending` follows with the next render; a second Enter may come before that.
  const isSaving = useRef(false);
  const title = titleToSave(typed, chat.title);

  const save = () => {
    if (title === null || isSaving.current) return;
    isSaving.current = true;
    rename.mutate(title, {
      onSuccess: onClose,
      // The pressed button was disabled meanwhile and has lost the focus.
      onError: () => form.current?.querySelector("input")?.focus(),
      onSettled: () => {
        isSaving.current = false;
      },
    });
  };

  return (
    <Dialog onClose={onClose} title="Rename chat">
      <form
        ref={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label="Title"
          name="title"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="New conversation"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={
            isTooLong(typed) ? `A title can have at most ${TITLE_LIMIT} characters.` : undefined
          }
        />
        {rename.isError && (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
            {rename.error.message}
          </p>
        )}
        <div className="mt-2 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={title === null} busy={rename.isPending}>
            {rename.isPending ? "Saving..." : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
