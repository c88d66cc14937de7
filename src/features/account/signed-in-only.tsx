import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { useSession, type SessionUser } from "#lib/session.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

/** Shows `children` to a signed-in person, and a link to /login to a visitor. */
export function SignedInOnly({
  what,
  children,
}: {
  what: string;
  children: (user: SessionUser) => ReactNode;
}) {
  const session = useSession();
  const { pathname } = useLocation();
  if (session.status === "signed-in") return children(session.user);
  return (
    <Card title="You are not logged in" description={`Log in to see ${what}.`}>
      <ButtonLink to={paths.login} state={{ from: pathname }} variant="primary">
        Log in
      </ButtonLink>
    </Card>
  );
}
