import { links } from "#lib/env.ts";
import { ExternalLink } from "#ui/button.tsx";

/** That a membership goes on being billed, said before the deletion and after it. */
export function BillingNote() {
  return (
    <p className="mt-3 text-ink-muted">
      A membership is billed by our payment platform and does not end with your account.{" "}
      <ExternalLink href={links.billing}>Cancel your membership instead</ExternalLink>
    </p>
  );
}
