import { isAuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { chatSchema, messageSchema } from "./contract.ts";
import type { Database } from "./database.types.ts";
import { Refusal } from "./http.ts";
import type { Limits } from "./limits.ts";
import type { ModelId } from "./models.ts";

/** How long a claimed question stays claimed without a word from the function that is answering it. */
const LEASE = "20 seconds";
/** How often that function speaks up. */
export const LEASE_RENEWAL_MS = 10_000;
/** How much of the chat the provider is shown. */
const HISTORY_CHARACTERS = 120_000;

const limited = z.object({ outcome: z.literal("limited"), retry_after: z.number() });
const refused = z.object({ outcome: z.enum(["inactive", "not_found", "conflict", "gone"]) });

const createOutcome = z.union([
  z.object({ outcome: z.literal("created"), chat: chatSchema }),
  limited,
  refused,
]);

const turn = z.object({ role: z.enum(["user", "assistant"]), content: z.string() });
const beginOutcome = z.union([
  z.object({
    outcome: z.literal("begun"),
    chat: chatSchema,
    question: messageSchema,
    history: z.array(turn),
  }),
  z.object({
    outcome: z.literal("answered"),
    chat: chatSchema,
    question: messageSchema,
    reply: messageSchema,
  }),
  z.object({ outcome: z.literal("running"), chat: chatSchema, question: messageSchema }),
  limited,
  refused,
]);
export type BeginOutcome = z.infer<typeof beginOutcome>;
export type Begun = Extract<BeginOutcome, { outcome: "begun" }>;

const finishOutcome = z.union([
  z.object({ outcome: z.literal("stored"), reply: messageSchema }),
  z.object({ outcome: z.enum(["stopped", "released", "running", "gone"]) }),
]);
export type FinishOutcome = z.infer<typeof finishOutcome>;

const stopOutcome = z.object({ outcome: z.enum(["marked", "not_found"]) });

const membershipOutcome = z.object({ outcome: z.enum(["applied", "ignored", "not_found"]) });

/** A membership as the billing side reports it; times are ISO 8601 with an offset. */
export type MembershipChange = {
  email: string;
  status: "trial" | "active" | "expired" | "cancelled";
  startedAt: string;
  endedAt: string | null;
  membershipId: string;
  eventAt: string;
};

export type Question = {
  userId: string;
  chatId: string;
  messageId: string;
  text: string;
  title: string;
  model: ModelId | undefined;
  startsChat: boolean;
};

/** How an answer stands when it is handed in: complete, given up, or still being written. */
export type AnswerState = "finished" | "failed" | "running";

/** The database and the sign-in service as the functions know them. Every method refuses with 503 when out of reach. */
export type Backend = ReturnType<typeof connectBackend>;

/** @param client A client with the service role's key; it is used for calls of functions only, never for tables. */
export function connectBackend(client: SupabaseClient<Database>, limits: Limits) {
  return {
    /** The id of the person a live session's token belongs to. Refuses with 401 when the session is not alive. */
    async userId(token: string): Promise<string> {
      const { data, error } = await client.auth.getUser(token);
      if (error === null) return data.user.id;
      if (isAuthRetryableFetchError(error) || (error.status ?? 0) >= 500) throw unavailable();
      throw new Refusal(401, "unauthenticated", "Your session has ended. Please log in again.");
    },

    /** @param choice what the chat is to have; an existing one keeps its model, and gets the title */
    async createChat(
      userId: string,
      chatId: string,
      choice: { model?: ModelId | undefined; title?: string | undefined },
    ) {
      const { data, error } = await client.rpc("create_chat", {
        p_user_id: userId,
        p_chat_id: chatId,
        ...(choice.model && { p_model: choice.model }),
        ...(choice.title && { p_title: choice.title }),
        p_chats_per_minute: limits.chatsPerMinute,
      });
      if (error) throw unavailable();
      return createOutcome.parse(data);
    },

    async beginTurn(question: Question): Promise<BeginOutcome> {
      const { data, error } = await client.rpc("begin_turn", {
        p_user_id: question.userId,
        p_chat_id: question.chatId,
        p_message_id: question.messageId,
        p_text: question.text,
        p_title: question.title,
        ...(question.model && { p_model: question.model }),
        p_starts_chat: question.startsChat,
        p_turns_per_minute: limits.turnsPerMinute,
        p_turns_per_day: limits.turnsPerDay,
        p_chats_per_minute: limits.chatsPerMinute,
        p_lease: LEASE,
        p_history_characters: HISTORY_CHARACTERS,
      });
      if (error) throw unavailable();
      return beginOutcome.parse(data);
    },

    async finishTurn(
      questionId: string,
      state: AnswerState,
      text: string,
      model: ModelId,
    ): Promise<FinishOutcome> {
      const { data, error } = await client.rpc("finish_turn", {
        p_question_id: questionId,
        p_state: state,
        p_text: text,
        p_model: model,
        p_lease: LEASE,
      });
      if (error) throw unavailable();
      return finishOutcome.parse(data);
    },

    async stopTurn(userId: string, chatId: string, questionId: string) {
      const { data, error } = await client.rpc("stop_turn", {
        p_user_id: userId,
        p_chat_id: chatId,
        p_question_id: questionId,
      });
      if (error) throw unavailable();
      return stopOutcome.parse(data);
    },

    async setMembership(change: MembershipChange) {
      const { data, error } = await client.rpc("set_membership", {
        p_email: change.email,
        p_status: change.status,
        p_started_at: change.startedAt,
        ...(change.endedAt && { p_ended_at: change.endedAt }),
        p_membership_id: change.membershipId,
        p_event_at: change.eventAt,
      });
      if (error) throw unavailable();
      return membershipOutcome.parse(data);
    },
  };
}

function unavailable(): Refusal {
  return new Refusal(
    503,
    "unavailable",
    "The service cannot be reached right now. Please try again in a moment.",
  );
}
