/** Marks the words in a message, and returns what takes the marks out again. */
type Mark = (message: Element) => () => void;

/** In memory only: what people look for is stored nowhere. */
let found: { readonly messageId: string; readonly mark: Mark } | null = null;

/** Notes which message a search leads to, and how to mark what it found there. */
export function noteFound(messageId: string, mark: Mark): void {
  found = { messageId, mark };
}

/** Marks what the last search found in this message. Where it has led to another one nothing is marked. */
export const markFound = (messageId: string, message: Element): (() => void) | undefined =>
  found?.messageId === messageId ? found.mark(message) : undefined;
