import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import { PAGE } from "./loading-page.tsx";
import { useTitle } from "./title.ts";

/**
 * A settings or legal page: one column with its h1, which takes the focus after navigation, and an optional link back.
 * Sets the document's title.
 */
export function Page({
  title,
  intro,
  back,
  width = "measure",
  children,
}: {
  title: string;
  intro?: ReactNode;
  back?: { to: string; label: string };
  width?: "measure" | "form";
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className={`${PAGE.column} ${width === "form" ? "max-w-form" : "max-w-measure"}`}>
      {back && (
        <ButtonLink
          to={back.to}
          variant="ghost"
          size="sm"
          className="mb-6 -ml-3.5 text-ink-muted print:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {back.label}
        </ButtonLink>
      )}
      <h1 tabIndex={-1} className={PAGE.heading}>
        {title}
      </h1>
      {intro != null && <p className="mt-2 text-ink-muted">{intro}</p>}
      <div className="mt-8 grid grid-cols-1 gap-6">{children}</div>
    </div>
  );
}
