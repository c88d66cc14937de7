import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A new folder. It is removed after the tests around it, or when `over` calls back. */
export function newFolder(over: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), "test-"));
  over(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
