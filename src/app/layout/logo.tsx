import { Leaves } from "#ui/leaves.tsx";
import { SITE_NAME } from "#ui/title.ts";

/** Logo and product title. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Leaves className="size-7" />
      <span className="text-[1.0625rem] font-semibold tracking-tight">{SITE_NAME}</span>
    </span>
  );
}
