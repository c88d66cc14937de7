import { backend, log, webhookSecret } from "../_shared/runtime.ts";
import { endpoint } from "../_shared/http.ts";
import { membershipWebhook } from "./handler.ts";

export default {
  fetch: endpoint("membership_webhook", membershipWebhook({ backend, secret: webhookSecret }), log),
};
