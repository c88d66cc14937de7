/**
 * React writes the `defaultValue` of a controlled field with each key, and for browsers that ends what one Ctrl+Z takes
 * back. From its first focus on a field says that it has it already.
 */
export function keepUndo(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    Object.defineProperty(target, "defaultValue", {
      configurable: true,
      get: () => target.value,
      set() {},
    });
  });
}
