import { Link, useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { Logo } from "./logo.tsx";
import { PromoCard } from "./promo-card.tsx";
import { SidebarFooter } from "./sidebar-footer.tsx";

/** SPEC 2, sidebar. */
export function Sidebar() {
  const { pathname } = useLocation();
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-14 shrink-0 items-center px-4">
        <Link to={paths.home} className="rounded-sm pointer-coarse:py-2">
          <Logo />
        </Link>
      </div>
      <div className="min-h-0 grow overflow-y-auto px-3" />
      {pathname !== paths.home && (
        <div className="p-3">
          <PromoCard compact />
        </div>
      )}
      <SidebarFooter />
    </div>
  );
}
