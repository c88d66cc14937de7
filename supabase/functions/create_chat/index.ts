import { endpoint } from "../_shared/endpoint/http.ts";
import { backend, log } from "../_shared/endpoint/runtime.ts";
import { createChat } from "./handler.ts";

export default { fetch: endpoint("create_chat", createChat({ backend }), log) };
