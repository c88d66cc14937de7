import type { Page } from "@playwright/test";

/** The texts and the controls that the shown notice lies over, as far as they can be seen. */
export const coveredByNotice = (page: Page) =>
  page.evaluate(() => {
    type Sides = Pick<DOMRect, "top" | "left" | "right" | "bottom">;
    const notice = document.querySelector('[data-sonner-toast][data-front="true"]');
    if (notice === null) return ["There is no notice."];
    const own = notice.getBoundingClientRect();
    const meets = (a: Sides, b: Sides) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    /** What of a rectangle is inside everything around it that scrolls. */
    const seen = (rect: DOMRect, inside: Element | null): Sides => {
      const part = { top: rect.top, left: rect.left, right: rect.right, bottom: rect.bottom };
      for (let around = inside; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === "visible") continue;
        const edge = around.getBoundingClientRect();
        part.top = Math.max(part.top, edge.top);
        part.bottom = Math.min(part.bottom, edge.bottom);
        part.left = Math.max(part.left, edge.left);
        part.right = Math.min(part.right, edge.right);
      }
      return part;
    };
    const lies = (rects: readonly DOMRect[], element: Element, inside: Element | null) =>
      element.closest("[data-notices], .sr-only") === null &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      rects.some((rect) => meets(own, seen(rect, inside)));
    const root = document.querySelector("[role=dialog]") ?? document.body;
    const covered: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const parent = node.parentElement;
      if (parent && node.textContent?.trim() && lies([...range.getClientRects()], parent, parent)) {
        covered.push(node.textContent);
      }
    }
    for (const control of root.querySelectorAll("a, button, select, textarea, input, [role]")) {
      if (control.matches("[role=dialog], main, section, [role=status]")) continue;
      if (lies([control.getBoundingClientRect()], control, control.parentElement))
        covered.push(control.outerHTML);
    }
    return covered;
  });
