import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { queryClient } from "#lib/query-client.ts";
import { loadConversation } from "./chat-screen.tsx";
import { navigateInPlaceOfDrawer } from "./layout/use-drawer.ts";
import { routes } from "./routes.tsx";

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

/** The whole page. */
export function App() {
  const [router] = useState(() => navigateInPlaceOfDrawer(createBrowserRouter(routes)));
  useEffect(prefetch, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
