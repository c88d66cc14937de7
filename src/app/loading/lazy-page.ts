import { type ComponentType, lazy } from "react";
import { importOrReload } from "#lib/stale-build.ts";

/** Fetches the styles of what is fetched later. */
export const loadLaterStyles = () => import("../../later.css");

/**
 * A component that is fetched when it is first shown, with its styles.
 * @param load its dynamic import, also for prefetching
 * @param pick takes the named export out of the module
 */
export function lazyPage<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  return lazy(async () => {
    const [module] = await importOrReload(() => Promise.all([load(), loadLaterStyles()]));
    return { default: pick(module) };
  });
}
