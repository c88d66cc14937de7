import { afterAll, beforeAll, describe } from "vitest";
import { type TestBackend, type Kind, startBackend } from "./backend.ts";

/** Asks the same questions of PGlite and of a real PostgreSQL, each on a fresh database. */
export function onEveryDatabase(
  title: string,
  ask: (backend: TestBackend, kind: Kind) => void,
): void {
  describe.each(["pglite", "postgres"] as const)(`${title}, on %s`, (kind) => {
    const backend = {} as TestBackend;
    beforeAll(async () => {
      Object.assign(backend, await startBackend(kind));
    });
    afterAll(() => backend.stop());
    ask(backend, kind);
  });
}
