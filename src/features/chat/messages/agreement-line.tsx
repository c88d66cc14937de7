import { Fragment } from "react";
import type { Agreement } from "./agreement-rules.ts";

/** What several answers say alike, and where they differ. A press on a value leads to where it stands. */
export function AgreementLine({
  agreement: { who, shared, differ },
  onLead,
}: {
  agreement: Agreement;
  /** `answer`: the number of the first one that says it. */
  onLead: (slot: number, answer: number) => void;
}) {
  return (
    <p
      role="note"
      aria-label="Agreement"
      className="rounded-md bg-surface-sunken px-3.5 py-2 text-sm wrap-anywhere"
    >
      {shared.length > 0 && (
        <>
          {who}: <b className="font-semibold">{shared.join(", ")}</b>.{" "}
        </>
      )}
      {differ.length > 0 && "They differ: "}
      {differ.map(({ slot, values }, place) => (
        <Fragment key={slot}>
          {place > 0 && "; "}
          {values.map(({ written, by, first }, index) => (
            <Fragment key={written}>
              {index > 0 && ", "}
              <button
                type="button"
                className="underline decoration-primary decoration-2 underline-offset-4 hover:bg-primary-soft"
                onClick={() => onLead(slot, first)}
              >
                {written}
              </button>{" "}
              ({by})
            </Fragment>
          ))}
        </Fragment>
      ))}
      {differ.length > 0 && "."}
    </p>
  );
}
