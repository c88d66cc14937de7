// A script of its own, before those of the app. vite.documents.ts puts it into the page. The fold of the sidebar, which
// the page needs even earlier, is in index.html.

// Names the screen at this address, so that the stylesheet hides what only the home screen has.
{
  const path = location.pathname;
  document.documentElement.dataset.screen =
    path === "/"
      ? "home"
      : path.startsWith("/chats/")
        ? "chat"
        : /^\/(settings|terms|privacy)(\/|$)/.test(path)
          ? "page"
          : "plain";
}

// Notes what stood in the box when Enter was pressed, for shell.ts to send.
addEventListener("keydown", ({ key, shiftKey, isComposing, target }) => {
  const root = document.querySelector("[data-shell]");
  if (root && key === "Enter" && !shiftKey && !isComposing) root.dataset.sent ||= target.value;
});

// Fetches for a member, beside the first script, what else draws the screen at this address, and reads what it shows.
function fetchAhead() {
  try {
    const { list, chat, url, apiKey } = FOR_MEMBERS;
    const { pathname, hash, origin } = location;
    const name = Object.keys(localStorage).find((key) => key.endsWith("-auth-token"));
    const { user, ...session } = JSON.parse(localStorage.getItem(name));
    // The client for tables imports nothing: it is run while the other scripts come.
    import(list.scripts[0]).catch(() => undefined);
    for (const href of [...list.scripts, ...(pathname.startsWith("/chats/") ? chat.scripts : [])]) {
      const link = document.createElement("link");
      const low = { crossOrigin: "", fetchPriority: "low" };
      document.head.append(Object.assign(link, { rel: "modulepreload", href, ...low }));
    }
    const [, chatId] = /^\/chats\/([-0-9a-f]{36})$/.exec(pathname + hash) ?? [];
    const apikey = apiKey || document.querySelector("[name=supabase-key]").content;
    const headers = { apikey, authorization: `Bearer ${session.access_token}` };
    const read = (request) => {
      const path = request.replace("USER", user.id).replace("CHAT", chatId);
      const address = (url || origin) + path;
      const streamed = fetch(address, { headers });
      // Read as soon as it is there, while the app's scripts are on their way.
      const response = streamed.then(async (all) => new Response(await all.blob(), all));
      // A failure is for the app, which may come later.
      response.catch(() => undefined);
      return [`${session.access_token} ${address}`, response];
    };
    // The app renews a token that is about to end, and may have been quicker.
    if (session.expires_at * 1000 - Date.now() > 90_000 && window.earlyReads === undefined)
      window.earlyReads = new Map([...list.requests, ...(chatId ? chat.requests : [])].map(read));
  } catch {
    // A visitor, blocked storage, or the development server: the app fetches and reads when it has begun.
  }
}

// After a snapshot is drawn.
if (document.readyState !== "loading") fetchAhead();
else document.addEventListener("readystatechange", () => setTimeout(fetchAhead), { once: true });
