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

// Fetches for a member, beside the first script, what else draws the screen at this address.
try {
  const { list, chat } = MEMBER_SCRIPTS;
  const { member } = document.documentElement.dataset;
  for (const href of member !== undefined
    ? location.pathname.startsWith("/chats/")
      ? chat
      : list
    : []) {
    document.head.append(
      Object.assign(document.createElement("link"), {
        rel: "modulepreload",
        crossOrigin: "",
        href,
      }),
    );
  }
} catch {
  // Blocked storage, or the development server: the scripts are fetched when they are needed.
}
