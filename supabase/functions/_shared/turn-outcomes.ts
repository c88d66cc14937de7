import { z } from "zod";
import { chatSchema, messageSchema } from "./contract.ts";

// What the SQL functions of a turn return.

const historyMessage = z.object({ role: z.enum(["user", "assistant"]), content: z.string() });

export const beginOutcome = z.union([
  z.object({
    outcome: z.literal("begun"),
    chat: chatSchema,
    question: messageSchema,
    /** Names the right to write the answer. Whoever renews, stores or gives up names it. */
    claim: z.uuid(),
    history: z.array(historyMessage),
  }),
  z.object({
    outcome: z.literal("answered"),
    chat: chatSchema,
    question: messageSchema,
    reply: messageSchema,
  }),
  z.object({ outcome: z.literal("running"), chat: chatSchema, question: messageSchema }),
  z.object({ outcome: z.literal("limited"), retry_after: z.number() }),
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
