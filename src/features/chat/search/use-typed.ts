import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { QUERY_LIMIT, startWithin, trimText, withoutNul } from "#text-rules";

/** What is typed into the search before its code has come. A line break is Enter. */
export const earlyKeys = { typed: "" };

/** What is looked for when this is typed. */
export const queryOf = (typed: string) => trimText(withoutNul(typed));

/** How long typing has to pause before it is looked for. */
const PAUSE_MS = 200;

/**
 * What is typed, how to change it, and what is looked for. It begins with what was typed before the code of the search
 * had come.
 * @param onEntered Enter was pressed by then.
 */
export function useTyped(onEntered: () => void): [string, (typed: string) => void, string] {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState("");

  const take = useEffectEvent(() => {
    const { typed: early } = earlyKeys;
    earlyKeys.typed = "";
    setTyped(startWithin(early.replaceAll("\n", ""), QUERY_LIMIT));
    if (early.endsWith("\n")) onEntered();
  });
  // In the frame in which the field takes the place of the one that took the keys until now.
  // oxlint-disable-next-line react/set-state-in-effect -- until then more may be typed
  useLayoutEffect(() => take(), []);

  useEffect(() => {
    const timer = setTimeout(() => setQuery(queryOf(typed)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped, query];
}
