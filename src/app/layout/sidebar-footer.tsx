import { useQuery } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { useLocation } from "react-router-dom";
import { membershipQuery } from "#features/account/account-queries.ts";
import { isAtDrawer } from "#lib/drawer-entry.ts";
import { currentStatus } from "#lib/membership.ts";
import { paths } from "#lib/paths.ts";
import { hasFailed } from "#lib/query-client.ts";
import { serverTime, useSession } from "#lib/session.ts";
import { useWide } from "#lib/use-media.ts";
import { ButtonLink } from "#ui/button.tsx";
import { showCutText } from "#ui/cut-text.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { IS_SHELL } from "../loading/is-shell.ts";

/** The foot of the sidebar: who is signed in, their membership, and the way to the settings. */
export function SidebarFooter() {
  const session = useSession();
  return (
    <div
      data-sidebar-foot
      className="min-h-[calc(4.75rem+1px)] shrink-0 border-t border-line px-4 py-2.5"
    >
      {/* In the shell it is not known yet who is signed in. */}
      {!IS_SHELL && session.status === "signed-out" && <Visitor />}
      {session.status === "signed-in" && (
        <>
          <p className="truncate text-sm font-medium" onPointerEnter={showCutText}>
            {session.user.email}
          </p>
          <div className="flex min-h-8 items-center justify-between gap-2">
            <MembershipStatus userId={session.user.id} />
            <ButtonLink
              to={paths.settings}
              replace={isAtDrawer()}
              variant="ghost"
              size="sm"
              className="-mr-3.5 ml-auto text-ink-muted"
            >
              <Settings aria-hidden="true" className="size-4" />
              Settings
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  );
}

function MembershipStatus({ userId }: { userId: string }) {
  const membership = useQuery(membershipQuery(userId));
  if (membership.data === undefined)
    return hasFailed(membership) ? null : <Skeleton className="h-3 w-12" />;
  const status = currentStatus(membership.data, serverTime(membership.dataUpdatedAt));
  return (
    <p className="text-[0.8125rem] text-ink-muted">
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </p>
  );
}

/** Has a 'Log in' where the header beside it has none: in the drawer, and on screens other than the chat's. */
function Visitor() {
  const { pathname } = useLocation();
  const isBesideHeader = useWide() && (pathname === paths.home || pathname.startsWith("/chats/"));
  return (
    <div className="flex min-h-14 items-center justify-between gap-2">
      <p className="text-sm text-ink-muted">Not signed in</p>
      {!isBesideHeader && (
        <ButtonLink
          to={paths.login}
          replace={isAtDrawer()}
          state={{ from: pathname }}
          size="sm"
          announce="link"
        >
          Log in
        </ButtonLink>
      )}
    </div>
  );
}
