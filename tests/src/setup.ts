import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What index.html and the embedded backend give every page.
for (const [name, content] of [
  ["application-name", "Product"],
  ["supabase-key", "sb_publishable_test"],
] as const) {
  const meta = document.createElement("meta");
  meta.name = name;
  meta.content = content;
  document.head.append(meta);
}

// There is no layout to scroll in; the browser's tests see to that.
Object.assign(globalThis.Element?.prototype ?? {}, { scrollIntoView: () => undefined });

// A busy machine may take a while to draw.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
