/**
 * The key code of keys that an input method handles. `isComposing` is not enough: Safari ends a composition before its
 * last key.
 */
const INPUT_METHOD = 229;

/** Whether a key belongs to the word that an input method composes. */
export function isComposing(key: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return key.isComposing || key.keyCode === INPUT_METHOD;
}
