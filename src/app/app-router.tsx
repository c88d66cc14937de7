import { type ReactNode, startTransition, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import {
  type NavigateOptions,
  Router,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from "react-router-dom";

/**
 * Does what BrowserRouter does, and heeds the option `flushSync` of `navigate`, which BrowserRouter ignores: the new screen
 * is drawn before `navigate` returns, so that the next key is typed there.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [history] = useState(openHistory);
  const [shown, setShown] = useState(history.shown);
  useLayoutEffect(() => history.listen(setShown), [history]);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history.navigator}>
      {children}
    </Router>
  );
}

function openHistory() {
  const history = createBrowserHistory({ v5Compat: true });
  let isFlushed = false;
  const flushing =
    (change: (to: To, state: unknown) => void) =>
    (to: To, state?: unknown, options?: NavigateOptions) => {
      isFlushed = options?.flushSync === true;
      change(to, state);
      isFlushed = false;
    };
  type Shown = Pick<typeof history, "action" | "location">;
  return {
    shown: { action: history.action, location: history.location } satisfies Shown,
    navigator: {
      ...history,
      push: flushing((to, state) => history.push(to, state)),
      replace: flushing((to, state) => history.replace(to, state)),
    },
    listen: (show: (shown: Shown) => void) =>
      history.listen(({ action, location }) => {
        if (isFlushed) flushSync(() => show({ action, location }));
        else startTransition(() => show({ action, location }));
      }),
  };
}
