import { expect, it } from "vitest";
import { ERROR_CODES } from "../../../supabase/functions/_shared/error-codes.ts";
import {
  describeFailure,
  type FailureKind,
} from "../../../supabase/functions/_shared/providers/failures.ts";
import { internalFault, refusalOf } from "../../../supabase/functions/_shared/refusal.ts";
import { readBehaviours } from "../../spec/behaviour.ts";

/** The statuses that docs/behaviour.md gives for each code. */
function documentedStatuses(): Map<string, number[]> {
  const text = readBehaviours().find(({ name }) => name === "calls.codes")?.text ?? "";
  const codes = text.matchAll(/`(\w+)` \((?:status )?(\d{3})(?: or (\d{3}))?\)/g);
  return new Map(
    Array.from(codes, ([, code = "", ...statuses]) => [code, statuses.filter(Boolean).map(Number)]),
  );
}

const FAILURES: FailureKind[] = [
  ...(["no_key", "bad_key", "no_credit", "model_gone", "rate_limited", "overloaded"] as const),
  ...(["unreachable", "timeout", "refused", "context_too_long", "cut_off", "too_long"] as const),
  ...(["worn_out", "empty", "broken", "rejected"] as const),
];

it("docs/behaviour.md lists every error code with its statuses, and no other [calls.codes]", () => {
  const documented = documentedStatuses();
  expect([...documented.keys()].toSorted()).toEqual([...ERROR_CODES].toSorted());
  const sent = [
    ...(["inactive", "not_found", "conflict", "gone"] as const).map((outcome) =>
      refusalOf({ outcome }),
    ),
    refusalOf({ outcome: "limited", retry_after: 1 }),
    internalFault(),
    ...FAILURES.map((kind) => describeFailure(kind, "Grok")),
  ];
  for (const { code, status } of sent) expect(documented.get(code)).toContain(status);
});
