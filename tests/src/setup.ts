import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What the embedded backend gives every page.
const key = document.createElement("meta");
key.name = "supabase-key";
key.content = "sb_publishable_test";
document.head.append(key);

// What a test waits for comes at once on an idle machine, and late on a busy one.
configure({ asyncUtilTimeout: 20_000 });

// There is no layout to scroll in; the browser's tests see to that.
Object.assign(globalThis.Element?.prototype ?? {}, { scrollIntoView: () => undefined });

// A busy machine may take a while to draw.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
