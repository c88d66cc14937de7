import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { contentToSend, lengthNote } from "#features/chat/composer/content-rules.ts";
import { sendsMessage } from "#features/chat/composer/key-rules.ts";
import { useMembership } from "#features/chat/composer/membership-note.tsx";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import type { Row } from "#features/chat/messages/row-rules.ts";
import { ModelSelect } from "#features/chat/models/model-chooser.tsx";
import { takeEdited } from "#features/chat/sending/outgoing.ts";
import { senderOf } from "#features/chat/sending/sender.ts";
import { directionOf } from "#features/chat/text/direction-rules.ts";
import { isRefused } from "#lib/membership.ts";
import { paths } from "#lib/paths.ts";
import { serverTime } from "#lib/session.ts";
import { useStore } from "#lib/store.ts";
import type { ModelId } from "#models";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useEdited } from "./use-edited.ts";

/** A new chat begins with so many messages of another one at most. */
const CARRIED_AT_MOST = 200;

/** What a new chat begins with that has an edited message: it, or as many messages before it, in words. */
export function beginning(
  rows: readonly Pick<Row, "id" | "mine" | "failure">[],
  messageId: string,
  isWhole: boolean,
): string {
  const at = rows.findIndex(({ id }) => id === messageId);
  // What broke off, and what was never sent, is given to no model.
  const given = rows
    .slice(0, at)
    .filter(({ mine, failure }) => failure === null || (mine && failure.saved));
  if (isWhole && given.length === 0) return "this message";
  const atMost = !isWhole || given.length > CARRIED_AT_MOST ? CARRIED_AT_MOST : null;
  const count = atMost === null ? given.length : `up to ${atMost}`;
  return `the conversation up to here: ${count} message${count === 1 ? "" : "s"}`;
}

/**
 * The dialog 'Edit in a new chat' of one of the person's own messages. What is typed is kept as a draft. Sending goes to
 * the new chat at once; a person whom the server is expected to refuse stays until it has taken the message.
 */
export function EditDialog({
  userId,
  chatId,
  row: { id: messageId, content },
  rows,
  isWhole,
  model: first,
  onClose,
}: {
  userId: string;
  chatId: string;
  /** The message as it is. */
  row: Row;
  /** The messages of its chat. `isWhole`: these are all of them so far. */
  rows: readonly Row[];
  isWhole: boolean;
  /** The model that will answer, unless another one is chosen here. */
  model: ModelId;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const { membership } = useMembership(userId);
  const drafts = draftStore(userId);
  const from = { chatId, messageId };
  const [model, setModel] = useState(first);
  const [typed, change] = useEdited(userId, from, content);
  const isSending = useStore(drafts, ({ outbox }) =>
    outbox.some((entry) => entry.from?.messageId === messageId),
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const note = lengthNote(typed);
  const toSend = contentToSend(typed);

  const send = () => {
    if (toSend === null || isSending) return;
    // It stays in the field when it has left the draft.
    change(typed);
    const stays = isRefused(membership, serverTime());
    const entry = takeEdited(userId, from, toSend, model);
    senderOf(userId).deliver(entry, stays);
    if (!stays) void navigate(paths.chat(entry.chatId));
  };

  return (
    <Dialog
      onClose={onClose}
      size="large"
      title="Edit in a new chat"
      description={`The new chat begins with ${beginning(rows, messageId, isWhole)}. This chat stays as it is.`}
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
          dir={directionOf(typed)}
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
          className="box-edge max-h-[45dvh] min-h-32 w-full resize-none overflow-y-auto rounded-xl bg-surface-raised px-3.5 py-2.5 leading-6 text-ink outline-none [field-sizing:content] [unicode-bidi:plaintext]"
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
