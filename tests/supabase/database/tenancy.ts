import { beforeAll, describe } from "vitest";
import type { TestBackend, Person } from "../../support/database/backend.ts";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";
import { call, converse, signUpPerson } from "../../support/database/turns.ts";

type Chat = Awaited<ReturnType<typeof converse>>;

/** Two members with chats, and a person on trial without. Their words are secrets that no request names. */
export type World = {
  owner: Person;
  stranger: Person;
  visitor: Person;
  owners: Chat[];
  strangers: Chat[];
  /** What each of the two asks of all models. */
  instructions: { owner: string; stranger: string };
};

/** What the migrations grant, as on a hosted project, and what the embedded backend makes of it at its first request. */
const OPEN = {
  name: "every grant open",
  statements: [
    "grant usage on schema private to anon, authenticated",
    "grant all on all tables in schema public, private to anon, authenticated",
  ],
};
const GRANTS = {
  pglite: OPEN,
  "postgres 15": OPEN,
  postgres: {
    name: "the grants of the migrations",
    statements: [
      "revoke all on all tables in schema public, private from anon, authenticated",
      "revoke usage on schema private from anon",
      "grant select on public.users, public.instructions, public.chats, public.messages to authenticated",
      "grant delete on public.chats to authenticated",
    ],
  },
};

/** Asks the same questions on every database, with the migrations' own grants on one and all of them open on the others. */
export function withEveryGrant(
  title: string,
  ask: (backend: TestBackend, world: World) => void,
): void {
  onEveryDatabase(title, (backend, kind) => {
    const { name, statements } = GRANTS[kind];
    describe(`with ${name}`, () => {
      const world = {} as World;
      beforeAll(async () => {
        Object.assign(world, await settle(backend));
        for (const statement of statements) await backend.sql(statement);
      });
      ask(backend, world);
    });
  });
}

async function settle(backend: TestBackend): Promise<World> {
  const owner = await signUpPerson(backend, "owner");
  const stranger = await signUpPerson(backend, "stranger");
  const visitor = await backend.signUp(`visitor-${crypto.randomUUID()}@example.com`);
  const instructions = {
    owner: `secret ${crypto.randomUUID()}`,
    stranger: `secret ${crypto.randomUUID()}`,
  };
  for (const [person, p_instructions] of [
    [owner, instructions.owner],
    [stranger, instructions.stranger],
  ] as const)
    await call(backend, "update_instructions", { p_user_id: person.id, p_instructions });
  const chats = async (person: Person) => [
    await converse(backend, person, `secret ${crypto.randomUUID()}`),
    await converse(backend, person, `secret ${crypto.randomUUID()}`),
  ];
  return {
    owner,
    stranger,
    visitor,
    instructions,
    owners: await chats(owner),
    strangers: await chats(stranger),
  };
}
