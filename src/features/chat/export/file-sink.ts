import { EXPORTS } from "#features/chat/data/copies.ts";
import { download, type NamedFile } from "#lib/download.ts";

/** Where an export is written. Nothing that looks whole is left unless `close` has been called. */
export type FileSink = {
  /** The bytes are the caller's again when it resolves. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Gives the whole file to the person. */
  readonly close: () => Promise<void>;
  /** Removes what was written. */
  readonly giveUp: () => Promise<void>;
};

type SaveFilePicker = (options: {
  suggestedName: string;
  types: { accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>;

/** Nobody reads a dialog and dismisses it as quickly. A picker that ends sooner could not be shown. */
const SHOWN_MS = 250;

/**
 * Opens the file that an export is written to: one that the person picks where the browser has a picker, else one of
 * the browser's own file system, which is downloaded when it is whole. Must be called within a click.
 * @returns null when the person picked none
 */
export async function openSink(wanted: NamedFile): Promise<FileSink | null> {
  const begin = performance.now();
  try {
    const picked = await pickFile(wanted);
    if (picked !== null) return picked;
  } catch (error) {
    const isDismissed = error instanceof DOMException && error.name === "AbortError";
    if (isDismissed && performance.now() - begin > SHOWN_MS) return null;
  }
  return (await privateFile(wanted).catch(() => null)) ?? blobs(wanted);
}

async function pickFile({ fileName, mime }: NamedFile): Promise<FileSink | null> {
  const pick = (window as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker;
  if (pick === undefined) return null;
  const ending = fileName.slice(fileName.lastIndexOf("."));
  const handle = await pick.call(window, {
    suggestedName: fileName,
    types: [{ accept: { [mime]: [ending] } }],
  });
  // Picking has made it, empty.
  return sinkOf(handle, async () => handle.remove?.());
}

async function privateFile(wanted: NamedFile): Promise<FileSink> {
  const root = await navigator.storage.getDirectory();
  // What a page that was closed has left behind. The file of another tab that is still writing is locked and stays.
  await root.removeEntry(EXPORTS, { recursive: true }).catch(() => undefined);
  const directory = await root.getDirectoryHandle(EXPORTS, { create: true });
  const name = crypto.randomUUID();
  const handle = await directory.getFileHandle(name, { create: true });
  const remove = () => directory.removeEntry(name).catch(() => undefined);
  const sink = await sinkOf(handle, remove);
  const close = async () => {
    await sink.close();
    // While the browser copies it, it is locked: a log-out or another export does not remove it.
    const lock = await handle.createWritable();
    download(await handle.getFile(), wanted, () => void lock.abort().then(remove));
  };
  return { ...sink, close };
}

/** The browser writes to a second file, which takes the place of this one when it is closed. */
async function sinkOf(
  handle: FileSystemFileHandle,
  remove: () => Promise<void>,
): Promise<FileSink> {
  const file = await handle.createWritable();
  return {
    write: (bytes) => file.write(bytes),
    close: () => file.close(),
    giveUp: () => file.abort().then(remove),
  };
}

/** For browsers that write to no file: the pieces, which most browsers keep outside the memory of the page. */
function blobs(wanted: NamedFile): FileSink {
  const parts: Blob[] = [];
  return {
    write: async (bytes) => void parts.push(new Blob([bytes])),
    close: async () => download(new Blob(parts), wanted),
    giveUp: async () => void parts.splice(0),
  };
}
