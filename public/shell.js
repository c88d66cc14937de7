// Runs before the page is drawn: the shell in index.html belongs to the home screen; the stylesheet hides what the
// screen at this address has no use for. Without it the home screen's shell shows, which is never wrong for long.
(() => {
  const path = location.pathname;
  const screen =
    path === "/"
      ? "home"
      : path.startsWith("/chats/")
        ? "chat"
        : /^\/(settings|terms|privacy)(\/|$)/.test(path)
          ? "page"
          : "plain";
  document.documentElement.dataset.screen = screen;
})();
