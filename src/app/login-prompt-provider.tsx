import { createContext, type ReactNode, Suspense, use, useState } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { lazyPage } from "./lazy-page.ts";

export const loadLoginPrompt = () => import("#features/auth/login-prompt.tsx");
const LoginPrompt = lazyPage(loadLoginPrompt, (module) => module.LoginPrompt);

const AskToLogIn = createContext<() => void>(() => {});

/** Opens the login prompt (SPEC 2), wherever below it something needs a signed-in person. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [ask] = useState(() => () => setOpen(true));
  return (
    <AskToLogIn value={ask}>
      {children}
      <ErrorBoundary floating resetKey={String(open)}>
        <Suspense>{open && <LoginPrompt onClose={() => setOpen(false)} />}</Suspense>
      </ErrorBoundary>
    </AskToLogIn>
  );
}

/** What to call when a visitor sends a message or creates a chat. */
export const useLoginPrompt = (): (() => void) => use(AskToLogIn);
