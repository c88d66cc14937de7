import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseJson } from "../functions/_shared/parse-json.ts";
import { readEvent } from "../functions/membership_webhook/event-rules.ts";
import {
  type EventSettings,
  readMembershipSettings,
} from "../functions/membership_webhook/settings-rules.ts";
import type { ProductClient } from "./backend/members.ts";
import type { Environment } from "./process/settings.ts";
import { messageOf, StartError } from "./process/start-error.ts";

/**
 * The settings by which events are read, from the environment, and lines about them for the operator. Throws a
 * StartError when no product is named, unless every product shall count.
 */
export function replaySettings(
  env: Environment,
  countsEveryProduct: boolean,
): { settings: EventSettings; lines: readonly string[] } {
  const { products, graceDays, problems } = readMembershipSettings((name) => env[name]);
  if (products === undefined && !countsEveryProduct) {
    throw new StartError(
      "MEMBERSHIP_PRODUCT_IDS is not set: set it as it is set for the functions, or add --all-products if every product may chat.",
    );
  }
  const counting = countsEveryProduct ? undefined : products;
  return {
    settings: { products: counting, graceDays },
    lines: [
      ...problems.filter((problem) => !problem.startsWith("MEMBERSHIP_WEBHOOK_SECRET")),
      counting
        ? `Memberships of these products count: ${[...counting].join(", ")}.`
        : "Memberships of every product count.",
      `A renewal is awaited for ${graceDays} days.`,
    ],
  };
}

/** The id that the platform sent as `webhook-id`. */
const identified = z.object({ id: z.string() });

/**
 * Applies the payment platform's events in a file, one JSON object a line, in any order. Returns how many were applied,
 * and the lines that cannot be read: number and field.
 */
export async function replayEvents(
  service: ProductClient,
  file: string,
  settings: EventSettings,
): Promise<{ summary: string; unreadable: string[] }> {
  const counts = { applied: 0, kept: 0, ignored: 0, other: 0 };
  const unreadable: string[] = [];
  for (const [index, line] of readLines(file).entries()) {
    if (line.trim() === "") continue;
    const payload = parseJson(line);
    const hash = createHash("sha256").update(line.trim()).digest("hex");
    const id = identified.safeParse(payload).data?.id ?? `line:${hash}`;
    const event = readEvent(payload, id, settings, Date.now());
    if (event === "other") counts.other += 1;
    else if ("unreadable" in event) unreadable.push(`${index + 1} (${event.unreadable})`);
    else {
      const { data } = await service.rpc("record_membership_event", event).throwOnError();
      const { outcome } = data as { outcome: "applied" | "kept" | "ignored" };
      counts[event.p_sold === false && outcome === "kept" ? "other" : outcome] += 1;
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
