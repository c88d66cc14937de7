import { createClient } from "@supabase/supabase-js";
import type { RunningProduct } from "../../e2e/support/running-product.ts";
import type { MemberSession } from "../support/member-session.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { startFunctionsUnderTest } from "./functions.ts";
import { type TableRow, timesOf } from "./table.ts";

const WARM_UP = 20;
const ROUNDS = 100;
const LIMIT = 1.3;
const NOBODY = "00000000-0000-4000-8000-000000000000";

/**
 * The time from a request to the provider's hearing of it, over the least that it must cost: asking who is there, and
 * one call of an SQL function that finds nothing, on the same backend and by the same client library. The three take turns.
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

  const times = { least: [] as number[], json: [] as number[], stream: [] as number[] };
  const ways = { least, json: () => turn(false), stream: () => turn(true) };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const way of ["least", "json", "stream"] as const) {
      const start = performance.now();
      const end = await ways[way]();
      if (round >= 0) times[way].push(end - start);
    }
  }
  await functions.stop();
  return (["json", "stream"] as const).map((way) => {
    const what = `request to provider call (${way}, ${database}) over one getUser and one SQL call that finds nothing`;
    return timesOf(what, [times[way], times.least], LIMIT);
  });
}
