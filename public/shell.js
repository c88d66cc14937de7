// The shell is the home screen. This names the screen at this address, and the stylesheet hides what it does not have.
// In app.html this runs before anything is drawn; on a host that serves index.html everywhere, a moment later.
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
