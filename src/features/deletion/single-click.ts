import type { MouseEvent } from "react";

/**
 * A click handler that ignores the second click of a double-click, which often hits a button of the next step. Clicks by
 * key or assistive technology have a count of zero and pass.
 */
export function singleClick(act: () => void) {
  return (event: MouseEvent): void => {
    if (event.detail < 2) act();
  };
}
