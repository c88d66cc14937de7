import { z } from "zod";
import { chatSchema, messageSchema } from "../contract.ts";
import { MODEL_IDS } from "../models.ts";

const limited = z.object({ outcome: z.literal("limited"), retry_after: z.number() });
const answered = z.object({ outcome: z.literal("answered"), reply: messageSchema });
const accepted = z.object({ chat: chatSchema, question: messageSchema });

/** An answer that is being written: its id, under which it will be stored, and who writes it. */
const answer = z.object({ id: z.uuid(), model: z.enum(MODEL_IDS) });

const historyMessage = z.object({ role: z.enum(["user", "assistant"]), content: z.string() });

const messagesLeft = z.object({ count: z.number(), until: z.string() });

const changed = <Outcome extends string>(outcome: Outcome) =>
  z.union([
    z.object({ outcome: z.literal(outcome), chat: chatSchema }),
    z.object({ outcome: z.enum(["not_found", "gone"]) }),
  ]);

/** What the SQL functions return that the Edge Functions call. Their files in supabase/schemas say what it means. */
export const OUTCOMES = {
  create_chat: z.union([
    z.object({ outcome: z.literal("created"), chat: chatSchema }),
    limited,
    z.object({ outcome: z.enum(["inactive", "not_found", "conflict", "gone"]) }),
  ]),
  rename_chat: changed("renamed"),
  choose_answer: changed("chosen"),
  see_chat: changed("seen"),
  name_chat: z.object({ outcome: z.enum(["named", "kept"]) }),
  restore_chat: z.union([
    z.object({ outcome: z.literal("restored"), chat: chatSchema }),
    limited,
    z.object({ outcome: z.enum(["not_found", "gone", "conflict"]) }),
  ]),
  index_messages: z.object({ outcome: z.enum(["done", "more"]) }),
  import_chat: z.union([
    z.object({
      outcome: z.literal("stored"),
      chat_id: z.uuid(),
      added: z.number(),
      here: z.number(),
      /** How many replies and comparisons there was no room for. */
      left_out: z.number(),
      /** How many comparisons are about a reply that is not stored. */
      unfounded: z.number(),
    }),
    z.object({ outcome: z.enum(["gone", "out_of_order"]), chat_id: z.uuid() }),
    limited,
    z.object({ outcome: z.enum(["inactive", "conflict"]) }),
    z.object({ outcome: z.literal("undone") }),
  ]),
  look_at_imports: z.object({
    outcome: z.literal("seen"),
    chats: z.array(
      z.object({ key: z.string(), chat_id: z.uuid(), here: z.number(), is_deleted: z.boolean() }),
    ),
  }),
  undoable_imports: z.object({
    outcome: z.literal("listed"),
    imports: z.array(
      z.object({ import_id: z.uuid(), until: z.string(), chats: z.number(), messages: z.number() }),
    ),
  }),
  undo_import: z.union([
    z.object({
      outcome: z.enum(["more", "undone"]),
      chats: z.array(
        z.object({ key: z.string(), chat_id: z.uuid(), here: z.number(), has_more: z.boolean() }),
      ),
      /** The chat after which to go on. */
      after: z.uuid(),
    }),
    z.object({ outcome: z.literal("not_found") }),
    z.object({ outcome: z.literal("gone") }),
  ]),
  count_search: z.union([z.object({ outcome: z.literal("counted") }), limited]),
  search_messages: z.union([
    z.object({
      outcome: z.literal("found"),
      results: z.array(
        z.object({
          chat_id: z.uuid(),
          title: z.string().nullable(),
          message_id: z.uuid().nullable(),
          role: z.enum(["user", "assistant"]).nullable(),
          created_at: z.string(),
          content: z.string().nullable(),
        }),
      ),
      next: z.object({ at: z.string(), id: z.uuid() }).nullable(),
    }),
    z.object({ outcome: z.literal("busy") }),
  ]),
  begin_turn: z.union([
    accepted.extend({
      outcome: z.literal("begun"),
      answer,
      /** The claim. Whoever renews it, stores the answer or releases it names it. */
      claim: z.uuid(),
      /** Whether the chat's title is the first line of this question. */
      unnamed: z.boolean(),
      /** What the model is given, oldest first; the last one is the question. */
      history: z.array(historyMessage),
      /** The id of the first message in `history`; null when it is the whole conversation. */
      context_from: z.uuid().nullable(),
      /** The instructions that the model is given, and their id; null for none. */
      instructions: z.string().nullable(),
      instructions_id: z.uuid().nullable(),
      /** Of a comparison: its answers, and how many tokens of them the model is given. Null for an answer. */
      compared: z
        .array(z.object({ model: z.enum(MODEL_IDS).nullable(), content: z.string() }))
        .nullable(),
      compared_tokens: z.number().nullable(),
      /** How many more turns the member may begin, by the tighter limit and by the one that is nearly used up. */
      left: messagesLeft.extend({ near: messagesLeft.nullable() }),
    }),
    accepted.extend(answered.shape),
    accepted.extend({ outcome: z.literal("running"), answer }),
    limited,
    z.object({
      outcome: z.enum(["inactive", "not_found", "conflict", "gone", "crowded", "too_long"]),
    }),
  ]),
  look_at_turn: z.union([
    answered,
    z.object({ outcome: z.enum(["running", "stopped", "free", "gone"]) }),
  ]),
  leave_turn: z.object({ outcome: z.literal("left") }),
  renew_turn: z.union([
    answered,
    z.object({ outcome: z.enum(["running", "stopped", "lost", "gone"]) }),
  ]),
  finish_turn: z.union([
    z.object({ outcome: z.literal("stored"), reply: messageSchema }),
    z.object({ outcome: z.enum(["empty", "lost", "gone"]) }),
  ]),
  release_turn: z.object({ outcome: z.enum(["released", "lost", "gone"]) }),
  stop_turn: z.object({ outcome: z.enum(["marked", "not_found"]) }),
  update_instructions: z.object({ outcome: z.enum(["updated", "not_found"]) }),
  record_membership_event: z.object({ outcome: z.enum(["applied", "ignored", "kept"]) }),
};

export type Outcome<Name extends keyof typeof OUTCOMES> = z.output<(typeof OUTCOMES)[Name]>;
export type Begun = Extract<Outcome<"begin_turn">, { outcome: "begun" }>;
