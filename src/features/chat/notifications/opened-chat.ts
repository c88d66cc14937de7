let open: ((path: string) => void) | undefined;

/** Receives the paths of chats that are opened from a notification. Returns a function that ends it. */
export function onChatOpened(receive: (path: string) => void): () => void {
  open = receive;
  return () => {
    if (open === receive) open = undefined;
  };
}

/** Opens a chat from outside the page. */
export function openChat(path: string): void {
  if (open === undefined) location.assign(path);
  else open(path);
}
