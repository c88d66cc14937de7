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
addEventListener("keydown", ({ key, keyCode, shiftKey, isComposing, target }) => {
  const root = document.querySelector("[data-shell]");
  // Safari says by the code alone that an input method has the key.
  const isForWord = isComposing || keyCode === 229;
  if (root && key === "Enter" && !shiftKey && !isForWord) root.dataset.sent ||= target.value;
});

// Fetches for a member, beside the first scripts, what else draws the screen at this address.
{
  const { screen, member } = document.documentElement.dataset;
  const scripts = member === undefined ? [] : screen === "chat" ? CHAT_SCRIPTS : LIST_SCRIPTS;
  for (const href of scripts) {
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "modulepreload", href, crossOrigin: "" }));
  }
}
