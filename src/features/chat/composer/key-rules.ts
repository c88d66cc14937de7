type Key = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
};

/** The key code of every key that an input method swallows; Safari ends a composition before its last key. */
const INPUT_METHOD = 229;

/** SPEC 5: Enter sends, Shift+Enter breaks the line; an input method's Enter chooses a word and sends nothing. */
export function sendsMessage(key: Key): boolean {
  return key.key === "Enter" && !key.shiftKey && !isComposing(key);
}

/** DESIGN 7: Esc stops a reply, except where it gives up a word that is being composed. */
export function stopsReply(key: Key): boolean {
  return key.key === "Escape" && !isComposing(key);
}

function isComposing(key: Key): boolean {
  return key.isComposing || key.keyCode === INPUT_METHOD;
}
