const HIGH_SURROGATE_AT_END = /[\uD800-\uDBFF]$/;
const NUL = /\0/g;

export type TextJoiner = {
  /** The part of what arrived so far that can be passed on; "" while nothing can. */
  add: (piece: string) => string;
  /** What was held back at the end. */
  end: () => string;
};

/**
 * Makes a streamed text one that can be stored: without NUL, and well-formed, also where a surrogate pair is split
 * between two pieces.
 */
export function textJoiner(): TextJoiner {
  let held = "";
  return {
    add: (piece) => {
      let text = held + piece.replace(NUL, "");
      held = HIGH_SURROGATE_AT_END.exec(text)?.[0] ?? "";
      if (held !== "") text = text.slice(0, -1);
      return text.toWellFormed();
    },
    end: () => held.toWellFormed(),
  };
}
