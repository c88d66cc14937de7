import { useLayoutEffect, useRef } from "react";
import { breakable } from "./text-block-rules.ts";

/** A text that may grow. React would write it anew with each step, and a selection in it would be lost. */
export function GrownText({
  text,
  isWhole = false,
  ...look
}: {
  text: string;
  /** Whether its addresses are not broken. */
  isWhole?: boolean;
  className?: string;
  dir?: "auto" | undefined;
}) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (box.current) showParts(box.current, isWhole ? [text] : breakable(text));
  }, [text, isWhole]);
  return <span ref={box} {...look} />;
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
