import { beforeAll, expect, it } from "vitest";
import type { TestBackend, Person } from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";
import {
  BEGIN,
  type CallOutcome,
  signUpPerson,
  withoutQueue,
} from "../../support/database/turns.ts";

const CONNECTIONS = 16;
/** What the calls of the storm must have come to for it to show anything. */
const OUTCOMES = [
  "begin_turn: begun",
  "begin_turn: running",
  "begin_turn: answered",
  "begin_turn: not_found",
  "begin_turn: inactive",
  "finish_turn: stored",
  "finish_turn: gone",
  "renew_turn: running",
  "release_turn: released",
];
const SOAK = process.env["SOAK"] !== undefined;

onEveryDatabase("sixteen connections at once", (backend, kind) => {
  const seconds = SOAK ? 10 : { pglite: 1, postgres: 3 }[kind];
  const members: Person[] = [];
  const chats: { id: string; owner: Person }[] = [];
  const questions: { id: string; chat: string; owner: Person }[] = [];
  const outcomes = new Map<string, number>();

  beforeAll(async () => {
    for (const name of ["a", "b", "c", "d"]) members.push(await signUpPerson(backend, name));
  });

  async function call(name: Parameters<TestBackend["rpc"]>[0], args: object): Promise<void> {
    const { outcome } = (await withoutQueue(backend).rpc(name, args)) as CallOutcome;
    const entry = `${name}: ${outcome}`;
    outcomes.set(entry, (outcomes.get(entry) ?? 0) + 1);
  }

  async function start() {
    const owner = oneOf(members);
    const chat = crypto.randomUUID();
    const question = { id: crypto.randomUUID(), chat, owner };
    await ask(question, true);
    chats.push({ id: chat, owner });
  }

  const ask = async (question: (typeof questions)[number], starts: boolean) => {
    questions.push(question);
    await call("begin_turn", {
      ...BEGIN,
      p_user_id: question.owner.id,
      p_chat_id: question.chat,
      p_question_id: question.id,
      p_starts_chat: starts,
      p_turns_per_minute: 1_000_000,
      p_turns_per_day: 1_000_000,
      p_chats_per_minute: 1_000_000,
      p_lease: oneOf(["0 seconds", "20 seconds"]),
    });
  };

  const newestQuestion = () => {
    const { id, owner } = newest(questions);
    return { p_user_id: owner.id, p_question_id: id };
  };
  /** The newest question as whoever holds the claim on it names it. */
  const newestClaim = async () => {
    const question = newestQuestion();
    const [row] = await backend.sql<{ claim_id: string | null }>(
      "select claim_id from public.messages where id = $1",
      question.p_question_id,
    );
    return { ...question, p_claim_id: row?.claim_id ?? crypto.randomUUID() };
  };
  const finish = async (content: string) =>
    call("finish_turn", { ...(await newestClaim()), p_content: content, p_model: "grok" });

  const deeds: (() => Promise<unknown>)[] = [
    start,
    () => {
      const { id, owner } = newest(chats);
      return ask({ id: crypto.randomUUID(), chat: id, owner }, false);
    },
    () => ask(newest(questions), false),
    () => finish("A reply"),
    () => finish("Another reply"),
    async () => call("release_turn", await newestClaim()),
    async () => call("renew_turn", { ...(await newestClaim()), p_lease: "20 seconds" }),
    () => call("look_at_turn", newestQuestion()),
    () => call("leave_turn", newestQuestion()),
    () => {
      const { id, chat, owner } = newest(questions);
      return call("stop_turn", { p_user_id: owner.id, p_chat_id: chat, p_question_id: id });
    },
    () =>
      backend.sql(`delete from public.chats where id = $1 and random() < 0.5`, newest(chats).id),
    () => {
      const args = { p_user_id: oneOf(members).id, p_chat_id: newest(chats).id };
      return call("create_chat", { ...args, p_chats_per_minute: 1_000_000 });
    },
    () => {
      const args = { p_user_id: oneOf(members).id, p_chat_id: newest(chats).id };
      return call("rename_chat", { ...args, p_title: "Renamed" });
    },
    () => {
      const p_status = Math.random() < 0.9 ? "active" : "expired";
      return call("set_membership", { p_email: oneOf(members).email, p_status });
    },
  ];

  it("many members who send, stop and delete at once break no invariant, and no call fails", async () => {
    await start();
    const begun = performance.now();
    const failures: unknown[] = [];
    /** On a slow machine the storm goes on until every outcome was seen. */
    const isOver = () => {
      const passed = (performance.now() - begun) / 1_000;
      return passed > 60 || (passed > seconds && OUTCOMES.every((entry) => outcomes.has(entry)));
    };
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (!isOver()) {
          await oneOf(deeds)().catch((error: unknown) => failures.push(error));
        }
      }),
    );
    expect(failures).toEqual([]);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
    expect([...outcomes.keys()]).toEqual(expect.arrayContaining(OUTCOMES));
  });
});

function oneOf<Item>(list: readonly Item[]): Item {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new Error("Nothing to choose from.");
  return item;
}

/** One of the last few, so that the connections meet. */
function newest<Item>(list: readonly Item[]): Item {
  return oneOf(list.slice(-6));
}
