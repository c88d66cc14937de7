import type { Sql } from "postgres";
import { newId } from "../../../supabase/functions/_shared/new-id.ts";
import type { FilledMember } from "./fill.ts";
import * as calls from "./product-calls.ts";

/** Runs a call and notes how long it took, under a name. */
export type Clock = <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;

/** What one member does once: every write and every read that the product makes. */
export async function useOnce(
  sql: Sql,
  member: FilledMember,
  round: number,
  clock: Clock,
): Promise<void> {
  const chatId = pick(member.chats, round);
  await readPages(sql, member, chatId, clock);
  await takeTurn(sql, member, chatId, clock);
  await breakOff(sql, member, chatId, clock);
  await startAndDelete(sql, member, clock);
  await clock("set_membership", () =>
    calls.callByName(sql, "set_membership", { p_email: member.email, p_status: "active" }),
  );
  await clock("record_membership_event", () =>
    calls.callByName(sql, "record_membership_event", {
      p_id: crypto.randomUUID(),
      p_membership_id: `mem of ${member.id}`,
      p_happened_at: new Date().toISOString(),
      p_type: "membership.activated",
      p_status: "active",
      p_email: member.email,
    }),
  );
  await clock("health", () => calls.callByName(sql, "health", {}));
}

async function readPages(
  sql: Sql,
  member: FilledMember,
  chatId: string,
  clock: Clock,
): Promise<void> {
  const { PAGE_READS } = calls;
  type Query = ReturnType<(typeof PAGE_READS)["chats"]>;
  const read = async (name: string, query: Query) =>
    (await calls.readAsMember(sql, member, query, (run) => clock(name, run))) as calls.ReadRow[];
  // The first look at a chat of long ago waits for the disk. It is measured by itself.
  await read("first look: one chat", PAGE_READS.chat(member, chatId));
  await read("first look: messages, newest page", PAGE_READS.newest(member, chatId));
  await read("read: membership", PAGE_READS.membership(member));
  const listed = await read("read: chats, first page", PAGE_READS.chats(member));
  const late = listed.at(-1);
  if (late) await read("read: chats, a later page", PAGE_READS.chatsAfter(member, late));
  await read("read: one chat", PAGE_READS.chat(member, chatId));
  const shown = await read("read: messages, newest page", PAGE_READS.newest(member, chatId));
  const middle = shown.at(Math.floor(shown.length / 2));
  if (!middle) throw new Error("The chat has no messages.");
  await read("read: messages, an older page", PAGE_READS.older(member, chatId, middle));
  await read("read: messages, what came after", PAGE_READS.newer(member, chatId, middle));
}

async function takeTurn(sql: Sql, member: FilledMember, chatId: string, clock: Clock) {
  const turn = await clock("begin_turn, in a chat", () => calls.openTurn(sql, member, chatId));
  await clock("renew_turn, with a piece", () => calls.renewTurn(sql, turn, 1));
  await clock("look_at_turn", () => calls.lookAtTurn(sql, turn));
  const poll = (name: string, query: Parameters<typeof calls.readAsMember>[2]) =>
    calls.readAsMember(sql, member, query, (run) => clock(name, run));
  await poll("read: what runs", calls.PAGE_READS.running());
  const { outcome } = await clock("finish_turn", () => calls.finishTurn(sql, turn));
  if (outcome !== "stored") throw new Error(`The answer was not stored: ${outcome}.`);
  const mine = { p_user_id: member.id, p_chat_id: chatId };
  await clock("choose_answer", () =>
    calls.callByName(sql, "choose_answer", { ...mine, p_answer_id: turn.answerId }),
  );
}

async function breakOff(
  sql: Sql,
  member: FilledMember,
  chatId: string,
  clock: Clock,
): Promise<void> {
  const turn = await calls.openTurn(sql, member, chatId);
  await clock("stop_turn", () => calls.stopOpenTurn(sql, turn));
  await clock("release_turn", () => calls.releaseTurn(sql, turn));
}

async function startAndDelete(sql: Sql, member: FilledMember, clock: Clock): Promise<void> {
  const [empty, started] = [newId(), newId()];
  const who = { p_user_id: member.id, p_chat_id: empty };
  await clock("create_chat", () =>
    calls.callByName(sql, "create_chat", { ...who, p_chats_per_minute: 1_000_000 }),
  );
  await clock("rename_chat", () =>
    calls.callByName(sql, "rename_chat", { ...who, p_title: "Another" }),
  );
  const turn = await clock("begin_turn, of a new chat", () =>
    calls.openTurn(sql, member, started, true),
  );
  await calls.finishTurn(sql, turn);
  await clock("delete an empty chat", () => erase(sql, member, empty));
  await clock("delete a chat", () => erase(sql, member, started));
  await clock("restore_chat", () =>
    calls.callByName(sql, "restore_chat", {
      p_user_id: member.id,
      p_chat_id: started,
      p_chats_per_minute: 1_000_000,
    }),
  );
  await erase(sql, member, started);
}

const erase = (sql: Sql, member: FilledMember, chatId: string) =>
  calls.readAsMember(sql, member, calls.chatDeletion(chatId), (run) => run());

function pick(list: readonly string[], index: number): string {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("The member has no chat.");
  return item;
}
