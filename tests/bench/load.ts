import type { RunningProduct } from "../../e2e/support/running-product.ts";
import { type MemberSession, newMemberSession } from "../support/member-session.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { type FunctionsUnderTest, startFunctionsUnderTest } from "./functions.ts";
import { atMost, MEGABYTES, type TableRow } from "./table.ts";
import { startThinBackend } from "./thin-backend.ts";

const AT_ONCE = 50;
const WARM_UP = 1000;
const SENDS = 2000;
const SENDS_FOR_MEMORY = 5000;
const SENDS_THROUGH_PRODUCT = 500;
const PIECES = Array.from({ length: 50 }, (_, index) => `word${index} `);

/** Replies a second that one functions process sustains, and what they leave in its memory. On PostgreSQL. */
export async function measureLoad(
  product: RunningProduct,
  databaseUrl: string,
  provider: ScriptedProvider,
): Promise<TableRow[]> {
  provider.script({ pieces: PIECES, pieceMs: 0 });
  const members: MemberSession[] = [];
  for (let count = 0; count < AT_ONCE; count += 1) members.push(await newMemberSession(product));

  const backend = await startThinBackend(databaseUrl, product.secrets.jwtSecret);
  const sender = (functions: FunctionsUnderTest) => (member: MemberSession) =>
    functions.send({ name: "start_chat", member, stream: true, body: { message: "Hello" } });

  const quick = await startFunctionsUnderTest(product, provider.env.OPENAI_BASE_URL, {
    backendPort: backend.port,
  });
  await sendAll(members, WARM_UP, sender(quick));
  const start = quick.usage();
  const rate = SENDS / (await sendAll(members, SENDS, sender(quick)));
  const busy = (quick.usage().seconds - start.seconds) / SENDS;
  await quick.stop();

  const whole = await startFunctionsUnderTest(product, provider.env.OPENAI_BASE_URL);
  await sendAll(members, AT_ONCE, sender(whole));
  const seconds = await sendAll(members, SENDS_THROUGH_PRODUCT, sender(whole));
  await whole.stop();

  const inspected = { backendPort: backend.port, inspected: true };
  const long = await startFunctionsUnderTest(product, provider.env.OPENAI_BASE_URL, inspected);
  await sendAll(members, WARM_UP, sender(long));
  await long.collectGarbage();
  const before = long.usage().memory / 1e6;
  await sendAll(members, SENDS_FOR_MEMORY, sender(long));
  await long.collectGarbage();
  const after = long.usage().memory / 1e6;
  await long.stop();
  await backend.stop();

  return [
    {
      what: "streamed replies a second, one functions process on one core, PostgreSQL",
      measured: `${(1 / busy).toFixed(0)} a second (${(busy * 1000).toFixed(2)} ms of a core each)`,
      bar: "at least 400",
      holds: 1 / busy >= 400,
    },
    {
      what: `  what was seen, ${AT_ONCE} at once, with client, provider and database on this machine`,
      measured: `${rate.toFixed(0)} a second`,
    },
    {
      what: "  the same through npm start's backend, which asks thirty queries a turn",
      measured: `${(SENDS_THROUGH_PRODUCT / seconds).toFixed(0)} a second`,
    },
    atMost(
      `memory growth over ${SENDS_FOR_MEMORY} sends`,
      after - before,
      20,
      MEGABYTES,
      `${MEGABYTES.show(before)} to ${MEGABYTES.show(after)}`,
    ),
  ];
}

/** Each member sends one after the other. Answers how many seconds all took. */
async function sendAll(
  members: readonly MemberSession[],
  count: number,
  send: (member: MemberSession) => Promise<unknown>,
): Promise<number> {
  let left = count;
  const start = performance.now();
  await Promise.all(
    members.map(async (member) => {
      while (left > 0) {
        left -= 1;
        await send(member);
      }
    }),
  );
  return (performance.now() - start) / 1000;
}
