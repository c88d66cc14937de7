import { describe, expect, it, vi } from "vitest";
import { type FailureCode, RequestError } from "#lib/functions-client.ts";
import { passesWith, patientCaller } from "#lib/patience.ts";
import { NoSessionError } from "#lib/session.ts";

const refusal = (status: number, code: FailureCode, retryAfterSeconds?: number) =>
  new RequestError("Refused", {
    status,
    code,
    retryable: status === 0 || status === 429 || status >= 500,
    retryAfterSeconds,
  });

describe("an export that loses its connection", () => {
  it("tries each read again, after 1, 2, 4, 8 and then every 15 seconds, and goes on where it was [export.goes-on]", async () => {
    let failures = 6;
    const read = vi.fn<() => Promise<string>>(async () => {
      if (failures === 0) return "rows";
      failures -= 1;
      throw new TypeError("Failed to fetch");
    });
    const waits: (number | string | null)[] = [];
    const reader = patientCaller(
      async (milliseconds) => void waits.push(milliseconds),
      (awaited) => void waits.push(awaited),
    );
    expect(await reader(read)).toBe("rows");
    expect(waits.filter((wait) => typeof wait === "number")).toEqual([
      1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ]);
    expect(waits.at(0)).toBe("connection");
    expect(waits.at(-1)).toBeNull();
    expect(read).toHaveBeenCalledTimes(7);
  });

  it.each<[unknown, ReturnType<typeof passesWith>]>([
    [{ name: "AuthRetryableFetchError", status: 0 }, "connection"],
    [{ name: "AuthApiError", status: 503, code: "unexpected_failure" }, "server"],
    [{ name: "PostgrestError", code: "57014" }, "server"],
    [{ name: "PostgrestError", code: "PGRST303" }, "server"],
    [{ name: "PostgrestError", code: undefined }, "server"],
    [{ name: "PostgrestError", code: 429 }, "server"],
    [{ name: "PostgrestError", code: 404 }, null],
    [{ name: "PostgrestError", code: "42501" }, null],
    [{ name: "PostgrestError", code: "PT400" }, null],
    [refusal(0, "network"), "connection"],
    [refusal(503, "unavailable"), "server"],
    [refusal(429, "rate_limited"), "server"],
    [refusal(429, "rate_limited", 60), "server"],
    [refusal(429, "rate_limited", 61), null],
    [refusal(410, "gone"), null],
    [refusal(403, "membership_required"), null],
    [refusal(401, "unauthenticated"), null],
    [new NoSessionError(), null],
  ])("waits after %j for: %s", (error, awaited) => {
    expect(passesWith(error)).toBe(awaited);
  });

  it("ends with what cannot pass, and when it is cancelled while it waits", async () => {
    const cancelled = patientCaller(
      () => Promise.reject(new Error("cancelled")),
      () => {},
    );
    const refused = new NoSessionError();
    await expect(cancelled(() => Promise.reject(refused))).rejects.toBe(refused);
    const lost = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(cancelled(lost)).rejects.toThrow("cancelled");
  });
});
