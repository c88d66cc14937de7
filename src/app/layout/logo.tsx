import { Link } from "react-router-dom";
import { isAtDrawer } from "#lib/drawer-entry.ts";
import { paths } from "#lib/paths.ts";
import { Leaves } from "#ui/leaves.tsx";
import { SITE_NAME } from "#ui/title.ts";

/** Logo and product title, which lead home. */
export function Logo({ className = "" }: { className?: string }) {
  return (
    <Link
      to={paths.home}
      replace={isAtDrawer()}
      className={`flex items-center gap-2.5 rounded-sm pointer-coarse:py-2 ${className}`}
    >
      <Leaves className="size-7" />
      <span className="text-[1.0625rem] font-semibold tracking-tight">{SITE_NAME}</span>
    </Link>
  );
}
