import { z } from "zod";

/** A place in the list of what was found: a time with microseconds, and the id of what stands there. */
export const searchPlace = z.object({ at: z.iso.datetime({ offset: true }), id: z.uuid() });
export type SearchPlace = z.infer<typeof searchPlace>;

/** The place as the page sends it back. It is to be understood by nobody else. */
export function writePlace({ at, id }: SearchPlace): string {
  return btoa(JSON.stringify([at, id]))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The place that was written; undefined for anything else. */
export function readPlace(text: string): SearchPlace | undefined {
  try {
    const [at, id] = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
    return searchPlace.safeParse({ at, id }).data;
  } catch {
    return undefined;
  }
}
