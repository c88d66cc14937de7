import { remove, writeText } from "#lib/storage.ts";
import { forgetSnapshots, keepsCopiesOf, SNAPSHOT, VERSION } from "./copies.ts";

// A snapshot is what stands on a chat's page when its person leaves it: its elements, their attributes and texts. On the
// next opening of that address src/app/snapshot-paint.js draws it before the app's scripts run, and removes it. There is
// one in the browser, of the page that was left last, and none while a page is in use.

/** `[name, attributes, ...children]`, or a text. */
type SnapshotNode = string | [string, (readonly [string, string])[], ...SnapshotNode[]];

/** A larger one would take the room of what is typed. */
const CHARACTERS_AT_MOST = 400_000;
/** More than a sidebar shows. */
const CHATS_AT_MOST = 20;
/** What only stands there for a moment. */
const LEFT_OUT = "[popover], [data-sonner-toaster]";
/** What will have changed when the page is opened again, or is not shown as it is opened. */
const CHANGING = "[role=dialog], [aria-busy=true], [aria-label=Stop], section[data-message]";

/**
 * Keeps a snapshot when a person leaves their chat, until `ended`: when the page goes or is out of sight. It goes when
 * they are back.
 */
export function keepSnapshots(userId: string, ended: AbortSignal): void {
  const key = SNAPSHOT + userId;
  const until = { signal: ended };
  const keep = () => {
    const snapshot = keepsCopiesOf(userId) ? take() : undefined;
    if (snapshot === undefined || !writeText(key, snapshot)) remove(key);
  };
  forgetSnapshots();
  // Not every browser tells of a page that goes by both events.
  window.addEventListener("pagehide", keep, until);
  document.addEventListener(
    "visibilitychange",
    () => (document.hidden ? keep() : remove(key)),
    until,
  );
}

/** Undefined where the page shows no chat, or changes. */
function take(): string | undefined {
  const { pathname: path, hash } = location;
  const root = document.getElementById("root") ?? document.body;
  const messages = [...root.querySelectorAll("[aria-label=Conversation] [data-message]")];
  const last = messages.at(-1);
  if (last === undefined || hash !== "" || root.querySelector(CHANGING) !== null) return undefined;
  const end = last.getBoundingClientRect().bottom;
  const isFar = (message: Element) => end - message.getBoundingClientRect().bottom > innerHeight;
  const leftOut = new Set([
    ...root.querySelectorAll(LEFT_OUT),
    ...messages.filter(isFar),
    ...[...root.querySelectorAll("[data-chat]")].slice(CHATS_AT_MOST),
  ]);
  const nodes = nodesIn(root, leftOut);
  const text = JSON.stringify({ version: VERSION, at: Date.now(), path, nodes });
  return text.length <= CHARACTERS_AT_MOST ? text : undefined;
}

function nodesIn(parent: Element, leftOut: ReadonlySet<Element>): SnapshotNode[] {
  return [...parent.childNodes].flatMap((node): SnapshotNode[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element) || leftOut.has(node)) return [];
    const attributes = [...node.attributes].map(({ name, value }) => [name, value] as const);
    if (node instanceof HTMLOptionElement && node.selected) attributes.push(["selected", ""]);
    const isBox = node instanceof HTMLTextAreaElement;
    const children = isBox ? [node.value] : nodesIn(node, leftOut);
    return [[node.localName, attributes, ...children]];
  });
}
