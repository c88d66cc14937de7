import { endpoint } from "../_shared/http.ts";
import { log } from "../_shared/runtime.ts";
import { turnContext } from "../_shared/turn/turn-context.ts";
import { sendMessage } from "./handler.ts";

export default { fetch: endpoint("send_message", sendMessage(turnContext), log) };
