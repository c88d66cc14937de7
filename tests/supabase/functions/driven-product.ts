import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Person } from "../database/backend.ts";
import { type DrivenProvider, startDrivenProvider } from "./driven-provider.ts";
import { type Product, startProduct } from "./product.ts";

export type DrivenProduct = {
  provider: DrivenProvider;
  product: Product;
  member: Person;
  messagesOf: (
    chatId: string,
  ) => Promise<{ role: string; content: string; model: string | null }[]>;
  emptyChat: () => Promise<string>;
};

/** A product with one member for the tests of a file, whose provider answers when the test says so. */
export function setUpDrivenProduct(): DrivenProduct {
  const setUp = {} as DrivenProduct;

  beforeAll(async () => {
    const provider = await startDrivenProvider();
    const product = await startProduct("pglite", {
      OPENAI_API_KEY: "key-of-the-tests",
      OPENAI_BASE_URL: provider.url,
      TURNS_PER_MINUTE: "1000",
    });
    const member = await product.member();
    Object.assign(setUp, {
      provider,
      product,
      member,
      messagesOf: (chatId: string) =>
        product.backend.sql(
          "select role, content, model from public.messages where chat_id = $1 order by created_at",
          chatId,
        ),
      emptyChat: async () => {
        const { body } = await product.post("create_chat", {}, member);
        return (body as { chat: { id: string } }).chat.id;
      },
    } satisfies DrivenProduct);
  });

  afterEach(async () => {
    expect(await faults(setUp.product)).toEqual({
      orphans: 0,
      double_replies: 0,
      bad_replies: 0,
      drifted_chats: 0,
    });
  });

  afterAll(async () => {
    await setUp.product.stop();
    setUp.provider.stop();
  });

  return setUp;
}

async function faults(product: Product) {
  const [row] = await product.backend.sql(`select
    (select count(*)::int from public.messages m left join public.chats c on c.id = m.chat_id where c.id is null) as orphans,
    (select count(*)::int from (select reply_to from public.messages where reply_to is not null group by 1 having count(*) > 1) x) as double_replies,
    (select count(*)::int from public.messages a join public.messages q on q.id = a.reply_to where a.created_at <= q.created_at or a.chat_id <> q.chat_id) as bad_replies,
    (select count(*)::int from public.chats c where last_message_at is distinct from (select max(created_at) from public.messages m where m.chat_id = c.id)) as drifted_chats`);
  return row;
}

/** New ids for a chat and its first message. */
export const newIds = () => ({ chatId: crypto.randomUUID(), messageId: crypto.randomUUID() });
