import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import type { RunningProduct } from "../../e2e/support/running-product.ts";
import { type MemberSession, newMemberSession } from "../support/member-session.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { startFunctionsUnderTest } from "./functions.ts";
import { type TableRow, timesOf } from "./table.ts";

const WARM_UP = 20;
const ROUNDS = 100;
const LIMIT = 1.3;
/** How much a request for a name beside the reply, or instructions, may add to the time to the first text. */
const BESIDE_LIMIT = 1.25;
/** Until a name has been stored too, so that it does not disturb the next measurement. */
const PAUSE_MS = 50;
const NOBODY = "00000000-0000-4000-8000-000000000000";

/**
 * The time from a request until the provider receives it, over the least that it must cost: asking whose session it is,
 * and one call of an SQL function that finds nothing, on the same backend and by the same client library. And the time
 * to the first text where a name is asked for beside the reply, or instructions are given, over that of a plain
 * message. All take turns.
 */
export async function measureLatency(
  product: RunningProduct,
  database: string,
  provider: ScriptedProvider,
  member: MemberSession,
): Promise<TableRow[]> {
  const client = createClient(`http://127.0.0.1:${product.port}`, product.secrets.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const nobodys = { p_user_id: member.id, p_question_id: NOBODY, p_answer_id: NOBODY };
  const least = async () => {
    const user = await client.auth.getUser(member.token);
    const empty = await client.rpc("leave_turn", nobodys);
    const error = user.error ?? empty.error;
    if (error) throw error;
    return performance.now();
  };
  const functions = await startFunctionsUnderTest(product, provider.env.OPENAI_BASE_URL);
  let heardAt = 0;
  provider.onRequest((at) => {
    heardAt = at;
  });
  const turn = async (stream: boolean) => {
    await functions.send({ name: "start_chat", member, stream, body: { message: "Hello" } });
    return heardAt;
  };
  const instructed = await newMemberSession(product);
  const instructions = "Answer in one short sentence. ".repeat(60);
  const instructing = await product.send("/api/update_instructions", {
    method: "POST",
    headers: { authorization: `Bearer ${instructed.token}`, "content-type": "application/json" },
    body: JSON.stringify({ instructions }),
  });
  if (!instructing.ok) throw new Error(`No instructions: ${await instructing.text()}`);
  // So late that a reply which waited for it would show.
  provider.scriptNames({ pieces: ["A greeting"], pieceMs: 10 });
  provider.forget();
  const firstText = async (message: string, asker = member) => {
    let textAt = Number.NaN;
    await functions.send(
      { name: "start_chat", member: asker, stream: true, body: { message } },
      (data) => {
        if (Number.isNaN(textAt) && data.includes('"delta"')) textAt = performance.now();
      },
    );
    return textAt;
  };

  const times = await takeTurns({ least, json: () => turn(false), stream: () => turn(true) });
  const texts = await takeTurns(
    {
      plain: () => firstText("Hello"),
      named: () => firstText("Hello.\nHow are you?"),
      instructed: () => firstText("Hello", instructed),
    },
    PAUSE_MS,
  );
  await functions.stop();
  const asked = provider.nameRequests().length;
  if (asked !== WARM_UP + ROUNDS) throw new Error(`${asked} names were asked for.`);
  const floor = "over one getUser and one SQL call that finds nothing";
  return [
    ...(["json", "stream"] as const).map((way) =>
      timesOf(
        `request to provider call (${way}, ${database}) ${floor}`,
        [times[way], times.least],
        LIMIT,
      ),
    ),
    timesOf(
      `request to first text where a name is asked for (${database}) over without`,
      [texts.named, texts.plain],
      BESIDE_LIMIT,
    ),
    timesOf(
      `request to first text with instructions (${database}) over without`,
      [texts.instructed, texts.plain],
      BESIDE_LIMIT,
    ),
  ];
}

/** How long each way took in every round, by what it returned. */
async function takeTurns<Way extends string>(
  ways: Record<Way, () => Promise<number>>,
  pauseMs = 0,
): Promise<Record<Way, number[]>> {
  const names = Object.keys(ways) as Way[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Way,
    number[]
  >;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const way of names) {
      if (pauseMs > 0) await sleep(pauseMs);
      const start = performance.now();
      const end = await ways[way]();
      if (round >= 0) times[way].push(end - start);
    }
  }
  return times;
}
