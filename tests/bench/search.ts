import { startProduct } from "../supabase/functions/product.ts";
import type { TestBackend } from "../support/database/backend.ts";
import { DATABASE_NAMES, type DatabaseName, startDatabase } from "./start-database.ts";
import { median, quantile } from "./statistics.ts";
import { atMost, MILLISECONDS, type TableRow, TIMES } from "./table.ts";

const OWN = 100_000;
const OTHERS = { people: 300, messages: 1_000 };
const STORED = 500;
const ROUNDS = 5;
const BARS = { pglite: 300, postgres: 100 };

/** What is looked for, from what is in one message to what is in all of them. */
const QUERIES = ["needle", "zebra", "zeb", "third", "thi", "often", "o", '"zebra third"', "absent"];

/** Searches in a person's 100,000 messages beside 300,000 of others, what indexing adds to storing, the index's size. */
export async function measureSearch(kind: DatabaseName): Promise<TableRow[]> {
  const backend = await startDatabase(kind);
  const person = await backend.signUp("owner@example.com");
  const owner = person.id;
  await fill(backend, owner);
  const product = await startProduct(backend, { SEARCHES_PER_MINUTE: "1000000" });
  const times = new Map<string, number>();
  for (const query of QUERIES) {
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      const { status } = await product.post("search", { query }, person);
      taken.push(performance.now() - started);
      if (status !== 200) throw new Error(`A search got status ${status}.`);
    }
    times.set(query, median(taken));
  }
  const slowest = quantile([...times.values()], 1);
  const [size] = await backend.sql<{ share: number }>(`
    select (pg_relation_size('public.messages_search') + pg_relation_size('public.messages_newest_first'))::float
      / pg_table_size('public.messages') as share`);
  const stored = await store(backend, owner);
  await backend.sql("drop index public.messages_search, public.messages_newest_first");
  const storedWithout = await store(backend, owner);
  await backend.stop();
  const detail = [...times].map(([query, ms]) => `${query} ${ms.toFixed(0)}`).join(", ");
  const name = DATABASE_NAMES[kind];
  return [
    atMost(
      `the slowest of nine searches among ${OWN.toLocaleString("en-US")} own messages, ${name}`,
      slowest,
      BARS[kind],
      MILLISECONDS,
      detail,
    ),
    atMost(`added to storing a message, ${name}`, stored - storedWithout, 1, MILLISECONDS),
    atMost(`search indexes over table, ${name}`, size?.share ?? Number.NaN, 0.5, TIMES),
  ];
}

/** Fills the tables; the owner is the one with the many messages. The index is built when the rows are there. */
async function fill(backend: TestBackend, owner: string): Promise<void> {
  const [index] = await backend.sql<{ definition: string }>(
    "select pg_get_indexdef('public.messages_search'::regclass) as definition",
  );
  const inChat = OWN / 1_000;
  await backend.database.run(`
    set local session_replication_role = replica;
    set local statement_timeout = 0;
    drop index public.messages_search;
    insert into public.users (id) select gen_random_uuid() from generate_series(1, ${OTHERS.people});
    create table texts as select n, string_agg(word, ' ') || '.' as content
      from generate_series(1, 1000) n, lateral (
        select substr(md5((ceil(exp(random() * ln(20000))))::text), 1, 2 + (place + n) % 8) as word
        from generate_series(1, 100) place) words group by n;
    insert into public.chats (user_id, title, last_message_at)
      select u.id, 'Chat ' || n, now()
      from public.users u, generate_series(1, case when u.id = '${owner}' then 1000 else 20 end) n;
    insert into public.messages (user_id, chat_id, created_at, direction, role, content)
      select user_id, id, now() - (chat + 1000 * m) * interval '1 second', 'inbound', 'user',
        content || ' often' || case when number % 100 = 7 then ' zebra' else '' end
          || case when number % 3 = 1 then ' third' else '' end
          || case when number = ${OWN - 100} then ' needle' else '' end
      from (select *, row_number() over (partition by user_id order by id) as chat from public.chats) chats,
        generate_series(1, case when user_id = '${owner}' then ${inChat} else ${OTHERS.messages / 20} end) m,
        lateral (select (chat - 1) * ${inChat} + m as number) numbered
        join texts on n = 1 + number % 1000;
    ${index?.definition}`);
  await backend.sql("analyze");
}

/** How long it takes to store one message, on average. */
async function store(backend: TestBackend, owner: string): Promise<number> {
  const started = performance.now();
  await backend.sql(
    `insert into public.messages (user_id, chat_id, created_at, direction, role, content)
     select $1, (select id from public.chats where user_id = $1 limit 1),
       clock_timestamp() + n * interval '1 second', 'inbound', 'user', content
     from texts where n <= ${STORED}`,
    owner,
  );
  return (performance.now() - started) / STORED;
}
