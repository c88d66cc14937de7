import { expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import type { TestBackend } from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import {
  onEveryDatabase,
  onPostgres,
  ownPostgres,
  personOn,
} from "../../support/database/on-every-database.ts";
import { functionOf } from "../../support/database/planted-function.ts";
import { beginTurn, converse, signUpPerson, withoutQueue } from "../../support/database/turns.ts";

type Outcome = {
  outcome: string;
  chat_id?: string;
  added?: number;
  here?: number;
  unfounded?: number;
};
const id = () => crypto.randomUUID();
const message = (key: string, more: object = {}) => ({ key, role: "user", content: key, ...more });
const reply = (key: string, replyTo: string | null, more: object = {}) =>
  message(key, { role: "assistant", replyTo, ...more });

/** What a backend's members import, as the endpoint does. */
function importsOn(backend: TestBackend) {
  const importChat = async (person: Pick<Person, "id">, p_messages: object[], args: object = {}) =>
    (await backend.rpc("import_chat", {
      p_user_id: person.id,
      p_import_id: id(),
      p_source: "claude",
      p_key: id(),
      p_messages_per_day: 1_000_000,
      p_mb_per_day: 1_000,
      ...args,
      p_messages: JSON.stringify(p_messages),
    })) as Outcome;
  /** Takes an import back, a few messages at a time. */
  const undoImport = async (person: Pick<Person, "id">, p_import_id: string, p_limit = 3) => {
    const named: string[] = [];
    for (let p_after: string | undefined; ;) {
      const args = { p_user_id: person.id, p_import_id, p_limit, ...(p_after && { p_after }) };
      const page = (await backend.rpc("undo_import", args)) as Outcome & {
        chats: { chat_id: string; has_more: boolean }[];
        after: string;
      };
      if (page.outcome !== "more" && page.outcome !== "undone") return page.outcome;
      named.push(...page.chats.flatMap((chat) => (chat.has_more ? chat.chat_id : [])));
      if (page.outcome === "undone") return named;
      p_after = page.after;
    }
  };
  const textsOf = async (chatId = "") =>
    (
      await backend.sql<{ content: string }>(
        "select content from public.messages where chat_id = $1 order by created_at",
        chatId,
      )
    ).map(({ content }) => content);
  return { importChat, undoImport, textsOf };
}

onEveryDatabase("an import", (backend) => {
  const member = personOn(backend, "member");
  const { importChat, undoImport, textsOf } = importsOn(backend);

  it("is stored once, goes behind what is there, and is taken back in slices [import.once] [import.undo]", async () => {
    const chat = { p_key: id(), p_import_id: id() };
    const list = [message("a"), reply("b", "a"), message("c"), reply("d", null)];
    const first = await importChat(member, list, chat);
    expect(first).toMatchObject({ outcome: "stored", added: 4, here: 0 });
    expect(await importChat(member, list, chat)).toEqual({ ...first, added: 0, here: 4 });
    await importChat(member, [...list, message("e"), reply("f", "e")], {
      ...chat,
      p_import_id: id(),
    });
    expect(await textsOf(first.chat_id)).toEqual(["a", "b", "c", "…", "d", "e", "f"]);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
    expect(await undoImport(member, chat.p_import_id)).toEqual([first.chat_id]);
    const other = { p_key: id(), p_import_id: id() };
    const second = await importChat(member, list, other);
    expect(await undoImport(member, other.p_import_id)).toEqual([]);
    expect(await textsOf(second.chat_id)).toEqual([]);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  it("into a new database collects its statistics, so that no message is looked for among all [import.turns]", async () => {
    const statistics = () =>
      backend.sql<{ relname: string }>(
        "select relname from pg_class where oid = 'public.messages'::regclass and reltuples > 0",
      );
    const text = (key: string) => message(key, { content: crypto.randomUUID().repeat(50) });
    for (let chat = 0; chat < 12 && (await statistics()).length === 0; chat += 1) {
      await importChat(
        member,
        Array.from({ length: 60 }, (_, at) => text(`${at}`)),
      );
    }
    expect(await statistics()).toHaveLength(1);
  });

  it("that brings another chosen reply to the last question gives back the one before when it is undone; to an earlier question it changes nothing [import.undo-keeps]", async () => {
    const p_key = id();
    const chosen = { chosen: true };
    const both = [message("a"), reply("b", "a", chosen), reply("c", "a")];
    const { chat_id = "" } = await importChat(member, both, { p_key });
    const answer = () =>
      backend.sql<{ content: string | null }>(
        `select content from public.chats c left join public.messages m on m.id = c.chosen_answer
          where c.id = $1`,
        chat_id,
      );
    expect(await answer()).toEqual([{ content: "b" }]);
    const grown = { p_key, p_import_id: id() };
    await importChat(member, [reply("d", "a", chosen)], grown);
    expect(await answer()).toEqual([{ content: "d" }]);
    await importChat(member, [message("e"), reply("f", "e")], grown);
    expect(await undoImport(member, grown.p_import_id)).toEqual([]);
    expect(await answer()).toEqual([{ content: "b" }]);
    await importChat(member, [message("e"), reply("f", "e", chosen), reply("g", "e")], { p_key });
    await importChat(member, [reply("h", "a", chosen)], { p_key });
    expect(await answer()).toEqual([{ content: "f" }]);
  });

  it("that added to a chat deleted since is undone there too, before the chat is restored [import.undo-keeps]", async () => {
    const p_key = id();
    const { chat_id = "" } = await importChat(member, [message("a"), reply("b", "a")], { p_key });
    const p_import_id = id();
    await importChat(member, [message("c"), reply("d", "c")], { p_key, p_import_id });
    await backend.sql("delete from public.chats where id = $1", chat_id);
    expect(await undoImport(member, p_import_id, 1)).toEqual([]);
    const args = { p_user_id: member.id, p_chat_id: chat_id, p_chats_per_minute: 1_000 };
    expect(await backend.rpc("restore_chat", args)).toMatchObject({ outcome: "restored" });
    expect(await textsOf(chat_id)).toEqual(["a", "b"]);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });
});

onPostgres("what an import promises, without a part of its code", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");
  const { importChat, undoImport, textsOf } = importsOn(backend);
  const tail = [message("c"), reply("d", "c")];
  const start = async (person = member, key = id()) => {
    const args = { p_key: key, p_import_id: id() };
    const { chat_id = "" } = await importChat(person, [message("a"), reply("b", "a")], args);
    return { ...args, chat_id };
  };
  const about = (key: string, compares: string[]) => reply(key, "a", { compares });
  /** Adds messages to a chat that has a question, so many replies and a comparison of the first one. */
  const addTo = async (count: number, more: object[], args: object = {}) => {
    const p_key = id();
    const replies = Array.from({ length: count }, (_, at) => reply(`${at + 1}`, "a"));
    await importChat(member, [message("a"), ...replies, about("about", ["1"])], { p_key });
    return importChat(member, more, { p_key, ...args });
  };
  const answeredLast = (chatId = "") =>
    has(
      `select from public.chats c where id = $1 and last_answer_at = (
         select max(created_at) from public.messages where chat_id = c.id and compares is null and role = 'assistant')`,
      chatId,
    );
  const has = async (query: string, ...values: unknown[]) =>
    (await backend.sql(query, ...values)).length > 0;

  const faults: [
    what: string,
    file: string,
    words: string | RegExp,
    instead: string,
    holds: () => Promise<boolean>,
  ][] = [
    [
      "another person's chat of the same key is another one",
      "import_target",
      "concat_ws(' ', p_user_id, p_source, place, p_key)",
      "concat_ws(' ', p_source, place, p_key)",
      async () => {
        const key = id();
        await start(member, key);
        return (await start(stranger, key)).chat_id !== "";
      },
    ],
    [
      "another source's chat of the same key is another one",
      "import_target",
      "p_source, place",
      "place",
      async () => {
        const key = id();
        const { chat_id } = await start(member, key);
        const other = await importChat(member, [message("a")], { p_key: key, p_source: "chatgpt" });
        return other.chat_id !== chat_id;
      },
    ],
    [
      "a deleted chat stays deleted",
      "import_chat",
      "target.deleted_id is not null and",
      "false and",
      async () => {
        const { p_key: key, chat_id } = await start();
        await backend.sql("delete from public.chats where id = $1", chat_id);
        return (await importChat(member, tail, { p_key: key })).outcome === "gone";
      },
    ],
    [
      "no message is later than now",
      "import_chat",
      /said_at := least\(([\s\S]*?),\s+moment - [^;]*;/g,
      "said_at := $1;",
      async () => {
        const later = { createdAt: "2999-01-01T00:00:00Z" };
        const { chat_id } = await importChat(member, [message("a", later), message("b", later)]);
        return !(await has(
          "select from public.messages where chat_id = $1 and created_at > clock_timestamp()",
          chat_id,
        ));
      },
    ],
    [
      "a grown chat's question follows the answer before it",
      "import_chat",
      "then private.answer_to_follow(chat, null, false)",
      "then null",
      async () => {
        const { p_key: key, chat_id } = await start();
        await importChat(member, tail, { p_key: key });
        return has(
          "select from public.messages where chat_id = $1 and content = 'c' and follows is not null",
          chat_id,
        );
      },
    ],
    [
      "an expired member adds nothing",
      "import_chat",
      "or not private.membership_is_active(member)",
      "",
      async () => {
        const person = await signUpPerson(backend, "expired");
        await backend.rpc("set_membership", { p_email: person.email, p_status: "expired" });
        const args = { p_membership_id: `membership of ${person.email}` };
        await backend.rpc("set_membership", {
          p_email: person.email,
          p_status: "expired",
          ...args,
        });
        return (await importChat(person, tail)).outcome === "inactive";
      },
    ],
    [
      "a batch that comes after an undo is refused",
      "import_chat",
      " where not imports.is_undone",
      "",
      async () => {
        const { p_import_id } = await start();
        await undoImport(member, p_import_id);
        return (await importChat(member, tail, { p_import_id })).outcome === "undone";
      },
    ],
    [
      "an undo is for ten minutes",
      "undo_import",
      "import.newest_at <= clock_timestamp()",
      "false and import.newest_at <= clock_timestamp()",
      async () => {
        const { p_import_id } = await start();
        await backend.sql(
          "update private.imports set newest_at = newest_at - interval '10 minutes' where id = $1",
          p_import_id,
        );
        return (await undoImport(member, p_import_id)) === "gone";
      },
    ],
    [
      "an undo is its own person's",
      "undo_import",
      "from private.imports where user_id = p_user_id and id",
      "from private.imports where id",
      async () => (await undoImport(stranger, (await start()).p_import_id)) === "not_found",
    ],
    [
      "what can be undone is listed for its own person",
      "undoable_imports",
      "i.user_id = p_user_id and ",
      "",
      async () => {
        await start();
        const { imports } = (await backend.rpc("undoable_imports", {
          p_user_id: (await signUpPerson(backend, "active")).id,
        })) as { imports: object[] };
        return imports.length === 0;
      },
    ],
    [
      "an undo leaves a chat in which a reply is being written",
      "undo_import",
      /\s+or exists \(select from private\.attempts [^;]*;/g,
      ";",
      async () => {
        const args = { p_import_id: id() };
        const { chat_id = "" } = await importChat(member, [message("a")], args);
        const [question] = await backend.sql<{ id: string }>(
          "select id from public.messages where chat_id = $1",
          chat_id,
        );
        await beginTurn(backend, member, {
          p_chat_id: chat_id,
          p_question_id: question?.id ?? "",
          p_content: "a",
          p_starts_chat: false,
        });
        await undoImport(member, args.p_import_id);
        return has("select from public.chats where id = $1", chat_id);
      },
    ],
    [
      "an undone import can be imported anew",
      "purge_chats",
      "if isfinite(kept.deleted_at) then",
      "if true then",
      async () => {
        const { p_key: key, p_import_id } = await start();
        await undoImport(member, p_import_id);
        return (await importChat(member, tail, { p_key: key })).outcome === "stored";
      },
    ],
    [
      "what is written about replies takes the place of none",
      "import_chat",
      " filter (where r.compares is null)",
      "",
      async () => (await addTo(11, [reply("last", "a")])).added === 1,
    ],
    [
      "replies take the place of nothing that is written about them",
      "import_chat",
      " filter (where r.compares is not null)",
      "",
      async () => (await addTo(12, [about("more", ["1"])])).added === 1,
    ],
    [
      "nothing is written about what is written about replies",
      "import_chat",
      /(?<=stopped_at is null) and m\.compares is null/g,
      "",
      async () => (await addTo(2, [about("more", ["1", "about"])])).unfounded === 1,
    ],
    [
      "what is written about replies is no newer answer",
      "import_chat",
      "texts := texts + 1;\n        continue;",
      "texts := texts + 1;",
      async () => answeredLast((await addTo(2, [about("more", ["1"])])).chat_id),
    ],
    [
      "nor is it when what came later is taken back",
      "undo_import",
      " and compares is null)",
      ")",
      async () => {
        const p_import_id = id();
        const { chat_id } = await addTo(2, tail, { p_import_id });
        await undoImport(member, p_import_id);
        return answeredLast(chat_id);
      },
    ],
  ];
  it.each(faults)("%s [import.once] [import.undo]", async (_, file, words, instead, holds) => {
    expect(await holds()).toBe(true);
    await backend.sql(functionOf(file, words, instead));
    const held = await holds();
    await backend.sql(functionOf(file));
    expect(held).toBe(false);
  });

  it("a chat of a stranger is not reached by its ids as keys [import.own]", async () => {
    const { chat, question } = await converse(backend, stranger, "secret");
    const args = { p_source: "quartet", p_key: chat.id };
    const stored = await importChat(member, [message(question.id)], args);
    expect(stored).toMatchObject({ outcome: "stored", added: 1 });
    expect(stored.chat_id).not.toBe(chat.id);
    expect(await textsOf(chat.id)).toEqual(["secret", "secret"]);
    expect(await textsOf(stored.chat_id)).toEqual([question.id]);
  });
});

it("a batch that waits while its chat is deleted adds nothing, and of two at once for a chat one adds it [import.once]", async () => {
  const { backend: queued, sql } = await ownPostgres();
  const backend = withoutQueue(queued);
  const { importChat, textsOf } = importsOn(backend);
  const member = await signUpPerson(backend, "member");
  const args = { p_key: id() };
  const { chat_id = "" } = await importChat(member, [message("a")], args);
  const both = [message("a"), message("b")];
  const waiting = async () =>
    (
      await backend.sql(
        "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
      )
    ).length > 0;
  const late = await sql.begin(async (transaction) => {
    await transaction`delete from public.chats where id = ${chat_id}`;
    const importing = importChat(member, both, args);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(true);
    return { importing };
  });
  expect(await late.importing).toEqual({ outcome: "gone", chat_id });
  const other = { p_key: id() };
  const all = await Promise.all(Array.from({ length: 6 }, () => importChat(member, both, other)));
  expect(all.filter(({ added }) => added === 2)).toHaveLength(1);
  expect(all.filter(({ added, here }) => added === 0 && here === 2)).toHaveLength(5);
  expect(await textsOf(all[0]?.chat_id)).toEqual(["a", "b"]);
});
