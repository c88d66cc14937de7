import { endpoint } from "../_shared/endpoint/http.ts";
import { backend, env, log } from "../_shared/endpoint/runtime.ts";
import { membershipWebhook } from "./handler.ts";
import { readMembershipSettings } from "./settings-rules.ts";

const settings = readMembershipSettings(env);
for (const problem of settings.problems) log({ name: "membership_webhook", problem });

export default {
  fetch: endpoint("membership_webhook", membershipWebhook({ backend, settings, log }), log),
};
