import type { ParameterOrJSON, Sql } from "postgres";
import { newId } from "../../../supabase/functions/_shared/new-id.ts";
import type { FilledMember } from "./fill.ts";

/** The SQL functions that write, as the Edge Functions call them, and the page's reads, as the REST service words them. */

const ANSWER = "An answer of some length, as models write them. ".repeat(25);
const PIECE = "A piece of ten seconds. ".repeat(20);
const BUDGETS = { "chatgpt-4": 100_000, "chatgpt-5": 100_000, grok: 100_000, "claude-4": 100_000 };

type CallOutcome = {
  outcome: string;
  claim?: string;
  answer?: { id: string };
  results?: unknown[];
};

/** Calls a function by the names of its parameters. */
export async function callByName(
  sql: Sql,
  name: string,
  args: Record<string, unknown>,
): Promise<CallOutcome> {
  const named = Object.keys(args).map((key, index) => `${key} => $${index + 1}`);
  const values = Object.values(args) as ParameterOrJSON<never>[];
  const [row] = await sql.unsafe<{ outcome: CallOutcome }[]>(
    `select public.${name}(${named.join()}) as outcome`,
    values,
    { prepare: true },
  );
  if (row === undefined) throw new Error(`${name} returned nothing.`);
  return row.outcome;
}

/** One question and its answer, begun and not ended yet. */
export type OpenTurn = {
  member: FilledMember;
  chatId: string;
  questionId: string;
  answerId: string;
  claim: string;
};

/** Begins a turn in a chat that is there, or with `startsChat` in a new one. Throws unless it has begun. */
export async function openTurn(
  sql: Sql,
  member: FilledMember,
  chatId: string,
  startsChat = false,
): Promise<OpenTurn> {
  const turn = { member, chatId, questionId: newId(), answerId: newId() };
  const { outcome, claim } = await callByName(sql, "begin_turn", {
    p_user_id: member.id,
    p_chat_id: chatId,
    p_starts_chat: startsChat,
    p_question_id: turn.questionId,
    p_content: "What would you say to a question of an ordinary length, as people ask them?",
    p_title: "What would you say",
    p_turns_per_minute: 1_000_000,
    p_turns_per_day: 1_000_000,
    p_chats_per_minute: 1_000_000,
    p_lease: "20 seconds",
    p_budgets: BUDGETS,
    p_answer_id: turn.answerId,
  });
  if (claim === undefined) throw new Error(`The turn did not begin: ${outcome}.`);
  return { ...turn, claim };
}

const mine = ({ member, answerId, claim }: OpenTurn) => ({
  p_user_id: member.id,
  p_answer_id: answerId,
  p_claim_id: claim,
});

export const renewTurn = (sql: Sql, turn: OpenTurn, position: number) =>
  callByName(sql, "renew_turn", {
    ...mine(turn),
    p_lease: "20 seconds",
    p_position: position,
    p_piece: PIECE,
  });

export const lookAtTurn = (sql: Sql, { member, questionId, answerId }: OpenTurn) =>
  callByName(sql, "look_at_turn", {
    p_user_id: member.id,
    p_question_id: questionId,
    p_answer_id: answerId,
  });

export const stopOpenTurn = (sql: Sql, { member, chatId, questionId }: OpenTurn) =>
  callByName(sql, "stop_turn", {
    p_user_id: member.id,
    p_chat_id: chatId,
    p_question_id: questionId,
  });

export const releaseTurn = (sql: Sql, turn: OpenTurn) =>
  callByName(sql, "release_turn", {
    ...mine(turn),
    p_failure: "provider_failed",
    p_content: PIECE,
  });

export const finishTurn = (sql: Sql, turn: OpenTurn) =>
  callByName(sql, "finish_turn", {
    ...mine(turn),
    p_content: ANSWER,
    p_provider_model: "gpt-4.1-2025-04-14",
    p_input_tokens: 2_000,
    p_cached_tokens: 1_000,
    p_output_tokens: 300,
    p_first_text_ms: 800,
  });

/**
 * Reads as the REST service does for a member.
 * @param timed Is given the read itself, without the statements that say who is asking.
 */
export async function readAsMember(
  sql: Sql,
  member: FilledMember,
  { source, values }: Query,
  timed: <Result>(run: () => Promise<Result>) => Promise<Result>,
): Promise<unknown[]> {
  const rows = await sql.begin(async (transaction) => {
    await transaction`
      select set_config('request.jwt.claim.sub', ${member.id}, true), set_config('role', 'authenticated', true)`;
    return timed(() =>
      transaction.unsafe<{ body: unknown[] }[]>(
        `with pgrst_source as (${source})
        select coalesce(json_agg(_postgrest_t), '[]') as body from (select * from pgrst_source) _postgrest_t`,
        values,
        { prepare: true },
      ),
    );
  });
  return rows[0]?.body ?? [];
}

type Query = { source: string; values: string[] };
export type ReadRow = { id: string; role?: string; created_at: string; last_message_at: string };

const LIST = "order by last_message_at desc nulls first, created_at desc, id desc limit 50";
const DOWN = "order by created_at desc, id desc limit 50";

const query = (source: string, values: string[]): Query => ({ source, values });

export const PAGE_READS = {
  membership: ({ id }: FilledMember) =>
    query("select * from public.users where id = $1::uuid", [id]),
  chats: ({ id }: FilledMember) =>
    query(`select * from public.chats where user_id = $1::uuid ${LIST}`, [id]),
  chatsAfter: ({ id }: FilledMember, last: ReadRow) =>
    query(
      `select * from public.chats where user_id = $1::uuid
      and (last_message_at < $2::timestamptz or (last_message_at = $2::timestamptz and id < $3::uuid))
      and last_message_at <= $2::timestamptz ${LIST}`,
      [id, last.last_message_at, last.id],
    ),
  chat: (_: FilledMember, chatId: string) =>
    query("select * from public.chats where id = $1::uuid", [chatId]),
  newest: (_: FilledMember, chatId: string) =>
    query(`select * from public.messages where chat_id = $1::uuid ${DOWN}`, [chatId]),
  older: (_: FilledMember, chatId: string, { created_at, id }: ReadRow) =>
    query(
      `select * from public.messages where chat_id = $1::uuid and created_at <= $2::timestamptz
      and (created_at < $2::timestamptz or id < $3::uuid) ${DOWN}`,
      [chatId, created_at, id],
    ),
  newer: (_: FilledMember, chatId: string, { created_at, id }: ReadRow) =>
    query(
      `select * from public.messages where chat_id = $1::uuid and created_at >= $2::timestamptz
      and (created_at > $2::timestamptz or id > $3::uuid) order by created_at, id limit 50`,
      [chatId, created_at, id],
    ),
  running: () => query("select public.open_answers()", []),
};

/** Deletes a chat as the page does. */
export const chatDeletion = (chatId: string) =>
  query("delete from public.chats where id = $1::uuid returning id", [chatId]);
