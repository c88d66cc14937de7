import { type ReactNode, useState } from "react";
import { Router } from "#ui/router.tsx";

/** A router at an address, with what the navigation that led there handed over. It moves the test's own window. */
export function AtAddress({
  path = "/",
  state = null,
  children,
}: {
  path?: string;
  state?: unknown;
  children?: ReactNode;
}) {
  useState(() => history.replaceState({ state }, "", path));
  return <Router>{children}</Router>;
}
