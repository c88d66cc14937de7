import { endpoint } from "../_shared/endpoint/http.ts";
import { log } from "../_shared/endpoint/runtime.ts";
import { turnContext } from "../_shared/turn/turn-context.ts";
import { sendMessage } from "./handler.ts";

export default { fetch: endpoint("send_message", sendMessage(turnContext), log) };
