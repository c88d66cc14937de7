/** `1 chat`, `12,000 chats`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}
