import { expect, it } from "vitest";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import { converse, finish, askIn } from "../../support/database/turns.ts";

onPostgres("the order of messages", (backend) => {
  const member = personOn(backend, "member");

  it("each message of a chat is later than all before it, even when the clock goes back", async () => {
    const { chat } = await converse(backend, member, "first");
    await backend.sql(
      `with reply as (update public.messages set created_at = now() + interval '1 day'
         where chat_id = $1 and role = 'assistant' returning *)
       update public.chats set last_message_at = reply.created_at from reply where chats.id = $1`,
      chat.id,
    );
    for (const text of ["second", "third"]) {
      const { question } = await askIn(backend, member, chat.id, { p_content: text });
      await finish(backend, member, question?.id ?? "", { p_content: `reply to ${text}` });
    }
    const rows = await backend.sql<{ content: string; rising: boolean; newest: boolean }>(
      `select content, created_at > lag(created_at, 1, '-infinity') over (order by created_at) as rising,
         created_at = c.last_message_at as newest
       from public.messages m join (select id, last_message_at from public.chats) c on c.id = m.chat_id
       where chat_id = $1 order by created_at`,
      chat.id,
    );
    expect(rows.map((row) => row.content)).toEqual([
      "first",
      "first",
      "second",
      "reply to second",
      "third",
      "reply to third",
    ]);
    expect(rows.every((row) => row.rising)).toBe(true);
    expect(rows.map((row) => row.newest)).toEqual([false, false, false, false, false, true]);
  });
});
