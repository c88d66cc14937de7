import { endpoint } from "../_shared/http.ts";
import { backend, log } from "../_shared/runtime.ts";
import { search } from "./handler.ts";

export default { fetch: endpoint("search", search({ backend }), log) };
