import { type ReactNode, useId, useRef, useState } from "react";
import type { Chat } from "#contract";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Progress } from "#ui/progress.tsx";
import { jsonFormat } from "./json-format-rules.ts";
import { counted, timeLeft } from "./progress-rules.ts";
import { textFormat } from "./text-format-rules.ts";
import { type ExportState, useExport } from "./use-export.ts";

const FORMATS = [
  { format: textFormat, label: "Readable text", hint: "To read, print or search." },
  {
    format: jsonFormat,
    label: "JSON",
    hint: "With every reply, in the form that ChatGPT exports and other products import.",
  },
] as const;

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
  const [format, setFormat] = useState<(typeof FORMATS)[number]["format"]>(textFormat);
  const { state, start, cancel } = useExport(userId, chat);
  const isRunning = state.name === "running";
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
            {state.name === "done" ? "Close" : "Cancel"}
          </Button>
          {state.name !== "done" && (
            <Button
              variant="primary"
              busy={isRunning}
              onClick={() => {
                // This button is disabled while the export runs.
                close.current?.focus();
                void start(format);
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
        {FORMATS.map(({ format: offered, label, hint }, index) => (
          <div
            key={label}
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
                {label}
              </label>
              <p id={`${id}-${index}-hint`} className="text-sm text-ink-muted">
                {hint}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      <ExportStatus state={state} />
    </Dialog>
  );
}

/** How it stands. The live region is there from the beginning: screen readers announce only what changes in it. */
function ExportStatus({ state }: { state: ExportState }): ReactNode {
  return (
    <div className="mt-4 grid gap-2 text-sm text-ink-muted">
      {state.name === "running" && (
        <Progress
          label="Export"
          value={state.total === null ? 0 : Math.min(state.done, state.total)}
          max={Math.max(state.total ?? 1, 1)}
        />
      )}
      <div className="flex flex-wrap justify-between gap-x-4">
        {state.name === "running" && (
          <span>
            {state.total === null
              ? counted(state.done, "message")
              : `${state.done.toLocaleString("en-US")} of ${counted(state.total, "message")}`}
          </span>
        )}
        <output className={state.name === "failed" ? "text-danger" : ""}>{wordsFor(state)}</output>
      </div>
    </div>
  );
}

function wordsFor(state: ExportState): string | null {
  switch (state.name) {
    case "choosing":
      return null;
    case "running":
      if (state.awaited !== null) return WAITING[state.awaited];
      return state.total === null ? null : timeLeft(state.done, state.total, state.elapsedMs);
    case "done":
      return `Exported ${counted(state.written.chats, "chat")} with ${counted(state.written.messages, "message")}.`;
    case "failed":
      return state.reason;
  }
}
