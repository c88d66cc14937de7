import { paths } from "#lib/paths.ts";

const CHAT = /^\/chats\/([^/]+)\/*$/i;

/** The part of a chat's address that should be its id, whatever it is; null for any other address. */
export function chatIdIn(pathname: string): string | null {
  return CHAT.exec(pathname)?.[1] ?? null;
}

/** Whether the chat screen is shown at this address: the home screen or a chat. */
export function isChatScreen(pathname: string): boolean {
  return plain(pathname) === plain(paths.home) || chatIdIn(pathname) !== null;
}

/**
 * Whether an address is that of a screen. Capital letters and slashes at the end make no difference.
 * @param path The screen's path. A star at its end stands for anything.
 */
export function isAt(path: string, pathname: string): boolean {
  if (path.endsWith("*")) return plain(pathname).startsWith(path.slice(0, -1));
  return plain(path) === plain(pathname);
}

const plain = (pathname: string) => pathname.toLowerCase().replace(/\/+$/, "");
