import { endpoint } from "../_shared/endpoint/http.ts";
import { backend, log } from "../_shared/endpoint/runtime.ts";
import { search } from "./handler.ts";

export default { fetch: endpoint("search", search({ backend }), log) };
