import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { type RunningProduct, UNLIMITED } from "../../e2e/support/running-product.ts";
import { functionSettings } from "../../supabase/local/functions/function-settings.ts";
import { startFunctions } from "../../supabase/local/functions/functions-process.ts";
import { freePort } from "../../supabase/local/process/ports.ts";
import type { MemberSession } from "../support/member-session.ts";

/** One functions process of the bench's own, on the product's backend. */
export type FunctionsUnderTest = {
  /** Sends; `onData` hears what arrives. Resolves with the whole response, rejects unless it is a good one. */
  send: (turn: TurnCall, onData?: (text: string) => void) => Promise<string>;
  /** Processor time used so far, in seconds. */
  seconds: () => number;
  stop: () => Promise<void>;
};

export type TurnCall = {
  name: "start_chat" | "send_message";
  member: MemberSession;
  body: object;
  stream: boolean;
};

/**
 * @param backendPort The port of the backend: the product, or its stand-in.
 * @param host The program that serves instead of the functions' own.
 */
export async function startFunctionsUnderTest(
  product: RunningProduct,
  providerUrl: string,
  { backendPort = product.port, host }: { backendPort?: number; host?: string | undefined } = {},
): Promise<FunctionsUnderTest> {
  const port = await freePort();
  const env = {
    OPENAI_API_KEY: "bench",
    OPENAI_BASE_URL: providerUrl,
    ...UNLIMITED,
  };
  const functions = startFunctions({
    port,
    ...functionSettings(env, backendPort, product.secrets),
    ...(host && { host }),
  });
  await functions.ready();
  const pid = String(functions.pid());
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  return {
    send: (turn, onData = () => {}) => post(port, agent, turn, onData),
    seconds: () => secondsOf(pid),
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

/** From /proc, where there is one. */
function secondsOf(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
