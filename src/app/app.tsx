import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { BrowserRouter } from "react-router-dom";
import { forgetCopies, keepCopies } from "#features/chat/data/copies.ts";
import { listen } from "#lib/listen.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { queryClient } from "#lib/query-client.ts";
import { currentSession, sessionClient, useUserId } from "#lib/session.ts";
import { importOrReload } from "#lib/stale-build.ts";
import { fetchMenusBy, loadMenus } from "#ui/menu.tsx";
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
  setTimeout(() => {
    prefetchWhenIdle(sessionClient, loadMenus);
    // Of somebody whose session was removed while no page was open.
    if (currentSession().status === "signed-out") void forgetCopies();
  }, HEAD_START_MS);
}

/**
 * Tooltips begin when somebody points at something or moves on with Tab. Without their code titles are the browser's. A
 * pointer that rests where the page appears has not moved: the browser says only that it is over something.
 */
function awaitTooltips() {
  const stop = listen(document, ["pointermove", "keydown"], (event) => {
    if ("key" in event && event.key !== "Tab") return;
    stop();
    let isPressed = false;
    const end = listen(document, ["pointerdown"], () => (isPressed = true));
    import("#ui/tooltips.tsx")
      .then(({ startTooltips }) => startTooltips(isPressed))
      .catch(() => undefined)
      .finally(end);
  });
  return stop;
}

/** Menus are fetched like other parts of the page, but without a network nothing waits for one. */
fetchMenusBy((load) =>
  importOrReload(load, false).catch((error: unknown) => {
    notify(NOTICES.partMissing);
    throw error;
  }),
);

/**
 * The whole page. Its router takes part in no transitions: a new screen is drawn with the event that led there, so that
 * the next key is typed in it.
 */
export function App() {
  const userId = useUserId();
  useEffect(() => (userId === null ? undefined : keepCopies(userId)), [userId]);
  useEffect(prefetch, []);
  useEffect(awaitTooltips, []);
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter useTransitions={false}>
        <Screens />
        <NoticeHost />
      </BrowserRouter>
    </QueryClientProvider>
  );
}
