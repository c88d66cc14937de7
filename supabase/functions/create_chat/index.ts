import { endpoint } from "../_shared/http.ts";
import { backend, log } from "../_shared/runtime.ts";
import { createChat } from "./handler.ts";

export default { fetch: endpoint("create_chat", createChat({ backend }), log) };
