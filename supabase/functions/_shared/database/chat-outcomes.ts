import { z } from "zod";
import { chatSchema } from "../contract.ts";

// What the SQL functions for chats and memberships return.

const limited = z.object({ outcome: z.literal("limited"), retry_after: z.number() });
const refused = z.object({ outcome: z.enum(["inactive", "not_found", "conflict", "gone"]) });

export const createOutcome = z.union([
  z.object({ outcome: z.literal("created"), chat: chatSchema }),
  limited,
  refused,
]);

export const renameOutcome = z.union([
  z.object({ outcome: z.literal("renamed"), chat: chatSchema }),
  z.object({ outcome: z.enum(["not_found", "gone"]) }),
]);

export const chooseOutcome = z.union([
  z.object({ outcome: z.literal("chosen"), chat: chatSchema }),
  z.object({ outcome: z.enum(["not_found", "gone"]) }),
]);

export const membershipOutcome = z.object({ outcome: z.enum(["applied", "ignored", "kept"]) });
