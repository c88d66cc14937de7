import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { BrowserRouter } from "react-router-dom";
import { failedLink } from "#features/auth/auth-rules.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { queryClient } from "#lib/query-client.ts";
import { ConnectionNotice } from "./connection-notice.tsx";
import { NoticeHost } from "./notice-host.tsx";
import { prefetchWhenIdle } from "./prefetch.ts";
import { AppRoutes } from "./routes.tsx";

/** Says that an e-mailed link did not work, once: the address forgets it. */
function tellOfFailedLink(): void {
  const text = failedLink(location.hash);
  if (text === undefined) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  notify(NOTICES.linkFailed(text));
}

export function App() {
  useEffect(() => {
    tellOfFailedLink();
    prefetchWhenIdle();
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
        <ConnectionNotice />
        <NoticeHost />
      </BrowserRouter>
    </QueryClientProvider>
  );
}
