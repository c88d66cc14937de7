import { endpoint } from "../_shared/http.ts";
import { isDatabaseUp, log } from "../_shared/runtime.ts";
import { health } from "./handler.ts";

const now = () => performance.now();

export default { fetch: endpoint("health", health(isDatabaseUp, now), log, "GET") };
