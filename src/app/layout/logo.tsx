import { SITE_NAME } from "#ui/title.ts";

/** Four leaves, one for each model. */
function LogoMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0">
      <g className="fill-primary forced-colors:fill-[ButtonText]">
        <path d="M2 8.5a6.5 6.5 0 0 1 13 0V15H8.5A6.5 6.5 0 0 1 2 8.5Z" />
        <path opacity="0.72" d="M30 8.5a6.5 6.5 0 0 0-13 0V15h6.5A6.5 6.5 0 0 0 30 8.5Z" />
        <path opacity="0.72" d="M2 23.5a6.5 6.5 0 0 0 13 0V17H8.5A6.5 6.5 0 0 0 2 23.5Z" />
        <path opacity="0.46" d="M30 23.5a6.5 6.5 0 0 1-13 0V17h6.5a6.5 6.5 0 0 1 6.5 6.5Z" />
      </g>
    </svg>
  );
}

/** Logo and product title. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark />
      <span className="text-[1.0625rem] font-semibold tracking-tight">{SITE_NAME}</span>
    </span>
  );
}
