type Events<Target> = Target extends Document
  ? DocumentEventMap
  : Target extends Window
    ? WindowEventMap
    : MediaQueryListEventMap;

/** Calls back for events of some kinds. Returns a function that ends this. */
export function listen<
  Target extends Document | Window | MediaQueryList,
  Kind extends keyof Events<Target> & string,
>(
  target: Target,
  kinds: readonly Kind[],
  call: (event: Events<Target>[Kind]) => void,
  options?: AddEventListenerOptions,
): () => void {
  const over = new AbortController();
  for (const kind of kinds) {
    target.addEventListener(kind, call as (event: Event) => void, {
      ...options,
      signal: over.signal,
    });
  }
  return () => over.abort();
}

/** Calls back when the person may have come back to the page. Returns a function that ends this. */
export function onComingBack(call: () => void): () => void {
  const endFocus = listen(window, ["focus"], call);
  const endVisible = listen(document, ["visibilitychange"], call);
  return () => {
    endFocus();
    endVisible();
  };
}
