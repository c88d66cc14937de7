import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { queryClient } from "#lib/query-client.ts";
import { useStore } from "#lib/store.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { saveInstructions } from "./instructions-api.ts";
import { instructionsDraft } from "./instructions-draft.ts";
import { instructionsQuery } from "./instructions-queries.ts";
import { instructionsCounter, instructionsToSave } from "./instructions-rules.ts";

/**
 * The dialog 'Instructions', for all models. What is typed is kept until it is saved, also when the dialog is closed.
 */
export function InstructionsDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const query = instructionsQuery(userId);
  const saved = useQuery(query);
  const draft = instructionsDraft(userId);
  const kept = useStore(draft, (text) => text);
  const typed = kept ?? saved.data ?? "";
  const text = instructionsToSave(typed);
  const field = useRef<HTMLTextAreaElement>(null);
  const save = useMutation({
    mutationFn: (instructions: string) => saveInstructions(userId, instructions),
    // Also when the dialog has been closed meanwhile. What was typed since stays.
    onSuccess: (stored, sent) => {
      queryClient.setQueryData(query.queryKey, stored);
      draft.change((now) => (now !== null && instructionsToSave(now) === sent ? null : now));
      notify(NOTICES.instructionsSaved);
    },
  });
  // What was read stays known when it cannot be read again.
  const isKnown = saved.data !== undefined;
  const canSave = text !== null && (kept !== null || isKnown);
  const isUnsaved = kept !== null && isKnown && kept !== saved.data;
  const isMissing = !isKnown && saved.isError;
  const failure = save.error?.message ?? (isMissing ? "This could not be loaded." : null);

  return (
    <Dialog
      onClose={onClose}
      size="large"
      title="Instructions"
      description="Every model reads this before the conversation, from your next message on. For example: a language, a length, or how to address you."
      initialFocus={field}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // A second press may come before the button is disabled.
          if (!canSave || save.isPending) return;
          save.mutate(text, { onSuccess: onClose, onError: () => field.current?.focus() });
        }}
      >
        <Field
          ref={field}
          label="Instructions for all models"
          name="instructions"
          rows={7}
          dir="auto"
          value={typed}
          // An empty field would look as if there were none.
          readOnly={kept === null && !isKnown}
          onChange={({ target: { value } }) =>
            draft.change(() => (value === saved.data ? null : value))
          }
          hint={
            <span className="flex flex-wrap items-center justify-between gap-x-4">
              {isUnsaved && (
                <span>
                  Not saved yet.{" "}
                  <button
                    type="button"
                    className="rounded-sm underline underline-offset-2 hover:text-ink"
                    onClick={() => {
                      draft.change(() => null);
                      field.current?.focus();
                    }}
                  >
                    Discard changes
                  </button>
                </span>
              )}
              <span className="ml-auto tabular-nums">{instructionsCounter(typed)}</span>
            </span>
          }
          error={text === null ? "This is too long." : undefined}
          className="max-h-[45dvh] min-h-36 resize-none overflow-y-auto [field-sizing:content] [unicode-bidi:plaintext]"
        />
        {failure !== null && (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
            {failure}
          </p>
        )}
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!canSave} busy={save.isPending}>
            {save.isPending ? "Saving..." : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
