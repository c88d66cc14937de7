import { log } from "../_shared/environment.ts";
import { endpoint } from "../_shared/http.ts";
import { turns } from "../_shared/turn-environment.ts";
import { sendMessage } from "./handler.ts";

export default { fetch: endpoint("send_message", sendMessage(turns), log) };
