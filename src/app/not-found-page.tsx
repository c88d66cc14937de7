import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { useTitle } from "#ui/title.ts";

/** The not-found screen. Under /settings it also leads back to the settings. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useTitle("Page not found");
  useEffect(() => {
    console.error(`404: no screen at ${pathname}`);
  }, [pathname]);
  return (
    <div className="mx-auto grid min-h-[80vh] max-w-md place-content-center justify-items-center px-5 py-16 text-center">
      <h1 tabIndex={-1} className="text-6xl font-semibold tracking-tighter text-primary">
        404
      </h1>
      <p className="mt-4 text-xl font-medium">Oops! Page not found</p>
      <p className="mt-2 text-ink-muted">There is nothing at this address.</p>
      <div className="mt-8 flex flex-wrap items-center justify-center gap-x-6 gap-y-4">
        {pathname.startsWith(`${paths.settings}/`) && (
          <ButtonLink to={paths.settings} variant="primary">
            Back to Settings
          </ButtonLink>
        )}
        <TextLink to={paths.home}>Return to Home</TextLink>
      </div>
    </div>
  );
}
