/**
 * Whether a bearer token can belong to a live session: three parts, the second of which names a time that is not over.
 * Who signed it is not checked. `now` is in milliseconds since 1970.
 */
export function mayBeAlive(token: string, now: number): boolean {
  const [, claims] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  if (claims === undefined) return false;
  const expires = expiryOf(claims);
  return typeof expires === "number" && expires * 1000 > now;
}

function expiryOf(claims: string): unknown {
  try {
    return (JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as { exp?: unknown })
      ?.exp;
  } catch {
    return undefined;
  }
}
