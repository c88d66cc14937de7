import { endpoint } from "../_shared/endpoint/http.ts";
import { backend, log, waitUntil } from "../_shared/endpoint/runtime.ts";
import { importChats } from "./handler.ts";

export default { fetch: endpoint("import_chats", importChats({ backend, waitUntil }), log) };
