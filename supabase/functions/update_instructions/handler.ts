import { updateInstructionsRequest, type UpdateInstructionsResponse } from "../_shared/contract.ts";
import type { Backend } from "../_shared/database/backend.ts";
import { json } from "../_shared/endpoint/http.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { Refusal } from "../_shared/refusal.ts";

/**
 * POST /api/update_instructions: stores what the person asks of all models, from the next reply on, and returns the
 * stored text; an empty one removes it. A live session is enough.
 */
export function updateInstructions({ backend }: { backend: Backend }) {
  return async (request: Request): Promise<Response> => {
    const { userId, body } = await readRequest(request, backend, () => updateInstructionsRequest);
    const { instructions } = body;
    const { outcome } = await backend.call("update_instructions", {
      p_user_id: userId,
      p_instructions: instructions,
    });
    if (outcome === "not_found")
      throw new Refusal(404, "not_found", "This account could not be found.");
    return json({ instructions } satisfies UpdateInstructionsResponse);
  };
}
