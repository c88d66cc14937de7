import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { flushSync } from "react-dom";

/** Where the page is: the parts of its address, as in `location`. */
export type Address = {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** What the navigation that led there handed over; kept with the history entry. Null without. */
  readonly state: unknown;
  /** True when the page has just added a history entry: not on a first visit, nor after Back, Forward or a replacement. */
  readonly wasPushed: boolean;
};

/** An address of the product: as text that begins with a slash, or in parts. */
export type To = string | Partial<Pick<Address, "pathname" | "search" | "hash">>;

export type NavigateOptions = {
  /** Takes the place of the history entry that is shown. */
  readonly replace?: boolean;
  readonly state?: unknown;
  /** Draws the new screen before `navigate` returns, so that the next key is typed there. */
  readonly flushSync?: boolean;
};

/** Goes to another address without loading a document. */
export type NavigateFunction = (to: To, options?: NavigateOptions) => void;

const AddressContext = createContext<Address | null>(null);

/** What links and `useNavigate` go by. A part of the page may put its own function in its place. */
export const NavigateContext = createContext<NavigateFunction>(() => {});

/** The address and state of the history entry that is shown, also before React has drawn it. */
export function currentAddress(): Address {
  const { pathname, search, hash } = location;
  const entry = history.state as { readonly state?: unknown } | null;
  return { pathname, search, hash, state: entry?.state ?? null, wasPushed: false };
}

const textOf = (to: To): string =>
  typeof to === "string" ? to : `${to.pathname ?? "/"}${to.search ?? ""}${to.hash ?? ""}`;

/**
 * Lets the components below it follow the address and change it.
 * @param start The address where there is no browser: while the shell is rendered.
 */
export function Router({ start, children }: { start?: Address; children: ReactNode }) {
  const [shown, setShown] = useState(() => start ?? currentAddress());
  const [navigate] = useState<NavigateFunction>(() => (to: To, options: NavigateOptions = {}) => {
    const replace = options.replace === true;
    const entry = { state: options.state ?? null };
    if (replace) history.replaceState(entry, "", textOf(to));
    else history.pushState(entry, "", textOf(to));
    const show = () => setShown({ ...currentAddress(), wasPushed: !replace });
    if (options.flushSync === true) flushSync(show);
    else startTransition(show);
  });
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setShown(currentAddress()));
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  return (
    <AddressContext value={shown}>
      <NavigateContext value={navigate}>{children}</NavigateContext>
    </AddressContext>
  );
}

/** The address that is shown, followed. Throws outside a Router. */
export function useLocation(): Address {
  const address = use(AddressContext);
  if (address === null) throw new Error("There is no Router around this component.");
  return address;
}

/** The function that goes to another address. It stays the same. */
export const useNavigate = (): NavigateFunction => use(NavigateContext);

/** Goes to another address as soon as it is rendered. */
export function Navigate({
  to,
  replace = false,
  state,
}: Pick<NavigateOptions, "replace" | "state"> & { to: To }) {
  const navigate = useNavigate();
  const path = textOf(to);
  useEffect(() => navigate(path, { replace, state }), [navigate, path, replace, state]);
  return null;
}

/** A link to another screen. One to the address that is shown adds no history entry. */
export function Link({
  to,
  replace,
  state,
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<"a">, "href"> & Pick<NavigateOptions, "replace" | "state"> & { to: To }) {
  const navigate = useNavigate();
  const path = textOf(to);
  return (
    <a
      {...rest}
      href={path}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !opensHere(event)) return;
        event.preventDefault();
        navigate(path, { state, replace: replace ?? path === textOf(location) });
      }}
    >
      {children}
    </a>
  );
}

/** Whether a click on a link is to open it in place of this page: no new tab or window, and no download. */
function opensHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button === 0 && !hasModifier && (target === "" || target === "_self");
}
