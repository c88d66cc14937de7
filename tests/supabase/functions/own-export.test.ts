import { describe, expect, it } from "vitest";
import { exportChats } from "#features/chat/export/export-chats.ts";
import { type ExportedMessage, jsonFormat } from "#features/chat/export/format-rules.ts";
import type { FoundChat } from "#features/import/found-chat.ts";
import { jsonElements } from "#features/import/json-elements.ts";
import { readElement } from "#features/import/sources/read-chat.ts";
import type { Chat, ImportChatsResponse } from "../../../supabase/functions/_shared/contract.ts";
import { historySource, memoryFile } from "../../src/features/chat/export/exported-history.ts";
import type { Person } from "../../support/database/backend.ts";
import { setUpDrivenProduct } from "./product.ts";

describe.each(["pglite", "postgres"] as const)("an own export on %s", (kind) => {
  const our = setUpDrivenProduct(kind);
  const userIdOf = async (person: Person) =>
    (await person.client.auth.getUser()).data.user?.id ?? "";

  /** Everything of a person, as the page exports it. */
  async function exportOf(person: Person) {
    const userId = await userIdOf(person);
    const chats = await our.sql<Chat>(
      "select * from (select to_jsonb(c) as j from public.chats c where user_id = $1 order by last_message_at desc) r",
      userId,
    );
    const rows = chats.map((row) => (row as unknown as { j: Chat }).j);
    const texts = await our.sql<{ id: string; content: string }>(
      "select id, content from public.instructions where user_id = $1",
      userId,
    );
    const history: [Chat, ExportedMessage[]][] = [];
    for (const chat of rows) {
      const messages = await our.sql<{ j: ExportedMessage }>(
        "select to_jsonb(m) as j from public.messages m where chat_id = $1 order by created_at",
        chat.id,
      );
      history.push([chat, messages.map(({ j }) => j)]);
    }
    const { source } = historySource(history);
    const { write, text } = memoryFile();
    const givenInstructions = async (id: string) => texts.find((it) => it.id === id)?.content ?? "";
    await exportChats({ source: { ...source, givenInstructions }, write, format: jsonFormat });
    return text();
  }

  async function importInto(person: Person, file: string) {
    const chats: FoundChat[] = [];
    for await (const element of jsonElements(new Blob([file]).stream())) {
      const reading = "value" in element ? readElement(element.value) : null;
      if (reading === null || "problem" in reading)
        throw new Error(JSON.stringify([element, reading]));
      chats.push(...reading.chats);
    }
    const { body } = await our.product.post(
      "import_chats",
      { importId: crypto.randomUUID(), source: "quartet", chats },
      person,
    );
    return (body as ImportChatsResponse).chats;
  }

  /** A file with each id replaced by its place among them, and without its checksum. */
  function withoutIds(file: string) {
    const ids = new Map<string, string>();
    return file
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        if (!ids.has(id)) ids.set(id, `id ${ids.size}`);
        return ids.get(id) ?? "";
      })
      .replace(/"sha256_of_all_lines_above":"\w+"/, "");
  }

  it("imported into an empty account and exported again, is equal but for ids, and here already where it came from [import.own] [import.own-export]", async () => {
    const member = await our.product.member();
    const userId = await userIdOf(member);
    const ids = new Map<string, string>();
    const id = (name: string) => {
      if (!ids.has(name)) ids.set(name, crypto.randomUUID());
      return ids.get(name) ?? "";
    };
    const chatRow = (chat: string, parts: Partial<Chat>) =>
      our.sql(
        `insert into public.chats select (jsonb_populate_record(null::public.chats, to_jsonb(c) || $2::text::jsonb)).*
         from (select $1::uuid as id) c`,
        id(chat),
        JSON.stringify({
          user_id: userId,
          model: "grok",
          created_at: "2026-01-02T03:04:05.678901Z",
          ...parts,
        }),
      );
    const row = (chat: string, name: string, at: string, parts: object) => {
      const isReply = "reply_to" in parts;
      const all = {
        id: id(name),
        chat_id: id(chat),
        user_id: userId,
        created_at: `2026-01-02T${at}Z`,
        direction: isReply ? "outbound" : "inbound",
        role: isReply ? "assistant" : "user",
        content: `Text of ${name} 🙂\n"\\`,
        ...parts,
      };
      return our.sql(
        "insert into public.messages select (jsonb_populate_record(null::public.messages, $1::text::jsonb)).*",
        JSON.stringify(all),
      );
    };
    const reply = (to: string, parts: object = {}) => ({
      reply_to: id(to),
      model: "grok",
      provider_model: "grok-4.3",
      ...parts,
    });
    await our.sql(
      "insert into public.instructions (user_id, id, content) values ($1, $2, 'Be brief.'), ($1, $3, 'Be kind.')",
      userId,
      id("v1"),
      id("v2"),
    );

    await chatRow("one", {
      title: "Where is Rome?",
      chosen_answer: id("d1"),
      last_message_at: "2026-01-02T04:00:10.000003Z",
      last_answer_at: "2026-01-02T04:00:10.000003Z",
    });
    await row("one", "a", "03:04:05.678902", {});
    await row("one", "a1", "03:04:06.000001", reply("a", { instructions_id: id("v1") }));
    await row(
      "one",
      "a2",
      "03:04:06.000002",
      reply("a", { model: "claude-4", provider_model: "claude-x", instructions_id: id("v2") }),
    );
    await row(
      "one",
      "ax",
      "03:04:09",
      reply("a", { compares: [id("a1"), id("a2")], model: "chatgpt-5" }),
    );
    await row("one", "b", "03:05:00.000001", { follows: id("a1") });
    await row(
      "one",
      "b1",
      "03:05:00.000002",
      reply("b", { stopped_at: "2026-01-02T03:05:07.123456Z" }),
    );
    await row("one", "a3", "03:06:00", reply("a", { instructions_id: id("v1") }));
    await row("one", "c", "03:07:00", { follows: id("b1") });
    await row("one", "d", "04:00:00", {});
    await row("one", "d1", "04:00:01", reply("d", { model: null, provider_model: "gpt-4o" }));
    await row(
      "one",
      "d2",
      "04:00:10.000003",
      reply("d", { model: "chatgpt-4", provider_model: null }),
    );
    // A copy to go on from is newer than what it begins with.
    await chatRow("two", {
      title: "A title of <b>markup</b>",
      model: "claude-4",
      created_at: "2026-01-03T00:00:00.000007Z",
      copied_from_chat: id("one"),
      copied_from_message: id("b"),
      last_message_at: "2026-01-02T03:04:07Z",
    });
    await row("two", "e", "03:04:06", {});
    await row("two", "e1", "03:04:07", reply("e"));

    const file = await exportOf(member);
    expect(JSON.parse(file)).toHaveLength(2);
    const other = await our.product.member();
    expect(await importInto(other, file)).toMatchObject([
      { added: 11, here: 0 },
      { added: 2, here: 0 },
    ]);
    const again = await exportOf(other);
    expect(again).not.toBe(file);
    expect(withoutIds(again)).toBe(withoutIds(file));

    expect(await importInto(member, file)).toMatchObject([
      { added: 0, here: 11 },
      { added: 0, here: 2 },
    ]);
    expect(await exportOf(member)).toBe(file);
  });
});
