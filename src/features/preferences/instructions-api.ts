import type { UpdateInstructionsRequest, UpdateInstructionsResponse } from "#contract";
import { database } from "#lib/database.ts";
import { post } from "#lib/functions-client.ts";

/** Reads a person's instructions for all models; empty where there are none. Throws what the database returned. */
export async function readInstructions(userId: string, signal: AbortSignal): Promise<string> {
  const client = await database();
  const { data } = await client
    .from("users")
    .select("instructions")
    .eq("id", userId)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError();
  return data?.instructions ?? "";
}

/** Saves a person's instructions, and returns them as they are stored. Throws a RequestError. */
export async function saveInstructions(userId: string, instructions: string): Promise<string> {
  const body: UpdateInstructionsRequest = { instructions };
  const saved = await post<UpdateInstructionsResponse>("update_instructions", body, { userId });
  return saved.instructions;
}
