import type { TransactionSql } from "postgres";
import { beforeEach, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { ownPostgres } from "../../support/database/on-every-database.ts";
import {
  beginTurn,
  type CallOutcome,
  finish,
  renew,
  undoDeletion,
  signUpPerson,
  withoutQueue,
  askIn,
  contents,
  newTurn,
  callCreateChat,
  BEGIN,
} from "../../support/database/turns.ts";

// The races of the other tests, slowed down: one transaction has done its work but not ended when the other asks.
const { backend: queued, sql } = await ownPostgres();
const backend = withoutQueue(queued);
let member: Person;
let chat: string;
let question: string;
let answer: string;
let claim: string;

beforeEach(async () => {
  member = await signUpPerson(backend, "member");
  chat = crypto.randomUUID();
  question = crypto.randomUUID();
  const begun = await beginTurn(backend, member, { p_chat_id: chat, p_question_id: question });
  answer = begun.answer?.id ?? "";
  claim = begun.claim ?? "";
});

/** What `ask` returns when it comes after `work` and before its commit; it has to wait for it. */
async function outcomeDuring(
  work: (transaction: TransactionSql) => Promise<unknown>,
  ask: () => Promise<CallOutcome>,
) {
  const asked = await sql.begin(async (transaction) => {
    await work(transaction);
    const answer = ask();
    answer.catch(() => undefined);
    await expect.poll(waiting, { interval: 5, timeout: 20_000 }).toBe(true);
    return { answer };
  });
  const { outcome } = await asked.answer;
  expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  return outcome;
}

async function waiting(): Promise<boolean> {
  const rows = await backend.sql(`
    select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`);
  return rows.length > 0;
}

const again = () => beginTurn(backend, member, { p_chat_id: chat, p_question_id: question });
const more = () => askIn(backend, member, chat);
const end = () => finish(backend, member, question);
const create = () => callCreateChat(backend, member);

const deleteChat = (on: TransactionSql) => on`delete from public.chats where id = ${chat}`;
const deleteAccount = (on: TransactionSql) => on`delete from auth.users where id = ${member.id}`;
const endMembership = (on: TransactionSql) =>
  on`select public.set_membership(${member.email}, 'expired')`;

it.each([
  ["the chat was deleted while a turn begins", deleteChat, more, "gone"],
  ["the chat was deleted while a turn ends", deleteChat, end, "gone"],
  ["the account was deleted while a turn begins", deleteAccount, more, "inactive"],
  ["the account was deleted while a chat is created", deleteAccount, create, "inactive"],
  ["the account was deleted while a turn ends", deleteAccount, end, "gone"],
  ["the membership ended while a turn begins", endMembership, more, "inactive"],
  ["the membership ended while a chat is created", endMembership, create, "inactive"],
] as const)("a request that waited for a lock learns that %s", async (_, work, ask, outcome) => {
  expect(await outcomeDuring(work, ask)).toBe(outcome);
});

it("a request that claims a question anew learns that its reply was stored while it waited for the lock", async () => {
  await backend.sql("update private.attempts set claimed_until = now() where id = $1", answer);
  const work = (transaction: TransactionSql) =>
    transaction`select public.finish_turn(p_user_id => ${member.id}, p_answer_id => ${answer},
      p_claim_id => ${claim}, p_content => 'Hello', p_provider_model => null, p_input_tokens => null,
      p_cached_tokens => null, p_output_tokens => null, p_first_text_ms => null)`;
  expect(await outcomeDuring(work, again)).toBe("answered");
});

it("the second of two requests with one question learns that the first one answers it", async () => {
  const ids = newTurn();
  const args = { ...BEGIN, ...ids, p_user_id: member.id };
  const work = (transaction: TransactionSql) => transaction`
    select public.begin_turn(p_user_id => ${args.p_user_id}, p_chat_id => ${ids.p_chat_id},
      p_starts_chat => true, p_question_id => ${ids.p_question_id}, p_content => ${args.p_content},
      p_title => ${args.p_title}, p_turns_per_minute => 1000, p_turns_per_day => 1000,
      p_chats_per_minute => 1000, p_lease => ${args.p_lease}, p_budgets => '{}')`;
  expect(await outcomeDuring(work, () => beginTurn(backend, member, ids))).toBe("running");
});

it("a worker that renews its claim learns that Stop was pressed while it waited for the lock", async () => {
  const work = (transaction: TransactionSql) =>
    transaction`select public.stop_turn(${member.id}, ${chat}, ${question})`;
  const ask = () => renew(backend, member, question);
  expect(await outcomeDuring(work, ask)).toBe("stopped");
});

it("a stranger who takes an id of a chat while it is being deleted is refused, and an Undo brings the chat back [chats.undo]", async () => {
  const stranger = await signUpPerson(backend, "stranger");
  const taken = await sql.begin(async (transaction) => {
    await transaction`delete from public.chats where id = ${chat}`;
    return [
      await beginTurn(backend, stranger, { p_chat_id: chat }),
      await beginTurn(backend, stranger, { p_question_id: question }),
      await beginTurn(backend, stranger, { p_answer_id: answer }),
      await callCreateChat(backend, stranger, chat),
    ];
  });
  expect(taken).toEqual(taken.map(() => ({ outcome: "conflict" })));
  const restored = await undoDeletion(backend, member, chat);
  expect(restored).toMatchObject({ outcome: "restored" });
});

it("an account is deleted while one of its deleted chats is purged: the second waits for the first, and not the other way round too", async () => {
  await backend.sql("delete from public.chats where id = $1", chat);
  const removed = await sql.begin(async (transaction) => {
    // As the purge does.
    await transaction`select from private.deleted_chats where id = ${chat} for update`;
    const removing = backend.sql("delete from auth.users where id = $1", member.id);
    removing.catch(() => undefined);
    await expect.poll(waiting, { interval: 5, timeout: 20_000 }).toBe(true);
    await transaction`delete from public.messages where chat_id = ${chat}`;
    return { removing };
  });
  await removed.removing;
  expect(await contents(backend)).not.toContain(member.id);
});

it("an Undo brings back the text that a worker is handing over [chats.undo-running]", async () => {
  await backend.sql("delete from public.chats where id = $1", chat);
  await sql.begin(async (transaction) => {
    await transaction`select public.release_turn(p_user_id => ${member.id}, p_answer_id => ${answer},
      p_claim_id => ${claim}, p_failure => 'gone', p_content => 'Once upon a')`;
    expect(await undoDeletion(backend, member, chat)).toMatchObject({ outcome: "restored" });
  });
  const kept = backend.sql("select content from private.attempts where id = $1", answer);
  expect(await kept).toEqual([{ content: "Once upon a" }]);
});
