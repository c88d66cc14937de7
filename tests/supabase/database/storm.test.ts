import { beforeAll, expect, it } from "vitest";
import type { TestBackend, Person } from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { onOldestAndNewest } from "../../support/database/on-every-database.ts";
import {
  type CallOutcome,
  signUpPerson,
  withoutQueue,
  BEGIN,
} from "../../support/database/turns.ts";

const CONNECTIONS = 16;
/** What the calls of the storm must have come to for it to show anything. */
const OUTCOMES = [
  "begin_turn: begun",
  "begin_turn: running",
  "begin_turn: answered",
  "begin_turn: not_found",
  "begin_turn: inactive",
  "begin_turn: conflict",
  "finish_turn: stored",
  "finish_turn: gone",
  "renew_turn: running",
  "release_turn: released",
  "restore_chat: restored",
];
const SOAK = process.env["SOAK"] !== undefined;

onOldestAndNewest("sixteen connections at once", (backend) => {
  const seconds = SOAK ? 10 : 3;
  const members: Person[] = [];
  const chats: { id: string; owner: Person }[] = [];
  const questions: { id: string; chat: string; owner: Person; answers: string[] }[] = [];
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
    const question = { id: crypto.randomUUID(), chat, owner, answers: ids(4) };
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
      p_answer_id: oneOf(question.answers),
      p_starts_chat: starts,
      p_turns_per_minute: 1_000_000,
      p_turns_per_day: 1_000_000,
      p_chats_per_minute: 1_000_000,
      p_lease: oneOf(["0 seconds", "20 seconds"]),
    });
  };

  /** One of the answers to one of the newest questions. */
  const newestAnswer = () => {
    const { id, owner, answers } = newest(questions);
    return { p_user_id: owner.id, p_question_id: id, p_answer_id: oneOf(answers) };
  };
  /** It as whoever holds the claim on it names it. */
  const newestClaim = async () => {
    const { p_user_id, p_answer_id } = newestAnswer();
    const [row] = await backend.sql<{ claim_id: string | null }>(
      "select claim_id from private.attempts where id = $1",
      p_answer_id,
    );
    return { p_user_id, p_answer_id, p_claim_id: row?.claim_id ?? crypto.randomUUID() };
  };
  const finish = async (p_content: string) => {
    const p_provider_model = "grok";
    const numbers = { p_input_tokens: 9, p_cached_tokens: 1, p_output_tokens: 9 };
    const args = { p_content, p_provider_model, ...numbers, p_first_text_ms: 9 };
    await call("finish_turn", { ...(await newestClaim()), ...args });
  };

  const deeds: (() => Promise<unknown>)[] = [
    start,
    () => {
      const { id, owner } = newest(chats);
      return ask({ id: crypto.randomUUID(), chat: id, owner, answers: ids(4) }, false);
    },
    () => ask(newest(questions), false),
    () => finish("A reply"),
    () => finish("Another reply"),
    async () =>
      call("release_turn", { ...(await newestClaim()), p_failure: "timed_out", p_content: "So" }),
    async () => call("renew_turn", { ...(await newestClaim()), p_lease: "20 seconds" }),
    async () => {
      const piece = { p_position: oneOf([1, 2, 3]), p_piece: "a piece" };
      await call("renew_turn", { ...(await newestClaim()), p_lease: "20 seconds", ...piece });
    },
    () => call("look_at_turn", newestAnswer()),
    () => call("leave_turn", newestAnswer()),
    () => {
      const { id, chat, owner, answers } = newest(questions);
      const question = { p_user_id: owner.id, p_chat_id: chat, p_question_id: id };
      const one = Math.random() < 0.5 ? { p_answer_id: oneOf(answers) } : {};
      return call("stop_turn", { ...question, ...one });
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
      const { chat, owner, answers } = newest(questions);
      const args = { p_user_id: owner.id, p_chat_id: chat, p_answer_id: oneOf(answers) };
      return call("choose_answer", args);
    },
    () => {
      const args = { p_user_id: oneOf(members).id, p_chat_id: newest(chats).id };
      return call("see_chat", { ...args, p_seen: new Date().toISOString() });
    },
    () => {
      const { id, owner } = newest(chats);
      const args = { p_user_id: owner.id, p_chat_id: id };
      return call("restore_chat", { ...args, p_chats_per_minute: 1_000_000 });
    },
    () => backend.sql("select private.purge_chats(1)"),
    () =>
      backend.sql(`update private.deleted_chats set deleted_at = deleted_at - interval '11 minutes'
        where random() < 0.2`),
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

const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

function oneOf<Item>(list: readonly Item[]): Item {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new Error("Nothing to choose from.");
  return item;
}

/** One of the last few, so that the connections meet. */
function newest<Item>(list: readonly Item[]): Item {
  return oneOf(list.slice(-6));
}
