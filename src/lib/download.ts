/** What a file that is given to the person is called, and what it holds. */
export type NamedFile = { readonly fileName: string; readonly mime: string };

/** How long a download that the browser has been given may take to copy the file. */
const COPIED_AFTER_MS = 60_000;

/**
 * Gives the person a file.
 * @param onCopied Is called when the browser needs the content no more.
 */
export function download(
  content: Blob,
  { fileName, mime }: NamedFile,
  onCopied?: () => void,
): void {
  const address = URL.createObjectURL(content.slice(0, content.size, mime));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
    onCopied?.();
  }, COPIED_AFTER_MS);
}
