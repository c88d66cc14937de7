import { startRunningProduct } from "../../e2e/support/running-product.ts";
import { newMemberSession } from "../support/member-session.ts";
import { startScriptedProvider } from "../support/providers/scripted-provider.ts";

/**
 * Asks the running product two questions at once, at full length: one of a model that says nothing for 100 seconds, and
 * one of a model that writes for 130. Returns what was broken, in words.
 */
export async function runLongReplies(): Promise<string[]> {
  const providers = await startScriptedProvider();
  const product = await startRunningProduct({ env: providers.env });
  try {
    const { token } = await newMemberSession(product);
    const ask = async (model: string, expected: string) => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      };
      const body = JSON.stringify({ message: "Take your time", model });
      const response = await product.send("/api/start_chat", { method: "POST", headers, body });
      const text = await response.text();
      return text.includes(JSON.stringify(expected))
        ? []
        : [`${model}: ${response.status} ${text}`];
    };
    providers.script({ pieces: ["Thought through."], pieceMs: 100_000 }, "openai");
    providers.script({ pieces: Array(130).fill("A line. "), pieceMs: 1_000 }, "anthropic");
    const asked = [ask("chatgpt-5", "Thought through."), ask("claude-4", "A line. ".repeat(130))];
    return (await Promise.all(asked)).flat();
  } finally {
    await product.stop();
    await providers.stop();
  }
}
