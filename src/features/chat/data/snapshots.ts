import { remove, storedUnder, writeText } from "#lib/storage.ts";
import { keepsCopiesOf, SNAPSHOT } from "./copies.ts";

// A snapshot is what stands on a chat's page when nothing has changed there for a moment: its elements, their attributes
// and texts. On the next opening of that address src/app/snapshot-paint.js draws it before the app's scripts run. There is
// one in the browser, of the page that changed last.

/** `[name, attributes, ...children]`, or a text. */
type SnapshotNode = string | [string, (readonly [string, string])[], ...SnapshotNode[]];

const STILL_MS = 300;
/** A larger one would take the room of what is typed. */
const CHARACTERS_AT_MOST = 400_000;
/** More than a sidebar shows. */
const CHATS_AT_MOST = 40;
/** What only stands there for a moment. */
const LEFT_OUT = "[popover], [data-sonner-toaster]";
/** What will have changed when the page is opened again, or is not shown as it is opened. */
const CHANGING = "[role=dialog], [aria-busy=true], [aria-label=Stop], section[data-message]";

/** Takes snapshots while a person's chat is open, and removes one when the page changes. Returns a function that ends it. */
export function keepSnapshots(userId: string): () => void {
  const root = document.getElementById("root");
  if (root === null) return () => undefined;
  const key = SNAPSHOT + userId;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    remove(key);
    clearTimeout(timer);
    timer = setTimeout(() => keepsCopiesOf(userId) && take(root, key), STILL_MS);
  };
  for (const [other] of storedUnder(SNAPSHOT)) remove(other);
  onChange();
  const observer = new MutationObserver(onChange);
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

function take(root: HTMLElement, key: string) {
  const { pathname: path, hash } = location;
  const messages = [...root.querySelectorAll("[aria-label=Conversation] [data-message]")];
  const last = messages.at(-1);
  if (last === undefined || hash !== "" || root.querySelector(CHANGING) !== null) return;
  const end = last.getBoundingClientRect().bottom;
  const isFar = (message: Element) =>
    end - message.getBoundingClientRect().bottom > 1.5 * innerHeight;
  const leftOut = new Set([
    ...root.querySelectorAll(LEFT_OUT),
    ...messages.filter(isFar),
    ...[...root.querySelectorAll("[data-chat]")].slice(CHATS_AT_MOST),
  ]);
  const nodes = nodesIn(root, leftOut);
  const version = document.querySelector<HTMLScriptElement>("script[type=module]")?.src;
  const text = JSON.stringify({ version, at: Date.now(), path, nodes });
  if (text.length <= CHARACTERS_AT_MOST) writeText(key, text);
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
