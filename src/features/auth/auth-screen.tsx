import type { ReactNode } from "react";
import { paths } from "#lib/paths.ts";
import { TextLink } from "#ui/text-link.tsx";
import { useTitle } from "#ui/title.ts";

/**
 * The layout of /login and /signup: one column with heading, form, and below it a line that leads to the other of the
 * two (`other`) and a link home that says `goOn`.
 */
export function AuthScreen({
  title,
  heading = title,
  intro,
  children,
  other,
  goOn,
}: {
  title: string;
  heading?: string;
  intro: ReactNode;
  children: ReactNode;
  other: ReactNode;
  goOn: string;
}) {
  useTitle(title);
  return (
    <div className="mx-auto w-full max-w-form px-5 pt-6 pb-16 sm:pt-[8vh]">
      <h1
        tabIndex={-1}
        className="text-center text-[1.75rem] leading-tight font-semibold tracking-tight"
      >
        {heading}
      </h1>
      <p className="mt-2 text-center text-ink-muted">{intro}</p>
      <div className="mt-8">{children}</div>
      <div className="mt-8 grid justify-items-center gap-3 text-[0.9375rem] text-ink-muted">
        <p>{other}</p>
        <TextLink to={paths.home} className="py-0.5 pointer-coarse:py-2.5">
          {goOn}
        </TextLink>
      </div>
    </div>
  );
}
