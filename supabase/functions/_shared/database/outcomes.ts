import { z } from "zod";
import { chatSchema, messageSchema } from "../contract.ts";
import { MODEL_IDS } from "../models.ts";

// What the SQL functions return.

const limited = z.object({ outcome: z.literal("limited"), retry_after: z.number() });

export const createOutcome = z.union([
  z.object({ outcome: z.literal("created"), chat: chatSchema }),
  limited,
  z.object({ outcome: z.enum(["inactive", "not_found", "conflict", "gone"]) }),
]);

export const renameOutcome = z.union([
  z.object({ outcome: z.literal("renamed"), chat: chatSchema }),
  z.object({ outcome: z.enum(["not_found", "gone"]) }),
]);

export const chooseOutcome = z.union([
  z.object({ outcome: z.literal("chosen"), chat: chatSchema }),
  z.object({ outcome: z.enum(["not_found", "gone"]) }),
]);

export const restoreOutcome = z.union([
  z.object({ outcome: z.literal("restored"), chat: chatSchema }),
  limited,
  z.object({ outcome: z.enum(["not_found", "gone", "conflict"]) }),
]);

export const indexOutcome = z.object({ outcome: z.enum(["done", "more"]) });
export const membershipOutcome = z.object({ outcome: z.enum(["applied", "ignored", "kept"]) });

/** An answer that is being written: its id, under which it will be stored, and who writes it. */
const answer = z.object({ id: z.uuid(), model: z.enum(MODEL_IDS) });

const historyMessage = z.object({ role: z.enum(["user", "assistant"]), content: z.string() });

const messagesLeft = z.object({ count: z.number(), until: z.string() });

export const beginOutcome = z.union([
  z.object({
    outcome: z.literal("begun"),
    chat: chatSchema,
    question: messageSchema,
    answer,
    /** Names the right to write the answer. Whoever renews, stores or gives up names it. */
    claim: z.uuid(),
    /** What the model is given, oldest first; the last one is the question. */
    history: z.array(historyMessage),
    /** The id of the first message in `history`; null when it is the whole conversation. */
    context_from: z.uuid().nullable(),
    /** How many more turns the member may begin, by the tighter limit and by the one that is nearly used up. */
    left: messagesLeft.extend({ near: messagesLeft.nullable() }),
  }),
  z.object({
    outcome: z.literal("answered"),
    chat: chatSchema,
    question: messageSchema,
    reply: messageSchema,
  }),
  z.object({
    outcome: z.literal("running"),
    chat: chatSchema,
    question: messageSchema,
    answer,
  }),
  limited,
  z.object({ outcome: z.enum(["inactive", "not_found", "conflict", "gone", "crowded"]) }),
]);
export type BeginOutcome = z.infer<typeof beginOutcome>;
export type Begun = Extract<BeginOutcome, { outcome: "begun" }>;

const answered = z.object({ outcome: z.literal("answered"), reply: messageSchema });

export const lookOutcome = z.union([
  answered,
  z.object({ outcome: z.enum(["running", "free", "gone"]) }),
]);
export type LookOutcome = z.infer<typeof lookOutcome>;

export const renewOutcome = z.union([
  answered,
  z.object({ outcome: z.enum(["running", "stopped", "lost", "gone"]) }),
]);
export type RenewOutcome = z.infer<typeof renewOutcome>;

export const finishOutcome = z.union([
  z.object({ outcome: z.literal("stored"), reply: messageSchema }),
  z.object({ outcome: z.enum(["empty", "lost", "gone"]) }),
]);
export type FinishOutcome = z.infer<typeof finishOutcome>;

export const releaseOutcome = z.object({ outcome: z.enum(["released", "lost", "gone"]) });
export const leaveOutcome = z.object({ outcome: z.literal("left") });
export const stopOutcome = z.object({ outcome: z.enum(["marked", "not_found"]) });
