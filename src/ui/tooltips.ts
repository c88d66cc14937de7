/** How long one points at something before its name is shown. */
const DELAY_MS = 400;
const GAP_PX = 6;

/**
 * Shows the `title` of what is pointed at with a mouse, or has the focus by key, at once readable and in the look of the
 * product. Esc and any other key, a press, and scrolling end it. While it is shown the element has no `title`, or the
 * browser would show its own too. The tooltip is its accessible description then, as the title is else.
 */
export function startTooltips(): void {
  const tip = document.createElement("div");
  tip.role = "tooltip";
  tip.id = "tooltip";
  tip.popover = "manual";
  tip.className =
    "pointer-events-none fixed inset-auto m-0 max-w-64 rounded-sm bg-ink px-2 py-1 text-xs text-surface print:hidden";
  /** The ids of what describes an element beside its tooltip. */
  const described = (element: HTMLElement) =>
    (element.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== tip.id);
  let owner: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => {
    if (owner?.isConnected !== true || owner.title === "") return;
    tip.textContent = owner.title;
    owner.removeAttribute("title");
    describe(owner, [...described(owner), tip.id]);
    // Within the part of the page that it belongs to.
    (owner.closest("main, nav, header, aside, [role=dialog]") ?? document.body).append(tip);
    tip.showPopover();
    const { left, width, top, bottom } = owner.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const { offsetWidth, offsetHeight } = tip;
    const below = bottom + GAP_PX;
    const isLow = below + offsetHeight > clientHeight;
    tip.style.top = `${isLow ? top - GAP_PX - offsetHeight : below}px`;
    const start = left + (width - offsetWidth) / 2;
    tip.style.left = `${Math.max(GAP_PX, Math.min(start, clientWidth - GAP_PX - offsetWidth))}px`;
  };
  // What a button did may be said in the place of its name.
  const renamed = new MutationObserver(() => {
    if (owner !== null && owner.title !== "" && owner.title !== tip.textContent) show();
  });
  const hide = () => {
    clearTimeout(timer);
    tip.remove();
    if (owner === null) return;
    if (owner.title === "") owner.title = tip.textContent;
    describe(owner, described(owner));
  };
  const aim = (next: HTMLElement | null) => {
    if (next === owner) return;
    hide();
    renamed.disconnect();
    owner = next;
    if (owner === null) return;
    tip.textContent = owner.title;
    renamed.observe(owner, { attributeFilter: ["title"] });
    timer = setTimeout(show, DELAY_MS);
  };
  const named = ({ target }: Event) => {
    if (!(target instanceof Element)) return null;
    return owner?.contains(target) === true ? owner : target.closest<HTMLElement>("[title]");
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") aim(named(event));
  });
  document.documentElement.addEventListener("pointerleave", () => aim(null));
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible"))
      aim(named(event));
  });
  aim(document.querySelector<HTMLElement>("[title]:is(:hover, :focus-visible)"));
  for (const end of ["pointerdown", "keydown", "scroll"]) {
    document.addEventListener(end, hide, { capture: true, passive: true });
  }
}

function describe(element: HTMLElement, ids: readonly string[]): void {
  const value = ids.join(" ").trim();
  if (value === "") element.removeAttribute("aria-describedby");
  else element.setAttribute("aria-describedby", value);
}
