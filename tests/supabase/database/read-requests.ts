import * as fc from "fast-check";
import type { World } from "./tenancy.ts";

export type ReadRequest = { path: string; method: string; headers: Record<string, string> };

type Kind = "uuid" | "text" | "time";
type Pair = [string, string];

const TABLES: Record<string, { columns: Record<string, Kind>; embeds: Record<string, string> }> = {
  users: {
    columns: {
      id: "uuid",
      membership_status: "text",
      membership_id: "text",
      instructions: "text",
      membership_event_at: "time",
    },
    embeds: {
      chats: "chats(*)",
      messages: "messages!inner(*)",
      all: "all:chats!inner(title,messages(*))",
      instructions: "instructions(*)",
    },
  },
  instructions: {
    columns: { user_id: "uuid", id: "uuid", content: "text" },
    embeds: { users: "users(*)" },
  },
  chats: {
    columns: {
      id: "uuid",
      user_id: "uuid",
      title: "text",
      last_message_at: "time",
      created_at: "time",
    },
    embeds: { messages: "messages(*)", words: "words:messages!inner(content)", users: "users(*)" },
  },
  messages: {
    columns: { id: "uuid", chat_id: "uuid", reply_to: "uuid", content: "text", created_at: "time" },
    embeds: {
      chats: "chats(*)",
      all: "all:chats!inner(*,messages(*))",
      question: "question:messages!reply_to(*)",
      flat: "...chats(title,model)",
    },
  },
  // In another schema, which the REST surface must not reach.
  usage: { columns: { user_id: "uuid", kind: "text" }, embeds: { users: "users(*)" } },
};

/**
 * Requests of every shape the REST surface reads with: columns, embeds, filters, orders, ranges, counts and formats,
 * most of them well-formed. Their filters know everybody's ids, as an attacker might, but nobody's words.
 */
export function readRequests(world: World): fc.Arbitrary<ReadRequest> {
  const values = knownValues(world);
  const tables = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom("users", "instructions", "chats", "messages") },
    { weight: 1, arbitrary: fc.constant("usage") },
  );
  const ofTables = tables.chain((table) => {
    const { columns = {}, embeds = {} } = TABLES[table] ?? {};
    return fc
      .record({
        embed: sometimes(6, fc.constantFrom(...Object.entries(embeds))),
        select: selection(Object.keys(columns)),
        filters: fc.array(filter(columns, values), { maxLength: 2 }),
        order: fc.constantFrom("asc", "desc", "desc.nullslast"),
        limit: sometimes(4, fc.nat(5)),
        offset: sometimes(4, fc.nat(3)),
        method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
        headers: headers(),
      })
      .map(({ embed, select, filters, order, limit, offset, method, headers }) => {
        const query = new URLSearchParams([
          ["select", embed === undefined ? select : `${select},${embed[1]}`],
          ...filters,
          ...(embed !== undefined && embed[0] !== "flat" && filters.length === 0
            ? [[embed[0], "not.is.null"]]
            : []),
          ["order", `${Object.keys(columns)[0]}.${order}`],
          ...(limit === undefined ? [] : [["limit", String(limit)]]),
          ...(offset === undefined ? [] : [["offset", String(offset)]]),
        ]);
        return { path: `/rest/v1/${table}?${query}`, method, headers };
      });
  });
  const id = fc.constantFrom(...values.uuid);
  const openAnswers = fc
    .record(
      { p_chat_id: id, p_known: id.map((known) => `{"${known}":[1,0]}`), p_after: id },
      { requiredKeys: [] },
    )
    .map((args): ReadRequest => {
      const path = `/rest/v1/rpc/open_answers?${new URLSearchParams(args)}`;
      return { path, method: "GET", headers: {} };
    });
  return fc.oneof({ weight: 9, arbitrary: ofTables }, { weight: 1, arbitrary: openAnswers });
}

function knownValues({ owner, stranger, owners, strangers }: World): Record<Kind, string[]> {
  const ids = [...owners, ...strangers].flatMap((entry) => [
    entry.chat.id,
    entry.question.id,
    entry.reply.id,
  ]);
  return {
    uuid: [owner.id, stranger.id, ...ids],
    text: ["active", "trial", "secret", "user", "grok", ""],
    time: ["2026-01-01", "2126-01-01T00:00:00Z", "now"],
  };
}

/** Once in `often` times the value, else nothing. */
function sometimes<Value>(often: number, arbitrary: fc.Arbitrary<Value>) {
  return fc.oneof(
    { weight: often - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary },
  );
}

function selection(columns: string[]): fc.Arbitrary<string> {
  const column = fc.constantFrom(...columns);
  const parts = fc.uniqueArray(
    fc.oneof(
      column,
      column.map((name) => `alias:${name}`),
      column.map((name) => `${name}::text`),
    ),
    { minLength: 1, maxLength: 3 },
  );
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant("*") },
    { weight: 8, arbitrary: parts.map((list) => list.join(",")) },
    { weight: 1, arbitrary: column.map((name) => `count(),${name}.max()`) },
  );
}

function filter(columns: Record<string, Kind>, values: Record<Kind, string[]>): fc.Arbitrary<Pair> {
  const one = fc
    .constantFrom(...Object.entries(columns))
    .chain(([name, kind]) => comparison(kind, values).map((text): Pair => [name, text]));
  const several = fc
    .tuple(fc.constantFrom("or", "and", "not.or"), fc.array(one, { minLength: 1, maxLength: 3 }))
    .map(([junction, list]): Pair => [
      junction,
      `(${list.map((pair) => pair.join(".")).join(",")})`,
    ]);
  return fc.oneof(one, several);
}

function comparison(kind: Kind, values: Record<Kind, string[]>): fc.Arbitrary<string> {
  const value = fc.constantFrom(...values[kind]);
  const any = fc.constantFrom(...Object.values(values).flat());
  const operators = ["eq", "neq", "gt", "gte", "lt", "lte", "isdistinct"];
  const patterns = ["like", "ilike", "match", "imatch", "fts", "plfts"];
  const plain = fc.tuple(fc.constantFrom(...operators), value).map((pair) => pair.join("."));
  const lists = fc
    .array(value, { minLength: 1, maxLength: 4 })
    .map((list) => `in.(${list.join(",")})`);
  const pattern = fc
    .tuple(fc.constantFrom(...patterns), fc.constantFrom("*secret*", "secret", "*a*"))
    .map((pair) => pair.join("."));
  const operator = fc.oneof(
    { weight: 8, arbitrary: plain },
    { weight: 4, arbitrary: lists },
    { weight: 4, arbitrary: kind === "text" ? pattern : plain },
    { weight: 2, arbitrary: fc.constant("is.null") },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...patterns), any).map((pair) => pair.join(".")),
    },
  );
  return fc.tuple(fc.boolean(), operator).map(([not, text]) => (not ? `not.${text}` : text));
}

function headers(): fc.Arbitrary<Record<string, string>> {
  const header = (name: string, often: number, ...values: string[]) =>
    sometimes(
      often,
      fc.constantFrom(...values).map((value): Pair => [name, value]),
    );
  return fc
    .tuple(
      header("accept", 4, "text/csv", "application/vnd.pgrst.object+json", "*/*"),
      header("prefer", 2, "count=exact", "count=exact,handling=lenient"),
      header("range", 6, "0-0", "0-1", "1-", "5-9"),
      header("accept-profile", 20, "private", "auth", "public", "pg_catalog"),
    )
    .map((pairs) => Object.fromEntries(pairs.filter((pair) => pair !== undefined)));
}
