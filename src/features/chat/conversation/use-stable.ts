import { useLayoutEffect, useRef, useState } from "react";

type Functions = Record<string, (...args: never[]) => void>;

/** Functions that are the same at every render and do what those of the newest one do, so that a `memo` holds. */
export function useStable<These extends Functions>(newest: These): These {
  const current = useRef<Functions>(newest);
  useLayoutEffect(() => {
    current.current = newest;
  });
  const [stable] = useState(() => {
    const names = Object.keys(newest);
    const calls = names.map((name) => [
      name,
      (...args: never[]) => current.current[name]?.(...args),
    ]);
    return Object.fromEntries(calls) as These;
  });
  return stable;
}
