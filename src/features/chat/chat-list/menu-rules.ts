/**
 * Which of a menu's `count` items a key leads to from the one at `index`, by the ARIA menu pattern: the arrows go round,
 * Home and End to the ends. Null for every other key.
 */
export function itemAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowUp":
      return index <= 0 ? count - 1 : index - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
