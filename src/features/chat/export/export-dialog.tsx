import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { Chat } from "#contract";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { counted } from "#lib/counted.ts";
import { type Awaited, patientCaller, untilOnline } from "#lib/patience.ts";
import { type Progressing, timeLeft } from "#lib/progress-rules.ts";
import { NoSessionError, verifySession } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Progress } from "#ui/progress.tsx";
import { exportSource } from "./export-api.ts";
import { exportChats } from "./export-chats.ts";
import { type FileSink, openSink } from "./file-sink.ts";
import { type ExportFormat, fileNameFor, jsonFormat, textFormat } from "./format-rules.ts";
import { readHistorySize } from "./history-size-api.ts";

const FORMATS: readonly ExportFormat[] = [textFormat, jsonFormat];

const WAITING = {
  connection: "No connection. The export continues when you are back online.",
  server: "The server is busy. Trying again...",
} as const;

const SHOWN_EVERY_MS = 200;

/** How far it is, and what it waits for; null while it goes on. */
type Running = Progressing & { readonly awaited: Awaited | null };

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
  const said =
    error !== null
      ? reasonOf(error)
      : written !== null
        ? `Exported ${counted(written.chats, "chat")} with ${counted(written.messages, "message")}.`
        : progress !== null &&
          (progress.awaited === null ? timeLeft(progress) : WAITING[progress.awaited]);
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
              onChange={() => {
                setFormat(offered);
                // In the other format it can be written again.
                if (written !== null) cancel();
              }}
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
          <output className={error === null ? "" : "text-danger"}>{said}</output>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * An export of a person's chats, or of one of them, from the click on 'Download' to the file. Leaving the page, or
 * `cancel`, removes what was written. `progress` is null unless it runs, `written` until it is done, `error` unless it
 * failed.
 */
function useExport(userId: string, only: Chat | null) {
  const [progress, setProgress] = useState<Running | null>(null);
  const running = useRef<AbortController | null>(null);

  /** Writes everything into a file and closes it, and shows how far it is. Throws when it cannot, or was cancelled. */
  const writeTo = async (sink: FileSink, format: ExportFormat, signal: AbortSignal) => {
    const begin = performance.now();
    let shown: Running = { done: 0, total: null, elapsedMs: 0, awaited: null };
    let shownAt = 0;
    const show = (change: Partial<Running>) => {
      const now = performance.now();
      shown = { ...shown, ...change, elapsedMs: now - begin };
      // The count may come when the next one runs.
      if (running.current?.signal !== signal) return;
      if (now - shownAt < SHOWN_EVERY_MS && !("awaited" in change)) return;
      shownAt = now;
      setProgress(shown);
    };
    signal.throwIfAborted();
    show({ awaited: null });
    readHistorySize(userId, only, signal).then(
      ({ messages }) => show({ total: messages }),
      () => undefined,
    );
    const wait = async (milliseconds: number) => {
      // A session that ended elsewhere is noticed here, and the next read fails for good.
      await verifySession();
      await untilOnline(milliseconds, signal);
    };
    const reader = patientCaller(wait, (awaited) => {
      if (awaited !== shown.awaited) show({ awaited });
    });
    const source = exportSource(userId, only, signal, reader);
    const onProgress = (done: number) => show({ done });
    const written = await exportChats({ source, format, write: sink.write, onProgress });
    signal.throwIfAborted();
    await sink.close();
    return written;
  };

  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: async ({ format, signal }: { format: ExportFormat; signal: AbortSignal }) => {
      const { ending, mime } = format;
      const fileName = fileNameFor(only?.title ?? null, ending, Date.now());
      const sink = await openSink({ fileName, mime });
      if (sink === null) return null;
      try {
        return await writeTo(sink, format, signal);
      } catch (error) {
        await sink.giveUp().catch(() => undefined);
        throw error;
      }
    },
  });
  const start = (format: ExportFormat) => {
    if (isPending) return;
    setProgress(null);
    running.current = new AbortController();
    mutate({ format, signal: running.current.signal });
  };
  const cancel = useCallback(() => {
    running.current?.abort();
    reset();
  }, [reset]);
  useEffect(() => cancel, [cancel]);
  return { progress: isPending ? progress : null, written: data ?? null, error, start, cancel };
}

function reasonOf(error: Error): string {
  if (error instanceof NoSessionError) return "You are no longer logged in. Log in and try again.";
  if (error.name === "QuotaExceededError") return "There is not enough space on this device.";
  if (error.name === "PostgrestError") {
    return "The server refused the export. Reload the page and try again.";
  }
  return "The export failed. Please try again.";
}
