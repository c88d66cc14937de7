import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Kind, Person } from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../../support/providers/scripted-provider.ts";
import { type Product, startProduct } from "./product.ts";

export type DrivenProduct = {
  provider: ScriptedProvider;
  product: Product;
  member: Person;
  messagesOf: (
    chatId: string,
  ) => Promise<{ role: string; content: string; model: string | null }[]>;
  emptyChat: () => Promise<string>;
};

/** A product with one member for the tests of a file, whose provider answers when the test says so; on the database at that address. */
export function setUpDrivenProduct(
  kind: Kind = "pglite",
  database?: () => Promise<string>,
): DrivenProduct {
  const setUp = {} as DrivenProduct;

  beforeAll(async () => {
    const provider = await startScriptedProvider();
    provider.script("by hand");
    const product = await startProduct(
      kind,
      {
        ...provider.env,
        TURNS_PER_MINUTE: "10000",
        TURNS_PER_DAY: "10000",
        CHATS_PER_MINUTE: "1000",
        SEARCHES_PER_MINUTE: "1000",
      },
      await database?.(),
    );
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
    expect(await brokenInvariants(setUp.product.backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  afterAll(async () => {
    await setUp.product.stop();
    await setUp.provider.stop();
  });

  return setUp;
}

/** New ids for a chat and its first message. */
export const newIds = () => ({ chatId: crypto.randomUUID(), messageId: crypto.randomUUID() });
