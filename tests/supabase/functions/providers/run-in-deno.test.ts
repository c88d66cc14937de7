import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { startMisbehavingProvider } from "../../../support/providers/misbehaving-provider.ts";
import type { AskedResult, Task } from "./ask-in-deno.ts";
import { ALL_MODELS, SHORT } from "./asking.ts";
import { BEHAVIOURS, EXPECTED, expectAnswer } from "./expected.ts";

const DENO = ["run", "--quiet", "--no-prompt", "--allow-env", "--allow-net=127.0.0.1"];
const PACKAGES = ["--config=supabase/functions/deno.json", "--node-modules-dir=manual"];
const SCRIPT = "tests/supabase/functions/providers/ask-in-deno.ts";

test("every behaviour of a provider has the same result in Deno, where the functions are deployed", async () => {
  const cases = await Promise.all(
    ALL_MODELS.flatMap(([model]) =>
      BEHAVIOURS.map(async (behaviour) => {
        const provider = await startMisbehavingProvider();
        onTestFinished(provider.stop);
        provider.behave(behaviour);
        const { limits = SHORT } = EXPECTED[behaviour];
        return { behaviour, provider, task: { env: provider.env, model, limits } };
      }),
    ),
  );
  const results = await inDeno(cases.map(({ task }) => task));
  expect(results).toHaveLength(cases.length);
  for (const [index, { behaviour, provider, task }] of cases.entries()) {
    const result = results[index] ?? { ending: { kind: "stopped" }, text: "" };
    expect.soft({ behaviour, model: task.model, ...result }).toSatisfy(() => {
      expectAnswer(result, EXPECTED[behaviour]);
      expect(provider.received).toHaveLength(EXPECTED[behaviour].tries);
      return true;
    });
  }
});

async function inDeno(tasks: Task[]): Promise<AskedResult[]> {
  const child = spawn("node_modules/.bin/deno", [...DENO, ...PACKAGES, SCRIPT], {
    stdio: ["pipe", "pipe", "pipe"],
    timeout: 100_000,
  });
  child.stdin.end(JSON.stringify(tasks));
  const [output, errors] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
  expect(errors.join("")).toBe("");
  return JSON.parse(output.join("")) as AskedResult[];
}
