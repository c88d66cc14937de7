import { type ComponentType, lazy } from "react";
import { importOrReload } from "#lib/stale-build.ts";

/**
 * A component that is fetched when it is first shown.
 * @param load its dynamic import, also for prefetching
 * @param pick takes the named export out of the module
 */
export function lazyPage<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  return lazy(async () => ({ default: pick(await importOrReload(load)) }));
}
