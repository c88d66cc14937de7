import process from "node:process";
import type { ModelId } from "../../../../supabase/functions/_shared/models.ts";
import { readProviderSettings } from "../../../../supabase/functions/_shared/providers/provider-settings.ts";
import {
  streamAnswer,
  type Ending,
} from "../../../../supabase/functions/_shared/providers/stream-answer.ts";
import type { StreamLimits } from "../../../../supabase/functions/_shared/providers/stream-limits.ts";

export type Task = { env: Record<string, string>; model: ModelId; limits: StreamLimits };
export type AskedResult = { ending: Ending; text: string };

/** Asks what `run-in-deno.test.ts` hands over on standard input and prints the answers, a few at a time. */
async function main(): Promise<void> {
  let input = "";
  for await (const chunk of process.stdin) input += String(chunk);
  const tasks = JSON.parse(input) as Task[];
  const results: AskedResult[] = [];
  const queue = tasks.entries();
  const worker = async () => {
    for (const [index, task] of queue) results[index] = await answerTo(task);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  process.stdout.write(JSON.stringify(results));
}

async function answerTo({ env, model, limits }: Task): Promise<AskedResult> {
  const answer = streamAnswer({
    settings: readProviderSettings((name) => env[name]),
    model,
    history: [{ role: "user", content: "Hello?" }],
    signal: new AbortController().signal,
    limits,
  });
  let text = "";
  let next = await answer.next();
  while (next.done !== true) {
    text += next.value;
    next = await answer.next();
  }
  return { ending: next.value.ending, text };
}

await main();
