/**
 * An id for a new chat, message or answer: a UUID of version 7, which is the time in milliseconds and 74 random bits.
 * New ids so lie side by side in an index, which keeps the one place where they go in memory.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
