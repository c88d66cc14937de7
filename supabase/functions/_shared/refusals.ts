import { MEMBERSHIP_REQUIRED } from "./contract.ts";
import { Refusal } from "./http.ts";

type RefusedOutcome =
  | { outcome: "inactive" | "not_found" | "conflict" | "gone" }
  | { outcome: "limited"; retry_after: number };

/** What a refusal by the database looks like from outside. A chat of someone else and an absent one look the same. */
export function refusalOf(refused: RefusedOutcome): Refusal {
  switch (refused.outcome) {
    case "inactive":
      return new Refusal(403, "membership_required", MEMBERSHIP_REQUIRED);
    case "not_found":
      return new Refusal(404, "not_found", "This chat could not be found.");
    case "conflict":
      return new Refusal(409, "conflict", "This id was already used for something else.");
    case "gone":
      return chatDeleted();
    case "limited":
      return new Refusal(
        429,
        "rate_limited",
        `You are going too fast. Please try again in ${duration(refused.retry_after)}.`,
        {
          "retry-after": String(refused.retry_after),
        },
      );
  }
}

export function chatDeleted(): Refusal {
  return new Refusal(410, "gone", "This chat has been deleted.");
}

function duration(seconds: number): string {
  const [amount, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7200
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3600), "hour"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
