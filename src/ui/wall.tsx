import { Lock } from "lucide-react";
import { ExternalLink } from "./button.tsx";

/** Says why something cannot be done yet, with the link that leads to what it takes. */
export const Wall = ({
  reason,
  action,
  href,
}: {
  reason: string;
  action: string;
  href: string;
}) => (
  <p className="flex items-center gap-3 rounded-xl border border-line bg-surface-raised px-3.5 py-1.5 text-[0.8125rem] text-ink shadow-raised sm:text-sm">
    <Lock aria-hidden="true" className="hidden size-4 shrink-0 text-ink-muted sm:block" />
    <span className="min-w-0 flex-1">{reason}</span>
    <ExternalLink href={href} variant="primary" size="sm">
      {action}
    </ExternalLink>
  </p>
);
