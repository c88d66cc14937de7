import type { ComponentProps } from "react";
import { type To, useHref, useLinkClickHandler } from "react-router-dom";

/** A link to another screen. The package's own brings 1.5 kB of prefetching into the first script. */
export function Link({
  to,
  state,
  target = "_self",
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<"a">, "href"> & { to: To; state?: unknown }) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, { state, target });
  return (
    <a
      {...rest}
      href={href}
      target={target === "_self" ? undefined : target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
