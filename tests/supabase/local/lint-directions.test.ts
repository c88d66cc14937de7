import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");
const RULE = "no-restricted-imports";

const FORBIDDEN = [
  ["src/features/auth/a.ts", "#features/chat/data/chat-api.ts", "A feature imports its own folder"],
  ["src/features/auth/b.ts", "../chat/chat-api.ts", "A feature imports its own folder"],
  ["src/ui/a.ts", "#lib/paths.ts", "ui knows no domain"],
  ["src/ui/b.ts", "#features/chat/data/chat-api.ts", "ui knows no domain"],
  ["src/ui/c.ts", "../lib/paths.ts", "ui knows no domain"],
  ["src/lib/a.ts", "#features/chat/data/chat-api.ts", "lib is below ui and features"],
  ["src/lib/b.ts", "#ui/button.tsx", "lib is below ui and features"],
  ["src/features/chat/data/a.ts", "#features/chat/drafts/draft-store.ts", "room data"],
  ["src/features/chat/data/b.ts", "../turns/turns.ts", "room data"],
  ["src/features/chat/drafts/a.ts", "#features/chat/data/chat-api.ts", "room drafts"],
  ["src/features/chat/models/a.ts", "#features/chat/turns/turns.ts", "room models"],
  ["src/features/chat/composer/a.ts", "#features/chat/turns/turns.ts", "room composer"],
  ["src/features/chat/composer/b.ts", "#features/auth/log-in-page.tsx", "room composer"],
  ["src/features/chat/messages-left/a.ts", "#features/chat/composer/composer.tsx", "messages-left"],
  ["src/features/chat/choice/a.ts", "#features/chat/turns/turns.ts", "room choice"],
  ["src/features/chat/memory/a.ts", "#features/chat/messages/row-rules.ts", "room memory"],
  ["src/features/chat/reading/a.ts", "#features/chat/conversation/conversation.tsx", "reading"],
  ["src/features/chat/details/a.ts", "#features/chat/turns/turns.ts", "room details"],
  ["src/features/chat/text/a.ts", "#features/chat/data/chat-api.ts", "room text"],
  ["src/features/chat/messages/a.ts", "#features/chat/conversation/a.ts", "room messages"],
  ["src/features/chat/turns/a.ts", "#features/chat/sending/sender.ts", "room turns"],
  ["src/features/chat/sending/a.ts", "#features/chat/answers/answer-pager.tsx", "room sending"],
  ["src/features/chat/conversation/a.ts", "#features/chat/chat-list/chat-list.tsx", "conversation"],
  ["src/features/chat/chat-list/a.ts", "#features/chat/new-chat/home.tsx", "room chat-list"],
  ["src/features/chat/search/a.ts", "#features/chat/conversation/missing-chat.tsx", "room search"],
  ["src/features/chat/new-chat/a.ts", "#features/chat/conversation/missing-chat.tsx", "new-chat"],
  ["src/app/loading/a.ts", "../layout/sidebar.tsx", "room loading"],
  ["src/app/notices/a.ts", "../shortcuts/shortcuts.tsx", "rooms notices and shortcuts"],
  ["src/app/shortcuts/a.ts", "../layout/sidebar.tsx", "rooms notices and shortcuts"],
  ["src/app/layout/a.ts", "../routes.tsx", "room layout"],
  ["supabase/functions/_shared/a.ts", "#lib/paths.ts", "_shared imports nothing from above it"],
  ["supabase/functions/_shared/b.ts", "../create_chat/handler.ts", "_shared imports nothing"],
  ["supabase/functions/_shared/d.ts", "./turn/turn.ts", "rooms are above its files"],
  ["supabase/functions/_shared/contract.ts", "./refusal.ts", "The contract is the lowest room"],
  ["supabase/functions/_shared/text-rules.ts", "./providers/a.ts", "The contract is the lowest"],
  ["supabase/functions/_shared/endpoint/http.ts", "../database/backend.ts", "neither the database"],
  ["supabase/functions/_shared/refusal.ts", "./endpoint/runtime.ts", "rooms are above its files"],
  ["supabase/functions/_shared/database/a.ts", "../endpoint/http.ts", "room database of _shared"],
  ["supabase/functions/_shared/endpoint/a.ts", "../turn/turn.ts", "room endpoint of _shared"],
  ["supabase/functions/_shared/providers/a.ts", "../refusal.ts", "The providers know the models"],
  ["supabase/functions/_shared/providers/b.ts", "../turn/turn.ts", "The providers know the models"],
  [
    "supabase/functions/_shared/turn/a.ts",
    "../../create_chat/handler.ts",
    "_shared imports nothing",
  ],
  ["supabase/local/process/a.ts", "../backend/secrets.ts", "process is the lowest room"],
  ["supabase/local/backend/a.ts", "../server/plugin.ts", "import their own folder and process"],
  ["supabase/local/functions/a.ts", "../backend/secrets.ts", "import their own folder and process"],
  ["supabase/local/server/a.ts", "../start.ts", "import their own folder and process"],
] as const;

const ALLOWED = [
  ["src/app/a.ts", "#features/chat/data/chat-api.ts"],
  ["src/app/layout/b.ts", "../shortcuts/shortcuts.tsx"],
  ["src/features/auth/c.ts", "#lib/paths.ts"],
  ["src/features/auth/d.ts", "#ui/button.tsx"],
  ["src/features/auth/e.ts", "./log-in-page.tsx"],
  ["src/features/chat/models/b.ts", "#features/chat/data/chat-query.ts"],
  ["src/features/chat/composer/c.ts", "#features/chat/drafts/draft-store.ts"],
  ["src/features/chat/turns/b.ts", "#features/chat/data/chat-api.ts"],
  ["src/features/chat/conversation/b.ts", "#features/chat/turns/turns.ts"],
  ["src/features/chat/conversation/c.ts", "#features/chat/memory/memory-line.tsx"],
  ["src/features/chat/sending/b.ts", "#features/chat/turns/turns.ts"],
  ["src/features/chat/messages/b.ts", "#features/chat/text/plain-text.tsx"],
  ["src/features/chat/new-chat/b.ts", "#features/chat/composer/message-box.tsx"],
  ["src/lib/c.ts", "#contract"],
  ["supabase/functions/_shared/c.ts", "./models.ts"],
  ["supabase/functions/_shared/models.ts", "./error-codes.ts"],
  ["supabase/functions/_shared/endpoint/read-request.ts", "../database/backend.ts"],
  ["supabase/functions/_shared/providers/c.ts", "../models.ts"],
  ["supabase/functions/_shared/providers/d.ts", "../time-limits.ts"],
  ["supabase/functions/_shared/turn/b.ts", "../providers/stream-answer.ts"],
  ["supabase/local/functions/b.ts", "../../functions/create_chat/index.ts"],
  ["supabase/local/server/b.ts", "../process/ports.ts"],
  ["supabase/local/start.ts", "./server/plugin.ts"],
] as const;

type Finding = { filename: string; code: string; message: string; help?: string };

/** The project's own rules over a house of the same shape elsewhere, so that no other test meets these files. */
const house = mkdtempSync(join(tmpdir(), "directions-"));
let findings: Finding[] = [];

beforeAll(() => {
  const config = JSON.parse(readFileSync(join(ROOT, ".oxlintrc.json"), "utf8")) as object;
  writeFileSync(
    join(house, ".oxlintrc.json"),
    JSON.stringify({ ...config, options: { typeAware: false } }),
  );
  for (const [file, specifier] of [...FORBIDDEN, ...ALLOWED]) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), `export { probe } from "${specifier}";\n`);
  }
  const table = join(house, "supabase/functions/_shared/table.ts");
  writeFileSync(table, 'export const read = (client: Client) => client.from("chats");\n');
  findings = lint();
});

afterAll(() => {
  rmSync(house, { recursive: true, force: true });
});

function lint(): Finding[] {
  const oxlint = join(ROOT, "node_modules/.bin/oxlint");
  try {
    execFileSync(oxlint, ["--format=json"], { cwd: house, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout } = error as { stdout: string };
    return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
  }
  return [];
}

const about = (file: string) =>
  findings.filter(({ filename, code }) => filename === file && code.includes(RULE));

describe("the linter", () => {
  it.each(FORBIDDEN)("refuses in %s an import of %s", (file, _specifier, message) => {
    expect(JSON.stringify(about(file))).toContain(message);
  });

  it.each(ALLOWED)("allows in %s an import of %s", (file) => {
    expect(about(file)).toEqual([]);
  });
});

it("refuses a function that touches a table with the service role", () => {
  const found = findings.find(({ filename }) => filename.endsWith("_shared/table.ts"));
  expect(found?.code).toContain("no-restricted-properties");
});
