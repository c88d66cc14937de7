import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ROOT } from "../../supabase/local/process/settings.ts";
import { newFolder } from "../support/new-folder.ts";

const FORBIDDEN = [
  ["src/features/auth/a.ts", "#features/chat/data/chat-api.ts"],
  ["src/features/auth/b.ts", "../chat/data/chat-api.ts"],
  ["src/features/auth/c.ts", "../../app/routes.tsx"],
  ["src/features/auth/d.ts", "../../../supabase/functions/_shared/turn/turn.ts"],
  ["src/ui/a.ts", "#lib/paths.ts"],
  ["src/ui/b.ts", "#contract"],
  ["src/lib/a.ts", "#ui/button.tsx"],
  ["src/features/chat/data/a.ts", "#features/chat/drafts/draft-store.ts"],
  ["src/features/chat/turns/a.ts", "#features/chat/sending/sender.ts"],
  ["src/features/chat/chats/a.ts", "../conversation/conversation.tsx"],
  ["src/app/loading/a.ts", "../layout/sidebar.tsx"],
  ["src/app/layout/a.ts", "../routes.tsx"],
  ["supabase/functions/_shared/a.ts", "./turn/turn.ts"],
  ["supabase/functions/_shared/b.ts", "../create_chat/handler.ts"],
  ["supabase/functions/_shared/c.ts", "#lib/paths.ts"],
  ["supabase/functions/_shared/contract.ts", "./refusal.ts"],
  ["supabase/functions/_shared/endpoint/http.ts", "../database/backend.ts"],
  ["supabase/functions/_shared/endpoint/http.ts", "./runtime.ts"],
  ["supabase/functions/_shared/providers/a.ts", "../refusal.ts"],
  ["supabase/local/process/a.ts", "../backend/secrets.ts"],
  ["supabase/local/server/a.ts", "../start.ts"],
] as const;

const ALLOWED = [
  ["src/app/a.ts", "#features/chat/data/chat-api.ts"],
  ["src/app/layout/b.ts", "../shortcuts/shortcuts.tsx"],
  ["src/app/layout/c.ts", "#features/chat/data/chat-api.ts"],
  ["src/features/auth/e.ts", "./log-in-page.tsx"],
  ["src/features/auth/f.ts", "#ui/button.tsx"],
  ["src/features/auth/g.ts", "react"],
  ["src/features/chat/turns/b.ts", "#features/chat/data/chat-api.ts"],
  ["src/features/chat/turns/c.ts", "#contract"],
  ["src/lib/b.ts", "#contract"],
  ["supabase/functions/_shared/models.ts", "./error-codes.ts"],
  ["supabase/functions/_shared/turn/b.ts", "../providers/stream-answer.ts"],
  ["supabase/functions/_shared/turn/c.ts", "../contract.ts"],
  ["supabase/local/functions/b.ts", "../../functions/create_chat/index.ts"],
  ["supabase/local/start.ts", "./server/plugin.ts"],
] as const;

const TEXTS = [
  ["a text beside what comes and goes", "<p>Text {isOn && <b />}</p>", 1],
  ["a text that comes and goes beside an element", '<p><b />{isOn && "Text"}</p>', 1],
  ["a text that changes beside another", "<p>Text {name}</p>", 2],
  ["what may be a text in a fragment", "<>{name}</>", 1],
  ["children beside an element", "<p>{isOn && <b />}{children}</p>", 1],
  ["a text that is alone", "<p>{name}</p>", 0],
  ["a text made of several", "<p>{`Text ${name}`}</p>", 0],
  ["a text beside what stays", "<p>Text <b /> and more</p>", 0],
  [
    "elements beside what comes and goes",
    "<p>{isOn && <b />}{names.map((it) => <i key={it} />)}</p>",
    0,
  ],
  ["what has no letters", '<p>{isOn && <b />}{" "}·</p>', 0],
] as const;

/** The project's own rules over a house of the same shape elsewhere, so that no other check meets these files. */
const house = newFolder();
let found: string[] = [];

beforeAll(() => {
  const config = JSON.parse(readFileSync(join(ROOT, ".oxlintrc.json"), "utf8")) as object;
  writeFileSync(
    join(house, ".oxlintrc.json"),
    JSON.stringify({ ...config, options: { typeAware: false } }),
  );
  for (const file of ["package.json", "tests/spec/directions.js"]) {
    cpSync(join(ROOT, file), join(house, file));
  }
  const lines = new Map<string, string>();
  for (const [file, specifier] of [...FORBIDDEN, ...ALLOWED]) {
    lines.set(file, `${lines.get(file) ?? ""}export { probe } from "${specifier}";\n`);
  }
  lines.set(
    "supabase/functions/_shared/table.ts",
    'export const read = (client: Client) => client.from("chats");\n',
  );
  for (const [index, [, text]] of TEXTS.entries())
    lines.set(`src/ui/text-${index}.tsx`, `export const it = ${text};\n`);
  for (const [file, text] of lines) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), text);
  }
  const oxlint = join(ROOT, "node_modules/.bin/oxlint");
  const { stdout } = spawnSync(oxlint, ["--format=unix"], { cwd: house, encoding: "utf8" });
  found = stdout.split("\n");
});

const against = (file: string) =>
  found.filter((line) => line.startsWith(`${file}:`) && line.includes("house(directions)"));

it.each(FORBIDDEN)("the linter refuses in %s an import of %s", (file) => {
  const expected = FORBIDDEN.filter(([other]) => other === file).length;
  expect(against(file)).toHaveLength(expected);
});

it.each(ALLOWED)("the linter allows in %s an import of %s", (file) => {
  expect(against(file)).toEqual([]);
});

it("the linter refuses a function that touches a table with the service role", () => {
  expect(found.find((line) => line.includes("_shared/table.ts"))).toContain(
    "no-restricted-properties",
  );
});

it.each(TEXTS)(
  "the linter looks for an element of its own of %s: %s, %d times",
  (what, _, times) => {
    const file = `src/ui/text-${TEXTS.findIndex((each) => each[0] === what)}.tsx:`;
    const own = found.filter((line) => line.startsWith(file) && line.includes("own-element"));
    expect(own).toHaveLength(times);
  },
);
