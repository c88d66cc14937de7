/** Shows the whole of a text that is cut, as the tooltip of what is pointed at or has the focus. A text in full needs none. */
export function showCutText({ currentTarget }: { currentTarget: HTMLElement }): void {
  const text = currentTarget.querySelector<HTMLElement>(".truncate") ?? currentTarget;
  if (text.scrollWidth > text.clientWidth) currentTarget.title = text.textContent;
  else currentTarget.removeAttribute("title");
}
