let last = -1;

/**
 * An id for a new chat, message or answer: a UUID of version 7, which is the time in milliseconds and 74 random bits.
 * So new ids lie side by side in an index, and only its end has to be in memory. Each is later than the one before,
 * even where the clock is set back.
 */
export function newId(): string {
  last = Math.max(last + 1, Date.now());
  const time = last.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
