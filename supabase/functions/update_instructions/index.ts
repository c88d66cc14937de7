import { endpoint } from "../_shared/endpoint/http.ts";
import { backend, log } from "../_shared/endpoint/runtime.ts";
import { updateInstructions } from "./handler.ts";

export default { fetch: endpoint("update_instructions", updateInstructions({ backend }), log) };
