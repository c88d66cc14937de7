import { log, turns } from "../_shared/environment.ts";
import { endpoint } from "../_shared/http.ts";
import { startChat } from "./handler.ts";

export default { fetch: endpoint("start_chat", startChat(turns), log) };
