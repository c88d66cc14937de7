import {
  type AuthError,
  isAuthApiError,
  isAuthSessionMissingError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { z } from "zod";
import type { UsageLimits } from "../limits.ts";
import { CONTEXT_TOKENS, MODEL_IDS, type ModelId } from "../models.ts";
import { outOfReach, Refusal } from "../refusal.ts";
import { CLAIM_SECONDS } from "../time-limits.ts";
import { callDatabase } from "./call-database.ts";
import type { Database } from "./database.types.ts";
import {
  beginOutcome,
  type Begun,
  chooseOutcome,
  createOutcome,
  finishOutcome,
  indexOutcome,
  leaveOutcome,
  lookOutcome,
  membershipOutcome,
  releaseOutcome,
  renameOutcome,
  renewOutcome,
  restoreOutcome,
  stopOutcome,
} from "./outcomes.ts";
import { searchMessages, type SearchPage } from "./search-messages.ts";
import { mayBeAlive } from "./token-rules.ts";
import type { AnswerFacts, BrokenOff, Piece, TurnRequest } from "./turn-arguments.ts";

const LEASE = `${CLAIM_SECONDS} seconds`;
const BUDGETS = Object.fromEntries(MODEL_IDS.map((id) => [id, CONTEXT_TOKENS]));

/** An event about a membership, as `record_membership_event` takes it. Times are ISO 8601 with an offset. */
export type MembershipEvent = Database["public"]["Functions"]["record_membership_event"]["Args"];

/** The database and the sign-in service as the functions know them. Every method refuses when out of reach. */
export type Backend = ReturnType<typeof connectBackend>;

/**
 * @param client A client with the service role's key, whose calls end in time. It is used for calls of functions only,
 * never for tables.
 */
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
        throw outOfReach();
      });
      if (error !== null) throw saysSessionEnded(error) ? sessionEnded() : outOfReach();
      const { success, data: id } = z.uuid().safeParse(data.user.id);
      if (!success) throw outOfReach();
      return id;
    },

    /** An empty chat: a new one, or the one that this member already made under that id. */
    createChat: (userId: string, chatId: string, model: ModelId | undefined) =>
      callDatabase(client, "create_chat", createOutcome, {
        p_user_id: userId,
        p_chat_id: chatId,
        ...(model && { p_model: model }),
        p_chats_per_minute: limits.chatsPerMinute,
      }),

    /** Gives a chat of the person another title; a membership is not needed. */
    renameChat: (userId: string, chatId: string, title: string) =>
      callDatabase(client, "rename_chat", renameOutcome, {
        p_user_id: userId,
        p_chat_id: chatId,
        p_title: title,
      }),
    /** Notes which of several answers the person goes on from; a membership is not needed. */
    chooseAnswer: (userId: string, chatId: string, answerId: string) =>
      callDatabase(client, "choose_answer", chooseOutcome, {
        p_user_id: userId,
        p_chat_id: chatId,
        p_answer_id: answerId,
      }),
    /** Undoes the deletion of a chat within ten minutes; a membership is not needed. */
    restoreChat: (userId: string, chatId: string) =>
      callDatabase(client, "restore_chat", restoreOutcome, {
        p_user_id: userId,
        p_chat_id: chatId,
        p_chats_per_minute: limits.chatsPerMinute,
      }),
    /** Puts messages into the search index that were left out of it: of restored chats and of copies. */
    async indexMessages(userId: string) {
      const args = { p_user_id: userId };
      for (let outcome = "more"; outcome === "more";) {
        ({ outcome } = await callDatabase(client, "index_messages", indexOutcome, args));
      }
    },
    /** One page of what the person has written and been answered that has some words; needs no membership. */
    searchMessages: (page: SearchPage) => searchMessages(client, limits.searchesPerMinute, page),

    /** Records a question and claims the right to answer it, or says how it stands. */
    beginTurn: (request: TurnRequest) =>
      callDatabase(client, "begin_turn", beginOutcome, {
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
        p_budgets: BUDGETS,
        ...(request.answerId && { p_answer_id: request.answerId }),
        ...(request.follows && { p_follows: request.follows }),
        ...(request.unlessChosen && { p_unless_chosen: true }),
        ...(request.together && { p_together: request.together }),
        ...(request.from && {
          p_from_chat: request.from.chatId,
          p_from_message: request.from.messageId,
        }),
      }),

    /** How an answer to a question stands, for a request that waits for it. Locks nothing. */
    lookAtTurn: (userId: string, questionId: string, answerId: string) =>
      callDatabase(client, "look_at_turn", lookOutcome, {
        p_user_id: userId,
        p_question_id: questionId,
        p_answer_id: answerId,
      }),

    /** Tells that a request no longer waits for an answer to a question. */
    leaveTurn: (userId: string, questionId: string, answerId: string) =>
      callDatabase(client, "leave_turn", leaveOutcome, {
        p_user_id: userId,
        p_question_id: questionId,
        p_answer_id: answerId,
      }),

    /**
     * Extends a claim, and makes a piece of the answer visible to its owner; one that is written twice changes nothing.
     * `stopped` when the person pressed Stop, and then the claim holds too; `lost` when it does not.
     */
    renewTurn: (begun: Begun, piece?: Piece) =>
      callDatabase(client, "renew_turn", renewOutcome, {
        ...claimOf(begun),
        p_lease: LEASE,
        ...(piece && { p_position: piece.position, p_piece: piece.content }),
      }),

    /**
     * Stores the answer. `stored` comes with the first one stored; `empty`: nothing was written, nothing is stored;
     * `lost`: the claim belongs to somebody else now.
     */
    finishTurn: (begun: Begun, content: string, facts: AnswerFacts) =>
      callDatabase(client, "finish_turn", finishOutcome, {
        ...claimOf(begun),
        p_content: content,
        p_provider_model: facts.providerModel,
        ...countsOf(facts),
      }),

    /** Gives up a claim without an answer, which can be asked for again. What was written stays readable. */
    releaseTurn: (begun: Begun, { failure, failureText, content, facts }: BrokenOff) =>
      callDatabase(client, "release_turn", releaseOutcome, {
        ...claimOf(begun),
        p_failure: failure,
        p_failure_text: failureText ?? null,
        p_content: content,
        ...countsOf(facts),
      }),

    /**
     * Marks an answer to a question as stopped, or every one that is being written; whoever writes it learns so when
     * renewing the claim.
     */
    stopTurn: (userId: string, chatId: string, questionId: string, answerId?: string) =>
      callDatabase(client, "stop_turn", stopOutcome, {
        p_user_id: userId,
        p_chat_id: chatId,
        p_question_id: questionId,
        ...(answerId && { p_answer_id: answerId }),
      }),

    /** Outcomes: applied, ignored (seen before or overtaken), kept (nobody has confirmed its address yet). */
    recordMembershipEvent: (event: MembershipEvent) =>
      callDatabase(client, "record_membership_event", membershipOutcome, event),
  };
}

function claimOf({ chat, answer, claim }: Begun) {
  return { p_user_id: chat.user_id, p_answer_id: answer.id, p_claim_id: claim };
}

function countsOf(facts: AnswerFacts) {
  return {
    p_input_tokens: facts.inputTokens,
    p_cached_tokens: facts.cachedTokens,
    p_output_tokens: facts.outputTokens,
    p_first_text_ms: facts.firstTextMs,
  };
}

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
