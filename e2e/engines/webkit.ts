import { once } from "node:events";
import { freePort } from "../../supabase/local/process/ports.ts";
import { startProgram, untilItWorks, within } from "./program.ts";
import type { Engine } from "./tab.ts";
import { type WebDriverCommand, type SendCommand, webdriverTab } from "./webdriver-tab.ts";

const START_MS = 120_000;
const COMMAND_MS = 60_000;

const ENDPOINTS: Record<
  Exclude<WebDriverCommand, "NewSession">,
  readonly ["GET" | "POST", string]
> = {
  ElementClick: ["POST", "/element/{id}/click"],
  ExecuteScript: ["POST", "/execute/sync"],
  GetComputedLabel: ["GET", "/element/{id}/computedlabel"],
  Navigate: ["POST", "/url"],
  PerformActions: ["POST", "/actions"],
  Refresh: ["POST", "/refresh"],
  SetWindowRect: ["POST", "/window/rect"],
};

/** Starts the browser that WebKitGTK brings along, on a screen that nobody sees, and drives it through WebKitWebDriver. */
export async function startWebKit(programs: { driver: string; xvfb: string }): Promise<Engine> {
  const screen = startProgram([
    programs.xvfb,
    "-displayfd",
    "3",
    "-screen",
    "0",
    "1280x900x24",
    "-nolisten",
    "tcp",
  ]);
  const stops = [screen.stop];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const [display] = (await within(START_MS, "Xvfb", once(screen.output, "data"))) as [Buffer];
    const port = await freePort();
    const driver = startProgram([programs.driver, `--port=${port}`, "--host=127.0.0.1"], {
      DISPLAY: `:${display.toString().trim()}`,
    });
    stops.push(driver.stop);
    const address = `http://127.0.0.1:${port}`;
    await untilItWorks(() => fetch(`${address}/status`));
    const { sessionId } = (await call(`${address}/session`, "POST", {
      capabilities: { alwaysMatch: {} },
    })) as { sessionId: string };
    const send: SendCommand = (command, { id, ...parameters } = {}) => {
      if (command === "NewSession") throw new Error("There is a session already.");
      const [method, path] = ENDPOINTS[command];
      const url = `${address}/session/${sessionId}${path.replace("{id}", String(id))}`;
      return call(url, method, parameters);
    };
    await send("SetWindowRect", { x: 0, y: 0, width: 1280, height: 900 });
    return { tab: webdriverTab(send), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function call(url: string, method: "GET" | "POST", body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === "POST" && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(COMMAND_MS),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  throw new Error(`${new URL(url).pathname}: ${(value as { message: string }).message}`);
}
