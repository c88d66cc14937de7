import { useLayoutEffect, useRef } from "react";
import { breakable } from "./text-block-rules.ts";
import { markedRuns, type Run } from "./text-mark-rules.ts";

/** How a text is told apart: not at all, by the signs in it, or by those of a quotation too. */
export type Marks = "none" | "inline" | "quote";

/** A text that may grow. React would write it anew with each step, and a selection in it would be lost. */
export function GrownText({
  text,
  marks = "none",
  isWhole = false,
  ...look
}: {
  text: string;
  marks?: Marks;
  /** Whether its addresses are not broken. */
  isWhole?: boolean;
  className?: string;
  dir?: "auto" | undefined;
}) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const partsOf = (part: string) => (isWhole ? [part] : breakable(part));
    if (box.current === null) return;
    if (marks === "none") showParts(box.current, partsOf(text));
    else showRuns(box.current, markedRuns(text, marks === "quote"), partsOf);
  }, [text, isWhole, marks]);
  return <span ref={box} {...look} />;
}

const SIGN = "text-[0.75em] font-normal text-ink-muted not-italic";
const CODE = "rounded-sm box-decoration-clone bg-hover px-0.5 font-mono text-[0.875em]";

function classOf({ text, look }: Run): string {
  const { isSign, isBold, isItalic, isStruck, isCode, isFormula } = look;
  // A line may not end between the two signs.
  if (isSign) return text.startsWith("![") ? `${SIGN} whitespace-nowrap` : SIGN;
  const classes = [
    isBold && "font-semibold",
    isItalic && "italic",
    isStruck && "line-through",
    isCode && CODE,
    isFormula && "[direction:ltr] [unicode-bidi:isolate]",
  ];
  return classes.filter((each) => each !== false).join(" ");
}

/** Makes runs the text of an element, each in one of its own. What stands already, and is set as before, is not touched. */
export function showRuns(
  box: Element,
  runs: readonly Run[],
  partsOf: (text: string) => readonly string[],
): void {
  const looks = runs.map(classOf);
  const standing = [...box.children].filter(({ localName }) => localName === "span");
  if (standing.length === 0 && looks.every((look) => look === "")) {
    return showParts(box, partsOf(runs.map(({ text }) => text).join("")));
  }
  const isKept = (at: number) =>
    standing[at]?.className === looks[at] &&
    (at === runs.length - 1 || standing[at]?.textContent === runs[at]?.text);
  let kept = 0;
  while (kept < standing.length && kept < runs.length && isKept(kept)) kept += 1;
  const write = () => {
    if (standing.length === 0) box.replaceChildren();
    for (const old of standing.slice(kept)) old.remove();
    runs.forEach(({ text }, at) => {
      if (at < kept - 1) return;
      const run = at < kept ? standing[at] : box.appendChild(document.createElement("span"));
      if (run === undefined) return;
      if (at >= kept) run.className = looks[at] ?? "";
      showParts(run, partsOf(text));
    });
  };
  if (kept < standing.length || standing.length === 0) withSelection(box, write);
  else write();
}

/** Writes a text anew, and selects in it again what was selected. */
export function withSelection(box: Element, write: () => void): void {
  const selection = box.ownerDocument.getSelection();
  const ends = [
    [selection?.anchorNode ?? null, selection?.anchorOffset ?? 0],
    [selection?.focusNode ?? null, selection?.focusOffset ?? 0],
  ] as const;
  if (!selection || selection.isCollapsed || !ends.some(([node]) => box.contains(node)))
    return write();
  const places = ends.map(([node, offset]) => {
    if (node === null || !box.contains(node)) return null;
    const range = document.createRange();
    range.setStart(box, 0);
    range.setEnd(node, offset);
    return range.toString().length;
  });
  write();
  const [anchor, focus] = ends.map(([node, offset], index) => {
    const place = places[index] ?? null;
    return place === null ? ([node, offset] as const) : placeIn(box, place);
  });
  if (anchor?.[0] && focus?.[0])
    selection.setBaseAndExtent(anchor[0], anchor[1], focus[0], focus[1]);
}

/** Where in an element so many of its characters end. */
function placeIn(box: Element, characters: number): readonly [Node, number] {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let remaining = characters;
  while (texts.nextNode() !== null) {
    const { data } = texts.currentNode as Text;
    if (remaining <= data.length) return [texts.currentNode, remaining];
    remaining -= data.length;
  }
  return [box, box.childNodes.length];
}

/** Makes parts the text of an element, with a `wbr` between two. What stands already is not touched. */
export function showParts(box: Element, parts: readonly string[]): void {
  const text = parts.join("");
  const isTranslated = [...box.children].some(({ localName }) => localName !== "wbr");
  if (isTranslated && box.textContent === text) return;
  if (isTranslated) box.replaceChildren();
  const standing = box.textContent;
  cutOff(box, standing.length - sharedLength(standing, text));
  const rest = text.slice(box.textContent.length);
  if (box.lastChild instanceof Text) box.lastChild.appendData(rest);
  else if (rest !== "") box.append(rest);
  const places = new Set<number>();
  let end = 0;
  for (const part of parts.slice(0, -1)) places.add((end += part.length));
  let at = 0;
  for (const node of Array.from(box.childNodes)) {
    if (!(node instanceof Text)) {
      if (!places.has(at)) node.remove();
      continue;
    }
    const end = at + node.length;
    // Parted before, when there was a place for it here.
    if (places.has(at) && node.previousSibling instanceof Text)
      node.before(document.createElement("wbr"));
    const within = [...places].filter((place) => place > at && place < end);
    // From the end: a selection goes on in the second half of what is parted.
    for (const place of within.toReversed())
      node.splitText(place - at).before(document.createElement("wbr"));
    at = end;
  }
}

/** Takes so many characters from the end. */
function cutOff(box: Element, count: number): void {
  for (let left = count; left > 0 || box.lastChild instanceof Element;) {
    const last = box.lastChild;
    if (!(last instanceof Text) || last.length <= left) {
      left -= last instanceof Text ? last.length : 0;
      last?.remove();
    } else {
      last.deleteData(last.length - left, left);
      left = 0;
    }
  }
}

/** How many characters two texts have in common from their beginning. */
function sharedLength(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  let length = 0;
  while (length < other.length && one[length] === other[length]) length += 1;
  return length;
}
