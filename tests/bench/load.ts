import { join } from "node:path";
import type { RunningProduct } from "../../e2e/support/running-product.ts";
import { type MemberSession, newMemberSession } from "../support/member-session.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { type FunctionsUnderTest, startFunctionsUnderTest } from "./functions.ts";
import { median } from "./statistics.ts";
import { type TableRow, timesOf } from "./table.ts";
import { startThinBackend } from "./thin-backend.ts";

const AT_ONCE = 50;
const WARM_UP = 1000;
const ROUNDS = 9;
const SENDS = 250;
const LIMIT = 2.4;
const TURN_LIMIT = 2.2;
const PIECES = Array.from({ length: 50 }, (_, index) => `word${index} `);
const BARE = join(import.meta.dirname, "bare-function.ts");

/**
 * The processor time of a streamed reply, over the least that it must cost, by turns, on PostgreSQL. And how many
 * replies a second that is on one core of this machine.
 */
export async function measureLoad(
  product: RunningProduct,
  databaseUrl: string,
  provider: ScriptedProvider,
): Promise<TableRow[]> {
  provider.script({ pieces: PIECES, pieceMs: 0 });
  const members: MemberSession[] = [];
  for (let count = 0; count < AT_ONCE; count += 1) members.push(await newMemberSession(product));

  const backend = await startThinBackend(databaseUrl, product.secrets.jwtSecret);
  const start = (host?: string) =>
    startFunctionsUnderTest(product, provider.env.OPENAI_BASE_URL, {
      backendPort: backend.port,
      host,
    });
  const both = [await start(), await start(BARE)] as const;
  /** Each member sends one after the other. Returns the milliseconds of a core that each took. */
  const sendAll = async (functions: FunctionsUnderTest, count: number) => {
    let remaining = count;
    const send = async (member: MemberSession) => {
      for (; remaining > 0; remaining -= 1) {
        await functions.send({
          name: "start_chat",
          member,
          stream: true,
          body: { message: "Hello" },
        });
      }
    };
    const before = functions.seconds();
    await Promise.all(members.map(send));
    return ((functions.seconds() - before) * 1000) / count;
  };
  const measure = async (pieces: readonly string[]) => {
    provider.script({ pieces, pieceMs: 0 });
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await sendAll(both[0], SENDS));
      bare.push(await sendAll(both[1], SENDS));
    }
    return [ours, bare] as const;
  };
  for (const functions of both) await sendAll(functions, WARM_UP);
  const whole = await measure(PIECES);
  const short = await measure(PIECES.slice(0, 1));
  for (const functions of both) await functions.stop();
  await backend.stop();
  const what = "processor time of a streamed reply, 50 at once, over a bare function's, PostgreSQL";
  const perSecond = (1000 / median(whole[0])).toFixed(0);
  return [
    timesOf(what, whole, LIMIT),
    timesOf("the same of a reply of one piece", short, TURN_LIMIT),
    { what: "streamed replies a second, one functions process on one core", measured: perSecond },
  ];
}
