import { endpoint } from "../_shared/endpoint/http.ts";
import { backend, log } from "../_shared/endpoint/runtime.ts";
import { updateChat } from "./handler.ts";

export default { fetch: endpoint("update_chat", updateChat({ backend }), log) };
