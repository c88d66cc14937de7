import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProgram, untilItWorks, within } from "./program.ts";
import type { Engine } from "./tab.ts";
import { type SendCommand, webdriverTab } from "./webdriver-tab.ts";

const COMMAND_MS = 60_000;
const COLON = ":".charCodeAt(0);

type Reply = [type: 1, id: number, error: { message: string } | null, result: unknown];

/** Starts an installed Firefox and drives it through Marionette, which takes the commands of WebDriver over a socket. */
export async function startFirefox(program: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  // Any free port. Firefox writes the one it took into its profile.
  writeFileSync(join(profile, "user.js"), 'user_pref("marionette.port", 0);\n');
  const firefox = startProgram(
    [program, "--headless", "--marionette", "--no-remote", "--profile", profile],
    { HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  );
  let socket: Socket | undefined;
  const stop = async () => {
    socket?.destroy();
    await firefox.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const port = await untilItWorks(() => {
      const written = Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8"));
      if (!(written > 0)) throw new Error("Firefox did not start.");
      return written;
    });
    socket = connect(port, "127.0.0.1");
    const send = marionette(socket);
    await send("NewSession", {});
    await send("SetWindowRect", { width: 1280, height: 900 });
    return { tab: webdriverTab(send), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A packet is its length in bytes, a colon, and JSON: [0, id, command, parameters], answered by a `Reply`. */
function marionette(socket: Socket): SendCommand {
  const waiting = new Map<number, (reply: Reply) => void>();
  let received: Buffer = Buffer.alloc(0);
  let lastId = 0;
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const start = received.indexOf(COLON) + 1;
      const end = start + Number(received.subarray(0, start - 1));
      if (start === 0 || received.length < end) return;
      const packet = JSON.parse(received.subarray(start, end).toString()) as Reply | object;
      received = received.subarray(end);
      // The first packet is a greeting.
      if (Array.isArray(packet)) waiting.get((packet as Reply)[1])?.(packet as Reply);
    }
  });
  // What waits for a reply gives up in time.
  socket.on("error", () => {});

  return (command, parameters = {}) => {
    lastId += 1;
    const id = lastId;
    const replied = new Promise<unknown>((resolve, reject) => {
      waiting.set(id, ([, , error, result]) => {
        if (error) reject(new Error(`${command}: ${error.message}`));
        else
          resolve(Array.isArray(result) ? result : (result as { value?: unknown } | null)?.value);
      });
    });
    const json = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    socket.write(`${Buffer.byteLength(json)}:${json}`);
    return within(COMMAND_MS, command, replied).finally(() => waiting.delete(id));
  };
}
