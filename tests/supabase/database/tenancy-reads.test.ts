import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { contents } from "../../support/database/turns.ts";
import { type ReadRequest, readRequests } from "./read-requests.ts";
import { withEveryGrant } from "./tenancy.ts";

const RUNS = process.env["SOAK"] === undefined ? 40 : 600;

type Answer = { status: number; range: string | null; body: string };
type Asked = { request: ReadRequest; person?: Person; answer: Answer };

/** Whether a person was shown rows: their ids and times have hyphens. */
function isGood({ person, answer }: Asked): boolean {
  return person !== undefined && answer.status < 300 && answer.body.includes("-");
}

withEveryGrant("reading over REST", (backend, world) => {
  async function ask({ path, ...init }: ReadRequest, person?: Person): Promise<Answer> {
    const response = await backend.request(path, init, person);
    return {
      status: response.status,
      range: response.headers.get("content-range"),
      body: inOneOrder(await response.text()),
    };
  }

  it("people read their own chats, messages and membership", async () => {
    const { owner, owners } = world;
    const words = owners.flatMap(({ question, reply }) => [question.content, reply.content]);
    const { data: messages } = await owner.client.from("messages").select("*").order("created_at");
    expect(messages?.map((message) => message.content)).toEqual(words);
    const { data: chats } = await owner.client.from("chats").select("*").order("created_at");
    expect(chats?.map((chat) => chat.id)).toEqual(owners.map(({ chat }) => chat.id));
    const { data: users } = await owner.client.from("users").select("*");
    const { owner: instructions } = world.instructions;
    expect(users).toMatchObject([{ id: owner.id, membership_status: "active", instructions }]);
    const { data: given } = await owner.client.from("instructions").select("*");
    const replied = messages?.filter(({ role }) => role === "assistant");
    expect(given).toMatchObject([{ user_id: owner.id, content: instructions }]);
    expect(new Set(replied?.map((reply) => reply.instructions_id))).toEqual(
      new Set(given?.map(({ id }) => id)),
    );
  });

  it("nobody reads a word, a row or a number of somebody else's, however they ask [calls.own-rows]", async () => {
    const { owner, stranger, visitor } = world;
    const asked: Asked[] = [];
    const before = await contents(backend);
    const secrets = {
      owners: [world.instructions.owner, ...secretsOf(world.owners, owner)],
      strangers: [world.instructions.stranger, ...secretsOf(world.strangers, stranger)],
    };
    const everybodys = [...secrets.owners, ...secrets.strangers];

    // A round may happen to ask few good questions. The next ones make up for it.
    for (let round = 0; round < 5 && asked.filter(isGood).length <= RUNS / 10; round += 1) {
      await fc.assert(
        fc.asyncProperty(readRequests(world), async (request) => {
          const unknown = (list: string[]) =>
            list.filter((secret) => !request.path.includes(secret));
          const asOwner = await ask(request, owner);
          const asStranger = await ask(request, stranger);
          const asVisitor = await ask(request, visitor);
          const asAnonymous = await ask(request);
          expect(shown(asOwner, unknown(secrets.strangers))).toEqual([]);
          expect(shown(asStranger, unknown(secrets.owners))).toEqual([]);
          expect(shown(asVisitor, unknown(everybodys))).toEqual([]);
          expect(shown(asAnonymous, unknown([...everybodys, visitor.id]))).toEqual([]);
          asked.push({ request, person: owner, answer: asOwner }, { request, answer: asAnonymous });
        }),
        { numRuns: RUNS },
      );
    }
    expect(await contents(backend)).toBe(before);

    // What other people's rows had a part in cannot be the same without them.
    await backend.sql(`delete from auth.users where id = any ($1)`, [stranger.id, visitor.id]);
    const different: unknown[] = [];
    for (const { request, person, answer } of asked) {
      const again = await ask(request, person);
      if (!isDeepStrictEqual(again, answer)) {
        different.push({ request, isOwner: person !== undefined, before: answer, after: again });
      }
    }
    expect(different.map((each) => JSON.stringify(each))).toEqual([]);
    expect(asked.filter(isGood).length).toBeGreaterThan(RUNS / 10);
  }, 300_000);
});

function secretsOf(
  chats: { chat: { id: string }; question: { id: string; content: string } }[],
  person: Person,
) {
  return [
    person.id,
    ...chats.flatMap(({ chat, question }) => [chat.id, question.id, question.content]),
  ];
}

function shown(answer: Answer, secrets: string[]): string[] {
  return secrets.filter((secret) => answer.body.includes(secret));
}

/** JSON with its lists sorted: where no order is asked for, the database may give any. */
function inOneOrder(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (_, value: unknown) =>
      Array.isArray(value)
        ? value.toSorted((a, b) => compare(JSON.stringify(a), JSON.stringify(b)))
        : value,
    );
  } catch {
    return body;
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
