import { type ComponentType, lazy, useState } from "react";
import { importOrReload } from "#lib/stale-build.ts";

const known: (() => Promise<unknown>)[] = [];

/**
 * A component that is fetched when it is first shown, or earlier by its `load`.
 * @param name The name of its export.
 */
export function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => (loaded = (await load())[name]);
  const Late = lazy(async () => ({ default: await importOrReload(fetch) }));
  known.push(fetch);

  function Page(props: Props) {
    // What is there already is drawn at once; a lazy component suspends first. It stays the same while it is shown.
    const [Shown] = useState((): ComponentType<Props> => loaded ?? Late);
    return <Shown {...props} />;
  }
  return Object.assign(Page, { load: fetch });
}

const whenIdle = (call: () => void): void => {
  if ("requestIdleCallback" in window) window.requestIdleCallback(call, { timeout: 10_000 });
  else setTimeout(call, 2_000);
};

/**
 * Fetches what the person may open next, one after the other and only while the browser is idle. What cannot be
 * fetched now is fetched when it is needed.
 */
export function prefetchWhenIdle(...first: readonly (() => Promise<unknown>)[]): void {
  known.unshift(...first);
  const next = (): void => {
    known
      .shift()?.()
      .catch(() => undefined)
      .finally(() => whenIdle(next));
  };
  whenIdle(next);
}
