import { useCallback, useEffect, useRef, useState } from "react";
import type { Chat } from "#contract";
import { NoSessionError, verifySession } from "#lib/session.ts";
import { exportSource, readHistorySize } from "./export-api.ts";
import { exportChats } from "./export-chats.ts";
import { type FileSink, openSink } from "./file-sink.ts";
import { type ExportFormat, fileNameFor, type ExportSummary } from "./format-rules.ts";
import { type Awaited, passesWith, patientSource } from "./patient-source.ts";

const SHOWN_EVERY_MS = 200;

export type ExportState =
  | { readonly name: "choosing" }
  | {
      readonly name: "running";
      readonly done: number;
      /** How many messages there are; null while they are not counted. */
      readonly total: number | null;
      readonly elapsedMs: number;
      /** What it waits for; null while it goes on. */
      readonly awaited: Awaited | null;
    }
  | { readonly name: "done"; readonly written: ExportSummary }
  | { readonly name: "failed"; readonly reason: string };

/**
 * An export of a person's chats, or of one of them, from the click on 'Download' to the file. Leaving the page, or
 * `cancel`, removes what was written.
 */
export function useExport(userId: string, only: Chat | null) {
  const [state, setState] = useState<ExportState>({ name: "choosing" });
  const running = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    if (running.current === null) return;
    running.current.abort();
    running.current = null;
    // Here and not when it has ended: the next one may run by then.
    setState({ name: "choosing" });
  }, []);
  useEffect(() => cancel, [cancel]);

  /** Writes everything into a file and closes it, and shows how far it is. Throws when it cannot, or was cancelled. */
  const writeTo = async (sink: FileSink, format: ExportFormat, signal: AbortSignal) => {
    const begin = performance.now();
    const shown = { done: 0, total: null as number | null, awaited: null as Awaited | null };
    let shownAt = 0;
    const show = (change: Partial<typeof shown>) => {
      Object.assign(shown, change);
      const now = performance.now();
      // The count may come when it has failed or was cancelled.
      if (running.current?.signal !== signal) return;
      if (now - shownAt < SHOWN_EVERY_MS && !("awaited" in change)) return;
      shownAt = now;
      setState({ name: "running", ...shown, elapsedMs: now - begin });
    };
    signal.throwIfAborted();
    show({ awaited: null });
    readHistorySize(userId, only, signal).then(
      ({ messages }) => show({ total: messages }),
      () => undefined,
    );
    const source = patientSource(exportSource(userId, only, signal), {
      passesWith: (error) => (signal.aborted ? null : passesWith(error)),
      wait: async (milliseconds) => {
        // A session that ended elsewhere is noticed here, and the next read fails for good.
        await verifySession();
        await untilOnline(milliseconds, signal);
      },
      onWaiting: (awaited) => {
        if (awaited !== shown.awaited) show({ awaited });
      },
    });
    const onProgress = (done: number) => show({ done });
    const written = await exportChats({ source, sink, format, onProgress });
    signal.throwIfAborted();
    await sink.close();
    return written;
  };

  const start = async (format: ExportFormat) => {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    try {
      const { name, mime } = format.fileType;
      const fileName = fileNameFor(only?.title ?? null, name, Date.now());
      const sink = await openSink({ fileName, mime });
      if (sink === null) return;
      try {
        setState({ name: "done", written: await writeTo(sink, format, signal) });
      } catch (error) {
        await sink.giveUp().catch(() => undefined);
        throw error;
      }
    } catch (error) {
      if (!signal.aborted) setState({ name: "failed", reason: reasonOf(error) });
    } finally {
      if (running.current === controller) running.current = null;
    }
  };
  return { state, start, cancel };
}

function reasonOf(error: unknown): string {
  if (error instanceof NoSessionError) return "You are no longer logged in. Log in and try again.";
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return "There is not enough room on this device.";
  }
  if (error instanceof Error && error.name === "PostgrestError") {
    return "The server refused the export. Reload the page and try again.";
  }
  return "The export failed. Please try again.";
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
