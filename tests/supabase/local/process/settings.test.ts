import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readSettings } from "../../../../supabase/local/process/settings.ts";
import { newFolder } from "../../../support/new-folder.ts";

const absent = join(tmpdir(), "no-such-file");

describe("readSettings", () => {
  it("has the defaults of the README", () => {
    expect(readSettings({}, absent)).toMatchObject({
      port: 5173,
      origin: "http://localhost:5173",
      dataDir: expect.stringMatching(/supabase[/\\]\.temp[/\\]data$/) as string,
      databaseUrl: undefined,
    });
  });

  it.each(["0", "65536", "80.5", "http", "-1"])("refuses the port %s", (port) => {
    expect(() => readSettings({ PORT: port }, absent)).toThrow(
      `PORT must be a number from 1 to 65535, not "${port}".`,
    );
  });

  it.each(["localhost", "mysql://a/b", "postgres"])("refuses the database %s", (url) => {
    expect(() => readSettings({ DATABASE_URL: url }, absent)).toThrow(
      "DATABASE_URL must look like",
    );
  });

  it("prefers the process environment to the file, and a set name to an empty one", () => {
    const file = join(newFolder(onTestFinished), ".env");
    writeFileSync(file, "OPENAI_API_KEY=file\nXAI_API_KEY=file\n");
    const { env } = readSettings({ OPENAI_API_KEY: "process", XAI_API_KEY: "" }, file);
    expect(env).toMatchObject({ OPENAI_API_KEY: "process", XAI_API_KEY: "file" });
  });

  it("reads names, quotes, comments and blank lines of the file", () => {
    const file = join(newFolder(onTestFinished), ".env");
    const lines = [
      "# keys",
      "",
      "A=1",
      "export B=two # why",
      'C="a b#c"',
      "D='x\"y'",
      "E=",
      "F = 6",
    ];
    writeFileSync(file, lines.join("\r\n"));
    const { env } = readSettings({}, file);
    expect(env).toEqual({ A: "1", B: "two", C: "a b#c", D: 'x"y', F: "6" });
  });

  it("says in one line that the file cannot be read", () => {
    expect(() => readSettings({}, tmpdir())).toThrow(/^[^\n]*cannot be read \(EISDIR\)\.$/);
  });
});
