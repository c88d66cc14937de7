import type { ErrorCode } from "../error-codes.ts";
import type { ModelId } from "../models.ts";

// What the calls of a turn are given.

/** What a handler asks the turn to do: whose question it is, where it belongs, and what it says. */
export type TurnRequest = {
  userId: string;
  chatId: string;
  messageId: string;
  content: string;
  title: string;
  model: ModelId | undefined;
  startsChat: boolean;
  /** The id of the answer that is asked for; without it any answer to the question will do. */
  answerId?: string | undefined;
  /**
   * On a new question: the answer to the question before that the person goes on from; without it the chosen one, else
   * the newest.
   */
  follows?: string | undefined;
  /** Whether an answer that was chosen on any device comes before `follows`. */
  unlessChosen?: boolean | undefined;
  /** On a new question: the answers of several models that are asked for together. */
  together?: { answerId: string; model: ModelId }[] | undefined;
  /** On a new chat: the question of another one; what was said before it is copied. */
  from?: { chatId: string; messageId: string } | undefined;
};

/** What is known of an answer besides its text: what its provider said, and how long its first text took. */
export type AnswerFacts = {
  providerModel: string | null;
  inputTokens: number | null;
  cachedTokens: number | null;
  outputTokens: number | null;
  firstTextMs: number | null;
};

/** A part of an answer's text. The pieces of a claim are counted from 1 on. */
export type Piece = { position: number; content: string };

/** How an answer broke off: the code of the error and its text, what was written before, and what is known besides. */
export type BrokenOff = {
  failure: ErrorCode | "stopped";
  /** What the person was told; left out where nobody was. */
  failureText?: string;
  content: string;
  facts: AnswerFacts;
};
