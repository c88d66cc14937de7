/**
 * Cleans a streamed text so that it can be stored: removes NUL, replaces lone surrogates, and joins a surrogate pair
 * that is split between two pieces.
 */
export function textJoiner() {
  let held = "";
  return {
    /** Takes the next piece; returns what can be passed on, "" when nothing can yet. */
    add: (piece: string) => {
      let text = held + piece.replaceAll("\0", "");
      // By its code: searching each piece costs as much as parsing the event that it came in.
      const last = text.charCodeAt(text.length - 1);
      held = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : "";
      if (held !== "") text = text.slice(0, -1);
      return text.toWellFormed();
    },
    /** Returns what was held back at the end. */
    end: () => held.toWellFormed(),
  };
}
