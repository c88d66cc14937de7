// Draws a chat's page as the person last saw it (features/chat/data/snapshots.ts), until the app does. A build adds this to
// first-paint.js in app.html. Only the box works in it: shell.ts moves what is typed there.
const LASTS_MS = 7 * 24 * 60 * 60_000;

/** Makes an element of `[name, attributes, ...children]`. A text is its own node. */
function element(node, namespace = "http://www.w3.org/1999/xhtml") {
  if (typeof node === "string") return node;
  const [name, attributes, ...children] = node;
  const own = name === "svg" ? "http://www.w3.org/2000/svg" : namespace;
  const made = document.createElementNS(own, name);
  for (const [attribute, value] of attributes) made.setAttribute(attribute, value);
  made.append(...children.map((child) => element(child, own)));
  return made;
}

// The document is parsed, and no module has run.
document.addEventListener(
  "readystatechange",
  () => {
    try {
      const session = Object.keys(localStorage).find((key) => key.endsWith("-auth-token"));
      const { id } = JSON.parse(localStorage.getItem(session)).user;
      const { version, at, path, nodes } = JSON.parse(localStorage.getItem(`snapshot:${id}`));
      // What comes now is newer.
      localStorage.removeItem(`snapshot:${id}`);
      const isHere = location.pathname === path && location.hash === "";
      const isOfBuild = document.querySelector("script[type=module]").src === version;
      if (!isHere || !isOfBuild || Date.now() - at > LASTS_MS) return;
      const drawn = document.createElement("div");
      drawn.append(...nodes.map((node) => element(node)));
      for (let part = drawn.querySelector("textarea"); part !== drawn; part = part.parentElement)
        for (const other of part.parentElement.children)
          if (other !== part) Object.assign(other, { inert: true, ariaHidden: "true" });
      document.getElementById("root").replaceChildren(drawn);
      document.documentElement.dataset.screen = "snapshot";
      const pane = drawn.querySelector('[aria-label="Conversation"]');
      pane.scrollTop = pane.scrollHeight;
    } catch {
      // There is none, or the storage is blocked.
    }
  },
  { once: true },
);
