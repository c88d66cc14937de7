import { withSelection } from "./grown-text.tsx";
import { type Passage, piecesIn, unmark, wrap } from "./marks.ts";
import { openTabOf } from "./message-tab.ts";

/** The parts of the marked place: one where it stands in one piece. */
let marks: readonly HTMLElement[] = [];

/**
 * Marks a place in the text of a message, brings it into view and puts the focus there. The place that was marked before is
 * marked no more. Where the text stands otherwise, as in a translated page, only the message is brought into view.
 * @param place In the message's content.
 * @param words What stands there.
 * @param from The `data-quotation` of what has led here. Esc leads back to it.
 */
export function markPlace(messageId: string, place: Passage, words: string, from: string): void {
  unmark(marks);
  marks = [];
  const message = document.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
  const text = message?.querySelector("[data-content]");
  if (!message || !text) return;
  openTabOf(message);
  if (text.textContent.slice(place.start, place.end) === words)
    marks = piecesIn(text, [place]).map(({ piece }) => wrap(piece, "mark", "marked-place"));
  const [first = message] = marks;
  first.tabIndex = -1;
  first.addEventListener("keydown", (event) => {
    // It may stand elsewhere by now: leading here may have opened the replies.
    const all = document.querySelectorAll<HTMLElement>(`[data-quotation="${CSS.escape(from)}"]`);
    const back = [...all].find((it) => it.checkVisibility());
    if (event.key !== "Escape" || back === undefined) return;
    // It stops no reply.
    event.preventDefault();
    back.focus();
  });
  first.focus({ preventScroll: true });
  first.scrollIntoView({ block: "center", inline: "nearest" });
}

const QUOTATION =
  "cursor-pointer rounded-sm text-primary underline decoration-dotted underline-offset-4 hover:decoration-solid print:text-ink print:no-underline";

/**
 * Makes the quotations of a text buttons. The text that stands is not written anew, and what is selected in it stays so. In
 * a page that was translated meanwhile it is left as it is.
 * @param quotations In the order of the text. `key` is the `data-quotation` of its button.
 * @param onPress Gets the key.
 */
export function markQuotations(
  box: Element,
  content: string,
  quotations: readonly (Passage & { readonly key: string })[],
  onPress: (key: string) => void,
): void {
  const standing = [...box.querySelectorAll<HTMLElement>("[data-quotation][role]")];
  const isMarked =
    standing.length === quotations.length &&
    standing.every(({ dataset }, index) => dataset["quotation"] === quotations[index]?.key);
  if (isMarked || box.textContent !== content) return;
  withSelection(box, () => {
    for (const old of box.querySelectorAll("[data-quotation]")) old.replaceWith(...old.childNodes);
    let last: Passage | null = null;
    for (const { piece, place } of piecesIn(box, quotations)) {
      const { key } = place;
      // A `button` would stand in the line as one box, and be no part of a selection.
      const part = wrap(piece, "span", QUOTATION);
      part.dataset["quotation"] = key;
      part.addEventListener("click", () => onPress(key));
      // One that goes on in the next block is one button.
      if (place === last) continue;
      last = place;
      part.role = "button";
      part.tabIndex = 0;
      part.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onPress(key);
      });
    }
  });
}
