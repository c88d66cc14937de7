import type { z } from "zod";
import type { Backend } from "../database/backend.ts";
import { Refusal } from "../refusal.ts";
import { bearerToken, readBody } from "./http.ts";

/**
 * Returns who asks and what for. Refuses with 401 without a live session, and with 400, 413 or 415 for a body that does
 * not fit. The body is checked before the sign-in service is asked, so that junk costs little.
 *
 * @param schemaFor chooses the schema by the body as it was received
 * @param limit how many bytes the body may have
 */
export async function readRequest<Schema extends z.ZodType>(
  request: Request,
  backend: Backend,
  schemaFor: (body: Record<string, unknown>) => Schema,
  limit?: number,
): Promise<{ userId: string; body: z.output<Schema> }> {
  const token = bearerToken(request);
  const received = await readBody(request, limit);
  const parsed = schemaFor(received).safeParse(received);
  if (!parsed.success) {
    const text = parsed.error.issues[0]?.message ?? "The request is not valid.";
    throw new Refusal(400, "invalid_request", text);
  }
  return { userId: await backend.userId(token), body: parsed.data };
}
