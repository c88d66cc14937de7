import { links } from "#lib/env.ts";
import { paths } from "#lib/paths.ts";
import { ButtonLink, ExternalLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

/** Step 5: the deletion is scheduled. Offers three links to go on. */
export function ScheduledStep() {
  return (
    <Card>
      <p>Your account will be permanently deleted within 24 hours. This cannot be undone.</p>
      <p className="mt-3 text-ink-muted">
        A membership is billed by our payment platform and does not end with your account.{" "}
        <ExternalLink href={links.billing}>Cancel your membership instead</ExternalLink>
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={paths.account} variant="primary">
          Back to Account Settings
        </ButtonLink>
        <ButtonLink to={paths.home}>Back to Dashboard</ButtonLink>
      </div>
    </Card>
  );
}
