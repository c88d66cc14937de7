import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What the embedded backend gives every page.
const key = document.createElement("meta");
key.name = "supabase-key";
key.content = "sb_publishable_test";
document.head.append(key);

// There is no layout to scroll in; the browser's tests see to that.
Object.assign(globalThis.Element?.prototype ?? {}, { scrollIntoView: () => undefined });

// A busy machine may take a while to draw.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
