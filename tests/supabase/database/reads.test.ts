import { readFileSync } from "node:fs";
import postgres, { type Sql } from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_ROWS } from "../../../supabase/local/backend/embedded-backend.ts";
import {
  onEveryDatabase,
  ownPostgres,
  personOn,
} from "../../support/database/on-every-database.ts";
import { converse } from "../../support/database/turns.ts";

onEveryDatabase("a member's read over REST", (backend, kind) => {
  const member = personOn(backend, "member");
  beforeAll(async () => {
    await converse(backend, member, "words of the member");
  });

  const read = async (path: string) => {
    const response = await backend.request(`/rest/v1/${path}`, {}, member);
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it.each([
    "users?select=chats(id)",
    "users?select=id,messages(*)",
    "users?select=id,messages!chats(*)",
    "users?select=chats(messages(id))",
    "chats?select=id,messages(*)",
    "chats?select=id,messages!inner(id)",
    "chats?select=id,words:messages!messages_chat_id_fkey(content)",
    "messages?select=chats(id)",
    "messages?select=chats!chat_id(*)",
    "messages?select=messages(id)",
    "messages?select=question:messages!reply_to(id)",
  ])(
    "a person who nests tables by their names in one read is refused: %s [calls.one-table]",
    async (path) => {
      const { status, body } = await read(path);
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: "42501" });
    },
  );

  // A REST service finds relationships by foreign keys: between their tables, between the views that show these, whatever
  // schema the tables are in, and through a third one that refers to both.
  const NESTED = `
    with recursive shown as (
      select oid as base, oid as relation from pg_class where relkind in ('r', 'p')
      union
      select s.base, r.ev_class from shown s
        join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = s.relation
          and d.classid = 'pg_rewrite'::regclass
        join pg_rewrite r on r.oid = d.objid
        where r.ev_class <> s.relation
    ), keys as (
      select k.oid as key, f.relation as source, t.relation as target from pg_constraint k
        join shown f on f.base = k.conrelid join shown t on t.base = k.confrelid where k.contype = 'f'
    ), exposed as (
      select oid, relname, reltype from pg_class where relnamespace = 'public'::regnamespace
    ), pairs as (
      select source, target from keys union select target, source from keys
      union
      select a.target, b.target from keys a join keys b on b.source = a.source and b.key <> a.key
        join exposed e on e.oid = a.source
    )
    select s.relname || ' in ' || t.relname as name from pairs
    join exposed t on t.oid = pairs.source join exposed s on s.oid = pairs.target
    where not exists (
      select from pg_proc
      where pronamespace = 'public'::regnamespace and proname = s.relname
        and pronargs = 1 and proargtypes[0] = t.reltype and prorettype = s.reltype
        and not has_function_privilege('anon', pg_proc.oid, 'execute')
        and not has_function_privilege('authenticated', pg_proc.oid, 'execute'))
    order by 1`;
  const nested = async () => (await backend.sql<{ name: string }>(NESTED)).map(({ name }) => name);

  it("nobody can nest any two tables or views that a REST service would find a relationship between [calls.one-table]", async () => {
    expect(await nested()).toEqual([]);
  });

  // PGlite has one connection, so that a transaction can be opened around the question.
  it.runIf(kind === "pglite").each([
    [
      "a foreign key",
      "create table public.notes (id uuid primary key, chat_id uuid references public.chats (id))",
      ["chats in notes", "notes in chats"],
    ],
    [
      "a view of a table in another schema",
      "create view public.running as select * from private.attempts",
      ["messages in running", "running in messages"],
    ],
    [
      "a view of a view",
      `create view private.inner_view as select * from private.pieces;
       create view public.outer_view as select * from private.inner_view;
       create view public.running as select * from private.attempts`,
      ["outer_view in running", "running in outer_view"],
    ],
    [
      "a table that refers to two others",
      `create table public.tags (id uuid primary key);
       create table public.chat_tags (
         chat_id uuid references public.chats (id), tag_id uuid references public.tags (id))`,
      ["chats in tags", "tags in chats"],
    ],
  ])("a relationship that nobody has overridden is found: by %s", async (_, plant, found) => {
    await backend.sql("begin");
    for (const statement of plant.split(";")) await backend.sql(statement);
    const names = await nested();
    await backend.sql("rollback");
    expect(names).toEqual(expect.arrayContaining(found));
  });

  it("a person may name the content of messages and titles three times in a read [calls.one-table]", async () => {
    expect((await read("messages?select=a:content,b:content,c:content")).status).toBe(200);
    expect(await read("messages?select=a:content,b:content,c:content,d:content")).toMatchObject({
      status: 400,
      body: { message: "The query asks for too much at once." },
    });
    expect((await read("chats?select=a:title,b:title,c:title")).status).toBe(200);
    expect((await read("messages?select=a:content,b:content,c:content,like:content")).status).toBe(
      400,
    );
    expect((await read("chats?select=a:title,b:title,c:title,d:title")).status).toBe(400);
  });

  it.each([
    "like.*words*",
    "ilike.*WORDS*",
    "neq.x",
    "not.is.null",
    "gt.a",
    "match.^words",
    "in.(words of the member)",
    "not.like.x",
  ])("a person may read messages and filter them by their content: %s", async (filter) => {
    for (const names of ["id,content", "*"]) {
      const { status, body } = await read(`messages?select=${names}&content=${filter}`);
      expect(status).toBe(200);
      expect(body).toContainEqual(expect.objectContaining({ content: "words of the member" }));
    }
  });

  it(`a person who reads their chats gets ${MAX_ROWS} rows at most [calls.one-table]`, async () => {
    await backend.sql(
      "insert into public.chats (user_id) select $1::uuid from generate_series(1, 120)",
      member.id,
    );
    expect((await read("chats?select=id&limit=1000")).body).toHaveLength(MAX_ROWS);
  });

  it("a read of a browser's role has two seconds in the database", async () => {
    const roles = await backend.sql(
      `select rolname, rolconfig from pg_roles where rolname in ('anon', 'authenticated') order by 1`,
    );
    expect(roles).toEqual([
      { rolname: "anon", rolconfig: ["statement_timeout=2s"] },
      { rolname: "authenticated", rolconfig: ["statement_timeout=2s"] },
    ]);
  });

  // The embedded database has no clock that could interrupt a statement.
  it.runIf(kind === "postgres")(
    "a read of a browser's role is ended after two seconds",
    async () => {
      await backend.sql(
        `create function public.slow() returns void language sql as 'select pg_sleep(20)'`,
      );
      await backend.sql("grant execute on function public.slow() to authenticated");
      await backend.database.connection.clearSchemaCache();
      await backend.app.init();
      const begun = performance.now();
      expect((await read("rpc/slow")).status).toBeGreaterThanOrEqual(400);
      expect(performance.now() - begun).toBeLessThan(15_000);
    },
  );
});

const { backend, sql } = await ownPostgres();

describe("the statements of a hosted project's REST service", () => {
  const member = personOn(backend, "member");
  beforeAll(async () => {
    await sql`set session_replication_role = replica`;
    const [chat] = await sql<{ id: string }[]>`
      insert into public.chats (user_id, title) values (${member.id}, 'long') returning id`;
    // As long as a message can be, in characters of four bytes. The search index has them later: it would take seconds.
    await sql`
      insert into public.messages (chat_id, user_id, created_at, direction, role, search_later, content)
      select ${chat?.id ?? ""}, ${member.id}, now() + n * interval '1 second', 'inbound', 'user', true,
        (select string_agg(chr(128512 + part % 64), '') from generate_series(1, 32000) part)
      from generate_series(1, 120) n`;
    await sql`set session_replication_role = origin`;
  });

  const json = "coalesce(json_agg(_postgrest_t), '[]')::character varying";
  const csv = `(select coalesce(string_agg(name, ','), '') from json_object_keys(
      (select coalesce(r, '{}') from (select row_to_json(t) as r from pgrst_source t limit 1) s)) name)
    || e'\\n' || coalesce(string_agg(substring(_postgrest_t::text, 2, length(_postgrest_t::text) - 2), e'\\n'), '')`;

  /** By how many megabytes a read raises the peak of the database process's memory, what it shares with others included. */
  const memoryOf = async (read: (connection: Sql) => Promise<unknown>) => {
    const connection = postgres(backend.url ?? "", { max: 1 });
    const [{ pid } = { pid: 0 }] = await connection<
      { pid: number }[]
    >`select pg_backend_pid() as pid`;
    const peak = () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
    const before = peak();
    await read(connection);
    const after = peak();
    await connection.end();
    return after - before;
  };

  /** Runs a read as the service words it, and returns the size of the response. */
  const ask = (connection: Sql, source: string, answer = json) =>
    connection.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claim.sub', ${member.id}, true)`;
      // The service gives it two seconds. Nothing here is about time, and a busy machine may need more.
      await transaction`select set_config('statement_timeout', '60s', true)`;
      await transaction`set local role authenticated`;
      const [row] = await transaction.unsafe<{ body: string }[]>(
        `with pgrst_source as (${source})
        select null::bigint as total_result_set, pg_catalog.count(_postgrest_t) as page_total,
          ${answer} as body
        from (select * from pgrst_source) _postgrest_t`,
      );
      return row?.body.length ?? 0;
    });
  const select = (names: string, table = "messages") =>
    `select ${names} from "public"."${table}" limit ${MAX_ROWS} offset 0`;
  const column = (name: string) => `"public"."messages".${name}`;
  const list = (count: number, item: string) => Array.from({ length: count }, () => item).join();

  it.each([
    ["a column", column('"content"')],
    ["all columns", column("*")],
    ["a function of the row", column('"row_to_json"')],
  ])("a hosted project's read that names %s four times is refused", async (_, item) => {
    await expect(ask(sql, select(list(4, item)))).rejects.toThrow("asks for too much at once");
  });

  it.each([
    ["without quotation marks", "select content, id from public.messages"],
    ["by an alias", 'select m."content" as "content" from "public"."messages" m'],
    ["as JSON", `select json_build_object('content', m."content") from "public"."messages" m`],
  ])("a read is returned to a service that words it %s", async (_, source) => {
    expect(await ask(sql, `${source} limit ${MAX_ROWS} offset 0`)).toBeGreaterThan("[]".length);
  });

  it("a hosted project's read that names every column once, or a short one often, returns rows", async () => {
    expect(await ask(sql, select(column("*")))).toBeGreaterThan(0);
    const names = Array.from({ length: 200 }, (_, index) => `${column('"id"')} as "n${index}"`);
    expect(await ask(sql, select(names.join()))).toBeGreaterThan(0);
  });

  it("a hosted project's read that also filters by the content returns rows", async () => {
    const filtered = `select ${column('"content"')} from "public"."messages"
      where ${column('"content"')} like $$%😀%$$ and not ${column('"content"')} = $$x$$ limit ${MAX_ROWS} offset 0`;
    expect(await ask(sql, filtered)).toBeGreaterThan("[]".length);
    const often = `select ${column('"content"')} as "x = y", ${column('"content"')} as "like z",
      ${column('"content"')}, ${column('"content"')} as "in"
      from "public"."messages" where ${column('"content"')} like $$%😀%$$`;
    await expect(ask(sql, often)).rejects.toThrow("asks for too much at once");
  });

  it.runIf(process.platform === "linux").each([
    ["questions of control characters, six bytes each", "repeat(chr(1), 32000)"],
    ["answers of quotation marks, two bytes each", "repeat('\"', 100000)"],
    ["answers of characters of three bytes", "repeat('字', 66666)"],
  ])(
    `a read of the ${MAX_ROWS} longest %s takes less than 100 MB of a hosted database, and 200 MB if named three times`,
    async (_, content) => {
      await sql`set session_replication_role = replica`;
      await sql.unsafe(`update public.messages set content = ${content}`);
      await sql`set session_replication_role = origin`;
      const thrice = ["a", "b", "c"].map((name) => `${column('"content"')} as ${name}`).join();
      for (const answer of [json, csv]) {
        const most = await memoryOf((connection) => ask(connection, select(column("*")), answer));
        const threefold = await memoryOf((connection) => ask(connection, select(thrice), answer));

        expect(most).toBeGreaterThan(5);
        expect(most).toBeLessThan(100);
        expect(threefold).toBeLessThan(200);
      }
    },
  );

  it("a hosted project's delete removes a chat and returns it", async () => {
    const source = `delete from "public"."chats" where "public"."chats"."title" = 'long'
      returning "public"."chats"."id", "public"."chats"."title"`;
    expect(await ask(sql, source)).toBeGreaterThan("[]".length);
  });
});
