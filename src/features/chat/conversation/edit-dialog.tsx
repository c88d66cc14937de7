import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { contentToSend, lengthNote } from "#features/chat/composer/content-rules.ts";
import { sendsMessage } from "#features/chat/composer/key-rules.ts";
import { useMembership } from "#features/chat/composer/membership-note.tsx";
import { contentAt, editPlace } from "#features/chat/drafts/draft-rules.ts";
import { draftStore, keepTyped } from "#features/chat/drafts/draft-store.ts";
import type { Row } from "#features/chat/messages/row-rules.ts";
import { ModelSelect } from "#features/chat/models/model-chooser.tsx";
import { takeEdited } from "#features/chat/sending/outgoing.ts";
import { createSender } from "#features/chat/sending/sender.ts";
import { isRefused } from "#lib/membership.ts";
import { paths } from "#lib/paths.ts";
import { useStore } from "#lib/store.ts";
import type { ModelId } from "#models";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

/**
 * The dialog 'Edit in a new chat' of one of the person's own messages. What is typed is kept as a draft. Sending goes to
 * the new chat at once; a person whom the server is expected to refuse stays until it has taken the message.
 */
export function EditDialog({
  userId,
  chatId,
  row: { id: messageId, content },
  model: first,
  carried,
  onClose,
}: {
  userId: string;
  chatId: string;
  /** The message as it is. */
  row: Row;
  /** The model that will answer, unless another one is chosen here. */
  model: ModelId;
  /** How many messages the new chat begins with, in words. */
  carried: string;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const membership = useMembership(userId);
  const drafts = draftStore(userId);
  const from = { chatId, messageId };
  const place = editPlace(from);
  const [model, setModel] = useState(first);
  const [typed, setTyped] = useState(() => contentAt(drafts.get(), place) || content);
  const isSending = useStore(drafts, ({ outbox }) =>
    outbox.some((entry) => entry.from?.messageId === messageId),
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const note = lengthNote(typed);
  const toSend = contentToSend(typed);

  const change = (text: string) => {
    const kept = (shown: string) => (shown === content ? "" : shown);
    setTyped(text);
    keepTyped(drafts, place, kept(typed), kept(text));
  };

  const send = () => {
    if (toSend === null || isSending) return;
    const stays = isRefused(membership, Date.now());
    const entry = takeEdited(userId, from, toSend, model);
    createSender({ userId, navigate }).deliver(entry, stays);
    if (!stays) void navigate(paths.chat(entry.chatId));
  };

  return (
    <Dialog
      onClose={onClose}
      size="large"
      title="Edit in a new chat"
      description={`The new chat begins with the conversation up to here: ${carried}. This chat stays as it is.`}
      initialFocus={field}
    >
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label htmlFor={id} className="text-sm font-medium">
          Message
        </label>
        <textarea
          ref={field}
          id={id}
          dir="auto"
          rows={5}
          value={typed}
          aria-describedby={`${id}-note`}
          aria-invalid={note?.over === true || undefined}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (!sendsMessage(event.nativeEvent)) return;
            event.preventDefault();
            send();
          }}
          className="box-edge max-h-[45dvh] min-h-32 w-full resize-none overflow-y-auto rounded-xl bg-surface-raised px-3.5 py-2.5 leading-6 text-ink outline-none [field-sizing:content]"
        />
        <div className="flex flex-wrap items-center gap-x-1 text-sm/6 text-ink-muted">
          <label htmlFor={`${id}-model`}>Answered by</label>
          <ModelSelect id={`${id}-model`} value={model} onChoose={setModel} />
          <p
            id={`${id}-note`}
            className={`ml-auto text-xs ${note?.over === true ? "font-medium text-danger" : ""}`}
          >
            {note?.text}
          </p>
        </div>
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={toSend === null} busy={isSending}>
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
