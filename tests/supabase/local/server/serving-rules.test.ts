import { describe, expect, it } from "vitest";
import {
  servedBy,
  isHiddenInDevelopment,
} from "../../../../supabase/local/server/serving-rules.ts";

const files = new Set(["/favicon.svg", "/assets/index-1.js", "/assets/index-1.js.map"]);
const served = (url: string) => servedBy(url, (path) => files.has(path));

describe("what serves a path", () => {
  it.each([
    ["/api/send_message", "functions"],
    ["/favicon.svg", "file"],
    ["/assets/index-1.js", "file"],
    ["/", "home"],
    ["/?code=1", "home"],
    ["/index.html", "home"],
    ["/app.html", "page"],
    ["/settings/account", "page"],
    ["/no-such-screen", "page"],
    ["/chats/../../.env", "page"],
    ["/chats/%ff", "page"],
    ["/%ff", "page"],
    ["/chats/a.json", "page"],
  ] as const)("%s is served by the %s", (url, expected) => {
    expect(served(url)).toBe(expected);
  });

  it.each([
    "/_system",
    "/_system/info",
    "/rest/v1",
    "/rest/v1/chats?select=*",
    "/auth/v1/token?grant_type=password",
    "/rest/v2/chats",
    "/auth/admin",
    "/storage/v1/object",
    "/functions/v1/create_chat",
    "/.env",
    "/.git/config",
    "/.well-known/../.env",
    "/a/.ssh/id",
    "/@fs/etc/passwd",
    "/@vite/client",
    "/@id/x",
    "/node_modules/react/index.js",
    "/src/main.tsx",
    "/supabase/config.toml",
    "/package.json",
    "/vite.config.ts",
    "/assets/index-1.js.map",
    "/assets/gone.js",
    "/%2e%65nv",
    "/%00",
    "/a%5cb",
  ])("%s is served by nothing", (url) => {
    expect(served(url)).toBe("nothing");
  });
});

describe("isHiddenInDevelopment", () => {
  it.each(["/_system/info", "/.env", "/supabase/.temp/data/secrets.json", "/%2egit/config"])(
    "hides %s",
    (url) => {
      expect(isHiddenInDevelopment(url)).toBe(true);
    },
  );

  it.each(["/", "/src/main.tsx", "/node_modules/.vite/deps/react.js", "/chats/.x"])(
    "shows %s",
    (url) => {
      expect(isHiddenInDevelopment(url)).toBe(false);
    },
  );
});
