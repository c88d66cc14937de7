import {
  type AuthError,
  isAuthApiError,
  isAuthSessionMissingError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { z } from "zod";
import { chatSchema } from "./contract.ts";
import type { Database } from "./database.types.ts";
import type { Log } from "./http.ts";
import type { UsageLimits } from "./limits.ts";
import type { ModelId } from "./models.ts";
import { Refusal } from "./refusal.ts";
import { searchMessages, type SearchPage } from "./search-messages.ts";
import { CLAIM_SECONDS } from "./time-limits.ts";
import { mayBeAlive } from "./token-rules.ts";
import {
  beginOutcome,
  type BeginOutcome,
  type Begun,
  finishOutcome,
  type FinishOutcome,
  leaveOutcome,
  lookOutcome,
  type LookOutcome,
  releaseOutcome,
  renewOutcome,
  type RenewOutcome,
  stopOutcome,
} from "./turn-outcomes.ts";

const LEASE = `${CLAIM_SECONDS} seconds`;
/** How long one call that ends or follows a turn may take. After that it counts as failed, and another one is made. */
const CALL_MS = 15_000;
/** How much of the chat the provider is shown. */
const HISTORY_CHARACTERS = 120_000;

const limited = z.object({ outcome: z.literal("limited"), retry_after: z.number() });
const refused = z.object({ outcome: z.enum(["inactive", "not_found", "conflict", "gone"]) });

const createOutcome = z.union([
  z.object({ outcome: z.literal("created"), chat: chatSchema }),
  limited,
  refused,
]);

const renameOutcome = z.union([
  z.object({ outcome: z.literal("renamed"), chat: chatSchema }),
  z.object({ outcome: z.enum(["not_found", "gone"]) }),
]);

const membershipOutcome = z.object({ outcome: z.enum(["applied", "ignored", "kept"]) });

/** An event about a membership, as `record_membership_event` takes it. Times are ISO 8601 with an offset. */
export type MembershipEvent = Database["public"]["Functions"]["record_membership_event"]["Args"];

/** What a handler asks the turn to do: whose question it is, where it belongs, and what it says. */
export type TurnRequest = {
  userId: string;
  chatId: string;
  messageId: string;
  content: string;
  title: string;
  model: ModelId | undefined;
  startsChat: boolean;
};

/** The database and the sign-in service as the functions know them. Every method refuses with 503 when out of reach. */
export type Backend = ReturnType<typeof connectBackend>;

/** @param client A client with the service role's key; it is used for calls of functions only, never for tables. */
export function connectBackend(client: SupabaseClient<Database>, limits: UsageLimits) {
  return {
    /**
     * The id of the person a live session's token belongs to. Refuses with 401 when the session is not alive. Tokens
     * that cannot be alive cost no call.
     */
    async userId(token: string): Promise<string> {
      if (!mayBeAlive(token, Date.now())) throw sessionEnded();
      // It throws over a body that is `null`.
      const { data, error } = await client.auth.getUser(token).catch(() => {
        throw unavailable();
      });
      if (error !== null) throw saysSessionEnded(error) ? sessionEnded() : unavailable();
      const { success, data: id } = z.uuid().safeParse(data.user.id);
      if (!success) throw unavailable();
      return id;
    },

    /** An empty chat: a new one, or the one that this member already made under that id. */
    async createChat(userId: string, chatId: string, model: ModelId | undefined) {
      const { data, error } = await client.rpc("create_chat", {
        p_user_id: userId,
        p_chat_id: chatId,
        ...(model && { p_model: model }),
        p_chats_per_minute: limits.chatsPerMinute,
      });
      if (error) throw unavailable();
      return createOutcome.parse(data);
    },

    /** Gives a chat of the person another title; a membership is not needed. */
    async renameChat(userId: string, chatId: string, title: string) {
      const { data, error } = await client.rpc("rename_chat", {
        p_user_id: userId,
        p_chat_id: chatId,
        p_title: title,
      });
      if (error) throw unavailable();
      return renameOutcome.parse(data);
    },

    /** One page of what the person has written and been answered that has some words; needs no membership. */
    searchMessages: (page: SearchPage) => searchMessages(client, limits.searchesPerMinute, page),

    /** Records a question and claims the right to answer it, or says how it stands. */
    async beginTurn(request: TurnRequest): Promise<BeginOutcome> {
      const { data, error } = await client.rpc("begin_turn", {
        p_user_id: request.userId,
        p_chat_id: request.chatId,
        p_starts_chat: request.startsChat,
        p_question_id: request.messageId,
        p_content: request.content,
        p_title: request.title,
        ...(request.model && { p_model: request.model }),
        p_turns_per_minute: limits.turnsPerMinute,
        p_turns_per_day: limits.turnsPerDay,
        p_chats_per_minute: limits.chatsPerMinute,
        p_lease: LEASE,
        p_history_characters: HISTORY_CHARACTERS,
      });
      if (error) throw unavailable();
      return beginOutcome.parse(data);
    },

    /** How a question stands, for a request that waits for its answer. Locks nothing. */
    async lookAtTurn(userId: string, questionId: string): Promise<LookOutcome> {
      const args = { p_user_id: userId, p_question_id: questionId };
      const { data, error } = await client.rpc("look_at_turn", args).abortSignal(inTime());
      if (error) throw unavailable();
      return lookOutcome.parse(data);
    },

    /** Tells that a request no longer waits for the answer to a question. */
    async leaveTurn(userId: string, questionId: string) {
      const args = { p_user_id: userId, p_question_id: questionId };
      const { data, error } = await client.rpc("leave_turn", args).abortSignal(inTime());
      if (error) throw unavailable();
      return leaveOutcome.parse(data);
    },

    /** Extends a claim; `stopped` when the person pressed Stop, and then the claim holds too; `lost` when it does not. */
    async renewTurn(begun: Begun): Promise<RenewOutcome> {
      const args = { ...claimOf(begun), p_lease: LEASE };
      const { data, error } = await client.rpc("renew_turn", args).abortSignal(inTime());
      if (error) throw unavailable();
      return renewOutcome.parse(data);
    },

    /**
     * Stores the answer. `stored` comes with the first one stored; `empty`: nothing was written, nothing is stored;
     * `lost`: the claim belongs to somebody else now.
     */
    async finishTurn(begun: Begun, content: string): Promise<FinishOutcome> {
      const args = { ...claimOf(begun), p_content: content, p_model: begun.chat.model };
      const { data, error } = await client.rpc("finish_turn", args).abortSignal(inTime());
      if (error) throw unavailable();
      return finishOutcome.parse(data);
    },

    /** Gives up a claim without an answer, so that the question can be asked again. */
    async releaseTurn(begun: Begun) {
      const { data, error } = await client
        .rpc("release_turn", claimOf(begun))
        .abortSignal(inTime());
      if (error) throw unavailable();
      return releaseOutcome.parse(data);
    },

    /** Marks a question as stopped; whoever answers it learns so when renewing the claim. */
    async stopTurn(userId: string, chatId: string, questionId: string) {
      const { data, error } = await client.rpc("stop_turn", {
        p_user_id: userId,
        p_chat_id: chatId,
        p_question_id: questionId,
      });
      if (error) throw unavailable();
      return stopOutcome.parse(data);
    },

    /**
     * Outcomes: applied, ignored (seen before or overtaken), kept (nobody has confirmed its address yet). The log gets
     * the code of what the database refused.
     */
    async recordMembershipEvent(event: MembershipEvent, log: Log) {
      const { data, error } = await client.rpc("record_membership_event", event);
      if (error) {
        log({ name: "record_membership_event", databaseCode: error.code });
        throw unavailable();
      }
      return membershipOutcome.parse(data);
    },
  };
}

function claimOf({ chat, question, claim }: Begun) {
  return { p_user_id: chat.user_id, p_question_id: question.id, p_claim_id: claim };
}

const inTime = () => AbortSignal.timeout(CALL_MS);

/** Whether the sign-in service itself says so, in its own form. A proxy's error, or one of being busy, does not. */
function saysSessionEnded(error: AuthError): boolean {
  if (isAuthSessionMissingError(error)) return true;
  return (
    isAuthApiError(error) && error.code !== undefined && [400, 401, 403, 404].includes(error.status)
  );
}

function sessionEnded(): Refusal {
  return new Refusal(401, "unauthenticated", "Your session has ended. Please log in again.");
}

function unavailable(): Refusal {
  return new Refusal(
    503,
    "unavailable",
    "The service cannot be reached right now. Please try again in a moment.",
  );
}
