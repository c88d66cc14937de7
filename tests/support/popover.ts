/**
 * Gives jsdom, which has no popovers, what the tests need of them: opening, closing, the button that does both, the
 * focus, and Esc. The tests in a browser see the real ones.
 */
export function installPopovers(): void {
  const openers = new Map<HTMLElement, Element | null>();
  const announce = (type: string, popover: HTMLElement, newState: "open" | "closed") =>
    popover.dispatchEvent(Object.assign(new Event(type), { newState }));

  HTMLElement.prototype.showPopover = function show() {
    if (openers.has(this)) return;
    openers.set(this, document.activeElement);
    announce("beforetoggle", this, "open");
    this.style.display = "block";
    this.querySelector<HTMLElement>("[autofocus]")?.focus();
  };
  HTMLElement.prototype.hidePopover = function hide() {
    const opener = openers.get(this);
    if (!openers.delete(this)) return;
    announce("beforetoggle", this, "closed");
    this.style.display = "";
    if (opener instanceof HTMLElement) opener.focus();
    announce("toggle", this, "closed");
  };
  document.addEventListener("click", ({ target }) => {
    const id = target instanceof Element && target.closest("button")?.getAttribute("popovertarget");
    const popover = id ? document.getElementById(id) : null;
    if (popover === null) return;
    if (openers.has(popover)) popover.hidePopover();
    else popover.showPopover();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") [...openers.keys()].forEach((popover) => popover.hidePopover());
  });
}
