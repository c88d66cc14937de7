import { Webhook } from "standardwebhooks";

/** How many days a renewing membership outlasts its paid period, unless MEMBERSHIP_GRACE_DAYS says otherwise. */
const GRACE_DAYS = 3;

/** What decides how an event is read. */
export type EventSettings = {
  /** The products whose memberships count; undefined for all. */
  products: ReadonlySet<string> | undefined;
  graceDays: number;
};

export type MembershipSettings = EventSettings & {
  /** One for each usable secret; any of them may have signed an event. */
  verifiers: readonly Webhook[];
  /** What an operator should mend, each a sentence without a secret in it. */
  problems: readonly string[];
};

/**
 * Reads MEMBERSHIP_WEBHOOK_SECRET, MEMBERSHIP_PRODUCT_IDS (both comma separated) and MEMBERSHIP_GRACE_DAYS. A secret
 * is `whsec_` and base64, or any other text, taken as it is. Never throws: what is unusable becomes a problem.
 */
export function readMembershipSettings(
  env: (name: string) => string | undefined,
): MembershipSettings {
  const problems: string[] = [];
  const secrets = list(env("MEMBERSHIP_WEBHOOK_SECRET"));
  const verifiers = secrets.flatMap((secret, index) => {
    try {
      return [verifier(secret)];
    } catch {
      problems.push(
        `MEMBERSHIP_WEBHOOK_SECRET: secret ${index + 1} of ${secrets.length} cannot be used: what follows whsec_ is not base64.`,
      );
      return [];
    }
  });
  const products = list(env("MEMBERSHIP_PRODUCT_IDS"));
  if (secrets.length > 0 && products.length === 0) {
    problems.push(
      "MEMBERSHIP_PRODUCT_IDS is not set: a membership of any product of the payment platform may chat.",
    );
  }
  const days = env("MEMBERSHIP_GRACE_DAYS")?.trim() || String(GRACE_DAYS);
  const isUsable = /^\d{1,3}$/.test(days);
  if (!isUsable) {
    problems.push(`MEMBERSHIP_GRACE_DAYS must be a whole number of days; ${GRACE_DAYS} are used.`);
  }
  return {
    verifiers,
    products: products.length > 0 ? new Set(products) : undefined,
    graceDays: isUsable ? Number(days) : GRACE_DAYS,
    problems,
  };
}

function verifier(secret: string): Webhook {
  return secret.startsWith("whsec_")
    ? new Webhook(secret)
    : new Webhook(new TextEncoder().encode(secret), { format: "raw" });
}

function list(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
