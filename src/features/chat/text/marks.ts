/** A part of a text, by its characters. */
export type Passage = { readonly start: number; readonly end: number };

/**
 * Marks the words that were found in a message, and brings one part of it into view.
 * @returns What takes the marks out again.
 */
export function markWords<Of extends Passage>(
  message: Element,
  placesIn: (text: string) => readonly Of[],
  partToShow: (places: readonly Of[]) => Passage | undefined,
): () => void {
  const text = message.querySelector("[data-content]");
  if (text === null) return () => undefined;
  const places = placesIn(text.textContent);
  const part = partToShow(places) ?? { start: 0, end: 0 };
  const words = piecesIn(text, places).map(({ piece, place }) => ({
    mark: wrap(piece, "mark", "found-words"),
    isShown: part.start <= place.start && place.end <= part.end,
  }));
  const shown = words.filter(({ isShown }) => isShown);
  // Its beginning last: where not all of it has room, that is in view.
  for (const each of [shown.at(-1), shown[0]])
    each?.mark.scrollIntoView({ block: "nearest", inline: "nearest" });
  return () => unmark(words.map(({ mark }) => mark));
}

/** Takes marks out of the text in which they stand. */
export function unmark(marks: readonly HTMLElement[]): void {
  for (const mark of marks) {
    const { parentNode } = mark;
    mark.replaceWith(...mark.childNodes);
    parentNode?.normalize();
  }
}

/**
 * Parts the texts of an element where places in it begin and end, and returns the texts that stand in these. Places come in
 * the order of the text and do not overlap.
 */
export function piecesIn<Of extends Passage>(
  box: Element,
  places: readonly Of[],
): { readonly piece: Text; readonly place: Of }[] {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const pieces: { piece: Text; place: Of }[] = [];
  let [at, next] = [0, 0];
  while (next < places.length && texts.nextNode() !== null) {
    let piece = texts.currentNode as Text;
    for (let place = places[next]; place && place.start < at + piece.length; place = places[next]) {
      const from = Math.max(0, place.start - at);
      if (from > 0) piece = piece.splitText(from);
      at += from;
      const length = place.end - at;
      const rest = length < piece.length ? piece.splitText(length) : null;
      // Line breaks between blocks need no mark.
      if (piece.data.trim() !== "") pieces.push({ piece, place });
      if (length <= piece.length) next += 1;
      if (rest === null) break;
      at += piece.length;
      piece = rest;
    }
    texts.currentNode = piece;
    at += piece.length;
  }
  return pieces;
}

/** Puts a text into an element in its place. */
export function wrap(piece: Text, name: "mark" | "span", className: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  piece.replaceWith(element);
  element.append(piece);
  return element;
}
