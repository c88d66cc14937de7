/** The key of what is left of a person's limits in local storage. */
export function messagesLeftKey(userId: string | null): string {
  return `messages-left:${userId}`;
}
