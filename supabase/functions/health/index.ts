import { endpoint } from "../_shared/http.ts";
import { askHealth, log } from "../_shared/runtime.ts";
import { health } from "./handler.ts";

const now = () => performance.now();

export default { fetch: endpoint("health", health(askHealth, now), log, "GET") };
