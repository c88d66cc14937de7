import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "#lib/query-client.ts";
import { AppRouter } from "./app-router.tsx";
import { loadConversation } from "./chat-screen.tsx";
import { NoticeHost } from "./notices/notice-host.tsx";
import { AppRoutes } from "./routes.tsx";

/** How long the first page has the network to itself. */
const HEAD_START_MS = 3_000;

/** Fetches what may be opened next: the conversation at the first key, and some seconds later what prefetch.ts lists. */
function prefetch(): void {
  // Whoever types is about to see a conversation.
  addEventListener("keydown", () => void loadConversation().catch(() => undefined), { once: true });
  setTimeout(() => {
    import("./prefetch.ts").then((module) => module.prefetchWhenIdle()).catch(() => undefined);
  }, HEAD_START_MS);
}

/** The whole page: the routes, and what shows notices. */
export function App() {
  useEffect(prefetch, []);
  return (
    <QueryClientProvider client={queryClient}>
      <AppRouter>
        <AppRoutes />
        <NoticeHost />
      </AppRouter>
    </QueryClientProvider>
  );
}
