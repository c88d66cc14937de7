import { WebhookVerificationError } from "standardwebhooks";
import type { Backend } from "../_shared/database/backend.ts";
import { json, readTextBody } from "../_shared/endpoint/http.ts";
import { Refusal } from "../_shared/refusal.ts";
import type { Log } from "../_shared/request-log.ts";
import { readEvent } from "./event-rules.ts";
import type { MembershipSettings } from "./settings-rules.ts";

const LONGEST_EVENT_ID = 200;

/**
 * POST /api/membership_webhook: what the payment platform reports, signed by the Standard Webhooks rules. Returns 200
 * `{ outcome: "applied" | "ignored" | "kept" }` (ignored: seen before or overtaken; kept: until somebody confirms its
 * address), 202 for events about other things and memberships of other products, 401 for a signature that is wrong or
 * older than five minutes, 400 for an event that cannot be read (the log names the field), 503 without a usable secret.
 */
export function membershipWebhook({
  backend,
  settings,
  log,
}: {
  backend: Backend;
  settings: MembershipSettings;
  log: Log;
}) {
  return async (request: Request): Promise<Response> => {
    if (settings.verifiers.length === 0) {
      throw new Refusal(503, "unavailable", "Membership events are not set up here.");
    }
    const payload = verified(await readTextBody(request), request.headers, settings.verifiers);
    const eventId = request.headers.get("webhook-id") ?? "";
    if (eventId.length > LONGEST_EVENT_ID) throw unreadable();
    const event = readEvent(payload, eventId, settings, Date.now());
    if (event === "other") return json({ outcome: "ignored" }, 202);
    if ("unreadable" in event) {
      log({ name: "membership_webhook", unreadable: event.unreadable });
      throw unreadable();
    }
    const recorded = await backend.call("record_membership_event", event);
    const isOther = event.p_sold === false && recorded.outcome === "kept";
    return isOther ? json({ outcome: "ignored" }, 202) : json(recorded);
  };
}

/** The JSON of a body that one of the secrets signed. Refuses with 401 when none did, and 400 when it is no JSON. */
function verified(
  body: string,
  headers: Headers,
  verifiers: MembershipSettings["verifiers"],
): unknown {
  for (const verifier of verifiers) {
    try {
      return verifier.verify(body, Object.fromEntries(headers));
    } catch (error) {
      if (error instanceof SyntaxError) throw unreadable();
      if (!(error instanceof WebhookVerificationError)) throw error;
    }
  }
  throw new Refusal(401, "unauthenticated", "The signature is not valid.");
}

function unreadable(): Refusal {
  return new Refusal(400, "invalid_request", "This membership event is not understood.");
}
