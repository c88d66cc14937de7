import { randomInt } from "node:crypto";
import getPort, { portNumbers } from "get-port";

/** Below the ports that systems hand to outgoing connections, which would take one between our look and our use. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** A port that nothing listens on. The search begins anywhere, so that two programs rarely find the same one. */
export function freePort(): Promise<number> {
  return getPort({ port: portNumbers(randomInt(LOWEST, HIGHEST), HIGHEST), host: "127.0.0.1" });
}

/** Whether a program listens on the port, on any address of this machine. */
export async function isTaken(port: number): Promise<boolean> {
  return (await getPort({ port })) !== port;
}
