import { z } from "zod";

/** Where a page of results ends: the time, with microseconds, and the id of the last one. */
const searchCursor = z.object({ at: z.iso.datetime({ offset: true }), id: z.uuid() });
type SearchCursor = z.infer<typeof searchCursor>;

/** The cursor as text, for the page to send back as it is. */
export const writeCursor = ({ at, id }: SearchCursor): string => `${at} ${id}`;

/** The cursor that was written; undefined for anything else. */
export function readCursor(text: string): SearchCursor | undefined {
  const [at, id] = text.split(" ");
  return searchCursor.safeParse({ at, id }).data;
}
