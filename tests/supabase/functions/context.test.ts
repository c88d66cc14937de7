import { expect, it } from "vitest";
import { sendMessageRequest } from "../../../supabase/functions/_shared/contract.ts";
import { makeTitle } from "../../../supabase/functions/_shared/text-rules.ts";

const CHINESE = "汉".repeat(32_000);

it("a message of 32,000 Chinese characters costs the functions less than 50 ms of CPU before it is stored [limits.estimate]", () => {
  const costs: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const before = process.cpuUsage();
    const body = JSON.stringify({ chatId: crypto.randomUUID(), message: CHINESE });
    const { message } = sendMessageRequest.parse(JSON.parse(body));
    expect(makeTitle(message)).toHaveLength(61);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  expect(Math.min(...costs)).toBeLessThan(50);
});
