import { expect } from "vitest";
import type { SendMessageResponse } from "../../../supabase/functions/_shared/contract.ts";
import type { ProviderCall } from "../../support/providers/scripted-provider.ts";
import type { DrivenProduct } from "./product.ts";

/** How to hold a conversation with a product whose provider answers when the test says so. */
export function conversationWith(our: DrivenProduct) {
  /** Sends one message, whose answer is `text`, and returns both rows. */
  async function say(body: object, text: string): Promise<SendMessageResponse> {
    const sending = our.product.post("send_message", body, our.member);
    await our.provider.answerNext(text);
    const { status, body: response } = await sending;
    expect(status).toBe(200);
    return response as SendMessageResponse;
  }
  return { say };
}

/** What a provider was given, without the text that every request begins with. */
export function givenTo({ request }: ProviderCall): string[] {
  return request.messages.filter(({ role }) => role !== "system").map(({ content }) => content);
}
