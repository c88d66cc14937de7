import { useId, useRef, useState } from "react";
import type { Chat } from "#contract";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { NoSessionError } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Progress } from "#ui/progress.tsx";
import type { ExportFormat } from "./format-rules.ts";
import { jsonFormat } from "./json-format-rules.ts";
import { counted, timeLeft } from "./progress-rules.ts";
import { textFormat } from "./text-format-rules.ts";
import { useExport } from "./use-export.ts";

const FORMATS: readonly ExportFormat[] = [textFormat, jsonFormat];

const WAITING = {
  connection: "No connection. It goes on as soon as there is one.",
  server: "The server refuses right now. It is asked again.",
} as const;

/** The dialog 'Export chats': everything of a person, or one chat. Closing it cancels what is running. */
export function ExportDialog({
  userId,
  chat,
  onClose,
}: {
  userId: string;
  /** Null for all chats. */
  chat: Chat | null;
  onClose: () => void;
}) {
  const [format, setFormat] = useState(textFormat);
  const { progress, written, error, start, cancel } = useExport(userId, chat);
  const isRunning = progress !== null;
  const close = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <Dialog
      onClose={onClose}
      title="Export chats"
      description={
        chat === null ? "All your chats, in one file." : `The chat “${titleOf(chat)}”, in one file.`
      }
      actions={
        <>
          <Button ref={close} onClick={isRunning ? cancel : onClose}>
            {written !== null ? "Close" : "Cancel"}
          </Button>
          {written === null && (
            <Button
              variant="primary"
              busy={isRunning}
              onClick={() => {
                // This button is disabled while the export runs.
                close.current?.focus();
                start(format);
              }}
            >
              Download
            </Button>
          )}
        </>
      }
    >
      <fieldset disabled={isRunning} className="grid gap-2">
        <legend className="sr-only">Format</legend>
        {FORMATS.map((offered, index) => (
          <div
            key={offered.label}
            className="flex items-start gap-3 rounded-md border border-line px-4 py-3 transition-colors hover:bg-hover has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              id={`${id}-${index}`}
              type="radio"
              name="format"
              checked={offered === format}
              onChange={() => setFormat(offered)}
              aria-describedby={`${id}-${index}-hint`}
              className="mt-1 size-4 shrink-0 accent-primary"
            />
            <div className="min-w-0 flex-1">
              <label htmlFor={`${id}-${index}`} className="block font-medium">
                {offered.label}
              </label>
              <p id={`${id}-${index}-hint`} className="text-sm text-ink-muted">
                {offered.hint}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      {/* The live region is there from the beginning: screen readers announce only what changes in it. */}
      <div className="mt-4 grid gap-2 text-sm text-ink-muted">
        {progress !== null && (
          <Progress
            label="Export"
            value={Math.min(progress.done, progress.total ?? 0)}
            max={Math.max(progress.total ?? 1, 1)}
          />
        )}
        <div className="flex flex-wrap justify-between gap-x-4">
          {progress !== null && (
            <span>
              {progress.total === null
                ? counted(progress.done, "message")
                : `${progress.done.toLocaleString("en-US")} of ${counted(progress.total, "message")}`}
            </span>
          )}
          <output className={error === null ? "" : "text-danger"}>
            {progress !== null &&
              (progress.awaited === null ? timeLeft(progress) : WAITING[progress.awaited])}
            {written !== null &&
              `Exported ${counted(written.chats, "chat")} with ${counted(written.messages, "message")}.`}
            {error !== null && reasonOf(error)}
          </output>
        </div>
      </div>
    </Dialog>
  );
}

function reasonOf(error: Error): string {
  if (error instanceof NoSessionError) return "You are no longer logged in. Log in and try again.";
  if (error.name === "QuotaExceededError") return "There is not enough room on this device.";
  if (error.name === "PostgrestError") {
    return "The server refused the export. Reload the page and try again.";
  }
  return "The export failed. Please try again.";
}
