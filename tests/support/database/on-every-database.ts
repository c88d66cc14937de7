import postgres from "postgres";
import { afterAll, beforeAll, describe } from "vitest";
import { type Kind, type Person, startBackend, type TestBackend } from "./backend.ts";
import { signUpPerson } from "./turns.ts";

type Ask = (backend: TestBackend, kind: Kind) => void;

/** Runs the same tests on PGlite and on the oldest and the newest PostgreSQL, each on a fresh database. */
export function onEveryDatabase(title: string, ask: Ask): void {
  onFresh(["pglite", "postgres 15", "postgres"], title, ask);
}

/**
 * Runs tests on a fresh PostgreSQL only: of calls at the same time, which PGlite puts into a queue, and of rules of
 * plain SQL, which are the same in both and take PGlite twice as long.
 */
export function onPostgres(title: string, ask: (backend: TestBackend) => void): void {
  onFresh(["postgres"], title, ask);
}

/** The same on the oldest and the newest PostgreSQL that the product runs on. */
export function onOldestAndNewest(title: string, ask: (backend: TestBackend) => void): void {
  onFresh(["postgres 15", "postgres"], title, ask);
}

function onFresh(kinds: readonly Kind[], title: string, ask: Ask): void {
  describe.each(kinds)(`${title}, on %s`, (kind) => {
    const backend = {} as TestBackend;
    beforeAll(async () => {
      Object.assign(backend, await startBackend(kind));
    });
    afterAll(() => backend.stop());
    ask(backend, kind);
  });
}

/** A database of a test file's own, which ends with the file. */
export async function ownBackend(kind: Kind): Promise<TestBackend> {
  const backend = await startBackend(kind);
  afterAll(() => backend.stop());
  return backend;
}

/** A PostgreSQL of a test file's own, with a connection beside the REST service. */
export async function ownPostgres() {
  const backend = await ownBackend("postgres");
  const sql = postgres(backend.url ?? "", { max: 1, onnotice: () => undefined });
  afterAll(() => sql.end());
  return { backend, sql };
}

/** A person of all tests of one `describe`, who has signed up and pays. */
export function personOn(backend: TestBackend, name: string): Person {
  const person = {} as Person;
  beforeAll(async () => {
    Object.assign(person, await signUpPerson(backend, name));
  });
  return person;
}
