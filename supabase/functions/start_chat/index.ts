import { log } from "../_shared/environment.ts";
import { endpoint } from "../_shared/http.ts";
import { turns } from "../_shared/turn-environment.ts";
import { startChat } from "./handler.ts";

export default { fetch: endpoint("start_chat", startChat(turns), log) };
