import type { MouseEvent } from "react";

/**
 * A click handler that lets the second half of a double-click pass: the button below the pointer is
 * then often another step's. Keys and assistive technology come with a click count of zero.
 */
export function singleClick(act: () => void) {
  return (event: MouseEvent): void => {
    if (event.detail < 2) act();
  };
}
