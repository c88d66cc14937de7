import { endpoint } from "../_shared/endpoint/http.ts";
import { log } from "../_shared/endpoint/runtime.ts";
import { turnContext } from "../_shared/turn/turn-context.ts";
import { startChat } from "./handler.ts";

export default { fetch: endpoint("start_chat", startChat(turnContext), log) };
