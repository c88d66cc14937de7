import { endpoint } from "../_shared/http.ts";
import { log } from "../_shared/runtime.ts";
import { turnContext } from "../_shared/turn/turn-context.ts";
import { startChat } from "./handler.ts";

export default { fetch: endpoint("start_chat", startChat(turnContext), log) };
