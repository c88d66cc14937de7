import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { lockDataDir, readRunning } from "../../../../supabase/local/process/lock.ts";
import { newFolder } from "../../../support/new-folder.ts";

const RUNNING = { pid: 42, origin: "http://localhost:5173" };

let directory: string;
beforeEach(() => {
  directory = newFolder(onTestFinished);
});

it("a locked data directory is refused with the process that uses it, until it is unlocked", () => {
  const unlock = lockDataDir(directory, RUNNING);
  expect(readRunning(directory)).toEqual(RUNNING);
  expect(() => lockDataDir(directory, { pid: 43, origin: "" })).toThrow(
    `${directory} is in use by process 42 (http://localhost:5173). Stop it first, or set DATA_DIR.`,
  );
  unlock();
  expect(readRunning(directory)).toBeUndefined();
  lockDataDir(directory, RUNNING)();
});

it("a file in the place of the data directory is refused and left as it is", () => {
  const file = join(directory, "file");
  writeFileSync(file, "mine");
  expect(() => lockDataDir(file, RUNNING)).toThrow(`${file} cannot be used to keep data (EEXIST).`);
  expect(readFileSync(file, "utf8")).toBe("mine");
});

it.runIf(existsSync("/proc"))(
  "a data directory where nothing can be made is refused with advice",
  () => {
    const name = "/proc/data";
    expect(() => lockDataDir(name, RUNNING)).toThrow(
      `${name} cannot be used to keep data (ENOENT). Set DATA_DIR to a folder that can be written.`,
    );
  },
);

it("a data directory is made with the folders above it", () => {
  lockDataDir(join(directory, "a/b"), RUNNING)();
  expect(readRunning(join(directory, "a/b"))).toBeUndefined();
});
