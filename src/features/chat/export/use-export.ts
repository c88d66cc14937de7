import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Chat } from "#contract";
import { verifySession } from "#lib/session.ts";
import { exportSource, readHistorySize } from "./export-api.ts";
import { exportChats } from "./export-chats.ts";
import { type FileSink, openSink } from "./file-sink.ts";
import { type ExportFormat, fileNameFor } from "./format-rules.ts";
import { type Awaited, patientReader } from "./patience.ts";
import type { ExportProgress } from "./progress-rules.ts";

const SHOWN_EVERY_MS = 200;

/** How far it is, and what it waits for; null while it goes on. */
type Progress = ExportProgress & { readonly awaited: Awaited | null };

/**
 * An export of a person's chats, or of one of them, from the click on 'Download' to the file. Leaving the page, or
 * `cancel`, removes what was written. `progress` is null unless it runs, `written` until it is done, `error` unless it
 * failed.
 */
export function useExport(userId: string, only: Chat | null) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);

  /** Writes everything into a file and closes it, and shows how far it is. Throws when it cannot, or was cancelled. */
  const writeTo = async (sink: FileSink, format: ExportFormat, signal: AbortSignal) => {
    const begin = performance.now();
    let shown: Progress = { done: 0, total: null, elapsedMs: 0, awaited: null };
    let shownAt = 0;
    const show = (change: Partial<Progress>) => {
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
    const reader = patientReader(wait, (awaited) => {
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

/** Resolves after a time, or as soon as the network is back. Rejects when the signal is aborted. */
async function untilOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    window.addEventListener("online", resolve, over);
    signal.addEventListener("abort", resolve, over);
    if (signal.aborted) resolve(null);
  });
  over.abort();
  signal.throwIfAborted();
}
