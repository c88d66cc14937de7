import { useLayoutEffect, useState } from "react";
import { promptBy } from "#lib/session.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { lazyPage } from "./lazy-page.tsx";

const LoginPrompt = lazyPage(() => import("#features/auth/login-prompt.tsx"), "LoginPrompt");

/** Shows the login prompt when `askToLogIn` is called. */
export function LoginPromptHost() {
  const [isOpen, setOpen] = useState(false);
  // Before Enter, pressed in the shell, is carried out.
  useLayoutEffect(() => promptBy(() => setOpen(true)), []);
  return (
    <ErrorBoundary floating resetKey={String(isOpen)}>
      {isOpen && <LoginPrompt onClose={() => setOpen(false)} />}
    </ErrorBoundary>
  );
}
