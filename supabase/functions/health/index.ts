import { endpoint } from "../_shared/endpoint/http.ts";
import { askHealth, log } from "../_shared/endpoint/runtime.ts";
import { health } from "./handler.ts";

export default { fetch: endpoint("health", health(askHealth), log, "GET") };
