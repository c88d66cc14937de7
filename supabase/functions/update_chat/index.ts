import { endpoint } from "../_shared/endpoint/http.ts";
import { backend, log, waitUntil } from "../_shared/endpoint/runtime.ts";
import { updateChat } from "./handler.ts";

export default { fetch: endpoint("update_chat", updateChat({ backend, waitUntil }), log) };
