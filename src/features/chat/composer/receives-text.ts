/** Whether an element takes the keys pressed on it: it is a field, or in a menu, where letters choose an item. */
export function receivesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=menu]") !== null
  );
}
