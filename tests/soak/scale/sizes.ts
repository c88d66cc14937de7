import type { Sql } from "postgres";
import { printRow } from "../../bench/table.ts";

/** Prints how many messages there are, and what one takes of the disk. */
export async function printSizes(sql: Sql): Promise<void> {
  const [size] = await sql<Record<"messages" | "heap" | "indexes" | "long" | "total", string>[]>`
    select
      (select count(*) from public.messages) as messages,
      pg_relation_size('public.messages') as heap,
      pg_indexes_size('public.messages') as indexes,
      pg_total_relation_size('public.messages') as total,
      pg_database_size(current_database()) as long`;
  if (size === undefined) throw new Error("The database has no size.");
  const messages = Number(size.messages);
  const [heap, indexes, total, all] = [size.heap, size.indexes, size.total, size.long].map(Number);
  const each = (bytes = 0) => `${(bytes / messages).toFixed(0)} bytes`;
  printRow({ what: "messages", measured: messages.toLocaleString("en-US") });
  printRow({ what: "one message, with everything that belongs to it", measured: each(all) });
  printRow({ what: "  its row", measured: each(heap) });
  printRow({ what: "  its place in the indexes", measured: each(indexes) });
  printRow({
    what: "  what is stored outside of rows, because it is long",
    measured: each((total ?? 0) - (heap ?? 0) - (indexes ?? 0)),
  });
  printRow({ what: "the database", measured: `${((all ?? 0) / 1e9).toFixed(2)} GB` });
}
