import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { Backend } from "../_shared/backend.ts";
import { json, readText } from "../_shared/http.ts";
import { Refusal } from "../_shared/refusal.ts";
import { membershipChange, membershipEvent } from "./event-rules.ts";

/**
 * POST /api/membership_webhook: the payment platform's word on a membership, signed by the Standard Webhooks rules.
 * Answers 200 `{ outcome: "applied" | "ignored" }`, 202 for events about other things, 401 for a signature that is
 * wrong or older than five minutes, 400 for an unusable event, 404 when nobody has the e-mail address.
 *
 * @param secret The signing secret (`whsec_…` or base64); without one every event is refused with 503.
 */
export function membershipWebhook({
  backend,
  secret,
}: {
  backend: Backend;
  secret: string | undefined;
}) {
  return async (request: Request): Promise<Response> => {
    if (!secret) throw new Refusal(503, "unavailable", "Membership events are not set up here.");
    const event = verified(await readText(request), request.headers, secret);
    if (!event.type.startsWith("membership.")) return json({ outcome: "ignored" }, 202);
    const parsed = membershipEvent.safeParse(event);
    if (!parsed.success)
      throw new Refusal(400, "invalid_request", "This membership event is not understood.");
    const outcome = await backend.setMembership(membershipChange(parsed.data));
    if (outcome.outcome === "not_found")
      throw new Refusal(404, "not_found", "No account has this e-mail address.");
    return json(outcome);
  };
}

function verified(body: string, headers: Headers, secret: string): { type: string } {
  try {
    const event = new Webhook(secret).verify(body, Object.fromEntries(headers));
    if (
      typeof event === "object" &&
      event !== null &&
      "type" in event &&
      typeof event.type === "string"
    ) {
      return { ...event, type: event.type };
    }
  } catch (error) {
    if (error instanceof WebhookVerificationError)
      throw new Refusal(401, "unauthenticated", "The signature is not valid.");
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Refusal(400, "invalid_request", "This membership event is not understood.");
}
