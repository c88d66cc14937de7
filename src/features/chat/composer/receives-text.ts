/** Whether keys that are pressed on an element are for itself: it is a field, or in a menu, where letters choose an item. */
export function receivesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=menu]") !== null
  );
}
