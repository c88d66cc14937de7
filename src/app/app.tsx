import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { BrowserRouter } from "react-router-dom";
import { queryClient } from "#lib/query-client.ts";
import { supabase } from "#lib/supabase.ts";
import { LateConversation } from "./chat-screen.tsx";
import { prefetchWhenIdle } from "./loading/lazy-page.tsx";
import { NoticeHost } from "./notices/notice-host.tsx";
import { Screens } from "./routes.tsx";

/** How long the first page has the network to itself. */
const HEAD_START_MS = 3_000;

/** Fetches what may be opened next: the conversation at the first key, and everything when the browser is idle. */
function prefetch(): void {
  // Whoever types is about to see a conversation.
  addEventListener("keydown", () => void LateConversation.load().catch(() => undefined), {
    once: true,
  });
  setTimeout(() => prefetchWhenIdle(supabase), HEAD_START_MS);
}

/**
 * The whole page. Its router takes part in no transitions: a new screen is drawn with the event that led there, so that
 * the next key is typed in it.
 */
export function App() {
  useEffect(prefetch, []);
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter useTransitions={false}>
        <Screens />
        <NoticeHost />
      </BrowserRouter>
    </QueryClientProvider>
  );
}
