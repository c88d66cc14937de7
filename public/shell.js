// The shell in index.html belongs to the home screen; the stylesheet hides what the screen at this address has no use
// for. In app.html this runs before anything is drawn. On a host that knows index.html alone it comes a moment later.
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
