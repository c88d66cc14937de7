import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import { upgradeLink } from "#lib/env.ts";
import { membershipKey, type MembershipState } from "#lib/membership.ts";
import { useUserId } from "#lib/session.ts";
import { ExternalLink } from "#ui/button.tsx";
import { refusalAhead } from "./content-rules.ts";

/** A person's membership, which the chat screen reads; undefined while it is not known. */
export const useMembership = (userId: string | null): MembershipState | undefined =>
  useQuery<MembershipState>({ queryKey: membershipKey(userId ?? ""), enabled: false }).data;

/** Says, before anything is typed, that messages will be refused, with a link to the plans. */
export function MembershipNote() {
  const userId = useUserId();
  const membership = useMembership(userId);
  const [now] = useState(() => Date.now());
  const reason = refusalAhead(membership, now);
  if (reason === null) return null;
  return (
    <p className="flex items-center gap-3 rounded-xl border border-line bg-surface-raised px-3.5 py-1.5 text-[0.8125rem] text-ink shadow-raised sm:text-sm">
      <Lock aria-hidden="true" className="hidden size-4 shrink-0 text-ink-muted sm:block" />
      <span className="min-w-0 flex-1">{reason}</span>
      <ExternalLink href={upgradeLink(userId)} variant="primary" size="sm">
        See the plans
      </ExternalLink>
    </p>
  );
}
