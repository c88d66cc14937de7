import { z } from "zod";

/** Where a page of what was found ends: a time with microseconds, and the id of what stands there. */
export const searchCursor = z.object({ at: z.iso.datetime({ offset: true }), id: z.uuid() });
export type SearchCursor = z.infer<typeof searchCursor>;

/** The cursor as text, for the page to send back as it is. */
export function writeCursor({ at, id }: SearchCursor): string {
  return btoa(JSON.stringify([at, id]));
}

/** The cursor that was written; undefined for anything else. */
export function readCursor(text: string): SearchCursor | undefined {
  try {
    const [at, id] = JSON.parse(atob(text));
    return searchCursor.safeParse({ at, id }).data;
  } catch {
    return undefined;
  }
}
