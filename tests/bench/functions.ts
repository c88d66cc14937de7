import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { type RunningProduct, UNLIMITED } from "../../e2e/support/running-product.ts";
import { functionSettings } from "../../supabase/local/functions/function-settings.ts";
import { startFunctions } from "../../supabase/local/functions/functions-process.ts";
import { freePort } from "../../supabase/local/process/ports.ts";
import type { MemberSession } from "../support/member-session.ts";

/** One functions process of the bench's own, on the product's backend. */
export type FunctionsUnderTest = {
  /** Sends; `onData` hears what arrives. Resolves with the whole answer, rejects unless it is a good one. */
  send: (turn: TurnCall, onData?: (text: string) => void) => Promise<string>;
  /** Clears what is not needed any more from memory. */
  collectGarbage: () => Promise<void>;
  /** Memory in use in bytes, and processor time used so far in seconds. */
  usage: () => { memory: number; seconds: number };

  stop: () => Promise<void>;
};

export type TurnCall = {
  name: "start_chat" | "send_message";
  member: MemberSession;
  body: object;
  stream: boolean;
};

/**
 * @param backendPort Where the backend answers: the product, or a proxy before it.
 * @param inspected Whether `collectGarbage` is wanted; the debugger costs every request a little.
 */
export async function startFunctionsUnderTest(
  product: RunningProduct,
  providerUrl: string,
  { backendPort = product.port, inspected = false } = {},
): Promise<FunctionsUnderTest> {
  const port = await freePort();
  const inspectorPort = await freePort();
  const env = {
    OPENAI_API_KEY: "bench",
    OPENAI_BASE_URL: providerUrl,
    ...UNLIMITED,
  };
  const functions = startFunctions({
    port,
    ...functionSettings(env, backendPort, product.secrets),
    flags: inspected ? [`--inspect=127.0.0.1:${inspectorPort}`] : [],
  });
  await functions.ready();
  const pid = String(functions.pid());
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  return {
    send: (turn, onData = () => {}) => post(port, agent, turn, onData),

    collectGarbage: () => collectGarbage(inspectorPort),
    usage: () => usageOf(pid),
    stop: async () => {
      agent.destroy();
      await functions.stop();
    },
  };
}

function post(
  port: number,
  agent: Agent,
  { name, member, body, stream }: TurnCall,
  onData: (text: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${member.token}`,
      "content-type": "application/json",
      ...(stream && { accept: "text/event-stream" }),
    };
    const options = { host: "127.0.0.1", port, agent, method: "POST", path: `/${name}`, headers };
    const sending = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (data: string) => {
        text += data;
        onData(data);
      });
      response.once("end", () => {
        const isGood = response.statusCode === 200 && text.includes('"aiMessage"');
        if (isGood) resolve(text);
        else reject(new Error(`${name} answered ${response.statusCode}: ${text.slice(-200)}`));
      });
      response.once("error", reject);
    });
    sending.once("error", reject);
    sending.end(JSON.stringify(body));
  });
}

/** Uses the debugger's connection, and closes it afterwards: an open one is told of every request. */
async function collectGarbage(inspectorPort: number): Promise<void> {
  const list = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[];
  const line = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(line, "open");
  for (const id of [1, 2]) {
    const answered = once(line, "message");
    line.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
    await answered;
  }
  line.close();
}

/** From /proc, where there is one; nothing elsewhere. */
function usageOf(pid: string): { memory: number; seconds: number } {
  const [pages = ""] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ").slice(1);
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  const [pageSize, ticksPerSecond] = systemUnits();
  return { memory: Number(pages) * pageSize, seconds: ticks / ticksPerSecond };
}

function systemUnits(): [number, number] {
  const ask = (name: string) => Number(execFileSync("getconf", [name], { encoding: "utf8" }));
  return [ask("PAGESIZE"), ask("CLK_TCK")];
}
