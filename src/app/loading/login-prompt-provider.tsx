import { createContext, type ReactNode, use, useState } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { lazyPage } from "./lazy-page.tsx";

const LoginPrompt = lazyPage(() => import("#features/auth/login-prompt.tsx"), "LoginPrompt");

const AskToLogIn = createContext<() => void>(() => {});

/** Shows the login prompt when a component below it calls what `useLoginPrompt` returns. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [ask] = useState(() => () => setOpen(true));
  return (
    <AskToLogIn value={ask}>
      {children}
      <ErrorBoundary floating resetKey={String(open)}>
        {open && <LoginPrompt onClose={() => setOpen(false)} />}
      </ErrorBoundary>
    </AskToLogIn>
  );
}

/** Returns the function that opens the login prompt, for a visitor who sends a message or creates a chat. */
export const useLoginPrompt = (): (() => void) => use(AskToLogIn);
