import { endpoint } from "../_shared/http.ts";
import { backend, log, waitUntil } from "../_shared/runtime.ts";
import { updateChat } from "./handler.ts";

export default { fetch: endpoint("update_chat", updateChat({ backend, waitUntil }), log) };
