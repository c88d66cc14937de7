import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/**
 * A component that is fetched after what is around it is on the screen. Where its code cannot be loaded it is left out.
 */
export function lazyLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    // Not in the task that puts the rest on the screen.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    const loaded = await load().catch(() => null);
    return { default: loaded ?? (() => null) };
  });
}
