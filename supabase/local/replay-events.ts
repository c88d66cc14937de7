import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readEvent } from "../functions/membership_webhook/event-rules.ts";
import { readMembershipSettings } from "../functions/membership_webhook/settings-rules.ts";
import { callFunction, type Send } from "./backend/members.ts";
import type { Environment } from "./process/settings.ts";
import { messageOf, StartError } from "./process/start-error.ts";

/**
 * Applies the payment platform's events in a file, one JSON object a line, in whatever order they stand. Returns what
 * became of them, and the numbers of the lines that cannot be read.
 */
export async function replayEvents(
  send: Send,
  keys: { secretKey: string },
  file: string,
  env: Environment,
): Promise<{ summary: string; unreadable: number[] }> {
  const settings = readMembershipSettings((name) => env[name]);
  const counts = { applied: 0, kept: 0, ignored: 0, other: 0 };
  const unreadable: number[] = [];
  for (const [index, line] of readLines(file).entries()) {
    if (line.trim() === "") continue;
    const payload = parse(line);
    const event = readEvent(payload, idOf(payload) ?? `line:${hash(line)}`, settings);
    if (event === "unreadable") unreadable.push(index + 1);
    else if (event === "other") counts.other += 1;
    else {
      const answer = await callFunction(send, keys, "record_membership_event", event);
      counts[(answer as { outcome: "applied" | "kept" | "ignored" }).outcome] += 1;
    }
  }
  return {
    summary:
      `${counts.applied} applied, ${counts.kept} kept until somebody confirms the address, ` +
      `${counts.ignored} seen before or overtaken, ${counts.other} about something else.`,
    unreadable,
  };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The id that the platform sent as `webhook-id`. */
function idOf(payload: unknown): string | undefined {
  const isObject = typeof payload === "object" && payload !== null;
  return isObject && "id" in payload && typeof payload.id === "string" ? payload.id : undefined;
}

function hash(line: string): string {
  return createHash("sha256").update(line.trim()).digest("hex");
}
