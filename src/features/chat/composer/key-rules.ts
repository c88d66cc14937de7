type Key = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
};

/** The key code of keys that an input method handles. Safari ends a composition before its last key, so that `isComposing` is not enough. */
const INPUT_METHOD = 229;

/** Enter sends and Shift+Enter breaks the line. In an input method, Enter chooses a word and sends nothing. */
export function sendsMessage(key: Key): boolean {
  return key.key === "Enter" && !key.shiftKey && !isComposing(key);
}

/** Esc stops an answer, except in an input method, where it discards the word that is being composed. */
export function stopsReply(key: Key): boolean {
  return key.key === "Escape" && !isComposing(key);
}

function isComposing(key: Key): boolean {
  return key.isComposing || key.keyCode === INPUT_METHOD;
}
