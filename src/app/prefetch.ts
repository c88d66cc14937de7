import { supabase } from "#lib/supabase.ts";
import { loadConversation } from "./chat-screen.tsx";
import { loadDrawer } from "./layout/sidebar-layout.tsx";
import { loadChatList, loadRenameDialog } from "./layout/sidebar.tsx";
import { loadLoginPrompt } from "./loading/login-prompt-provider.tsx";
import { loadToaster } from "./notices/notice-host.tsx";
import { plainScreens, sidebarScreens } from "./screens.ts";
import { loadCommands } from "./shortcuts/shortcuts.tsx";

const whenIdle = (call: () => void): void => {
  if ("requestIdleCallback" in window) window.requestIdleCallback(call, { timeout: 10_000 });
  else setTimeout(call, 2_000);
};

/**
 * Fetches what the person may open next, one after the other and only while the browser is idle. What cannot be
 * fetched now is fetched when it is needed.
 */
export function prefetchWhenIdle(): void {
  const waiting = [
    supabase,
    loadLoginPrompt,
    loadToaster,
    loadConversation,
    loadDrawer,
    loadChatList,
    loadRenameDialog,
    loadCommands,
    () => import("#features/chat/search/search-dialog.tsx"),
    ...[...plainScreens, ...sidebarScreens].map(({ load }) => load),
  ];
  const next = (): void => {
    const load = waiting.shift();
    if (!load) return;
    load()
      .catch(() => undefined)
      .finally(() => whenIdle(next));
  };
  whenIdle(next);
}
