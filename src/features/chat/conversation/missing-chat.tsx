import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { useTitle } from "#ui/title.ts";

/** Shown for an address that is not a chat of this person: deleted, another person's, or not a chat's id at all. */
export function MissingChat({ isVisitor }: { isVisitor: boolean }) {
  useTitle("Conversation not found");
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // It may take the place of a chat that was being looked up and had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 px-6 py-16 text-center">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
        This conversation is not here
      </h1>
      <p className="max-w-sm text-ink-muted">
        {isVisitor
          ? "Conversations belong to an account. If this one is yours, log in to see it."
          : "It may have been deleted, or it belongs to another account."}
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {isVisitor && (
          <ButtonLink variant="primary" to={paths.login} state={{ from: pathname }}>
            Log in
          </ButtonLink>
        )}
        <ButtonLink to={paths.home}>Start a new conversation</ButtonLink>
      </div>
    </div>
  );
}
