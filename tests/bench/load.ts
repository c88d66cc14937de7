import type { RunningProduct } from "../../e2e/support/running-product.ts";
import { type MemberSession, newMemberSession } from "../support/member-session.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { startFunctionsUnderTest } from "./functions.ts";
import type { TableRow } from "./table.ts";
import { startThinBackend } from "./thin-backend.ts";

const AT_ONCE = 50;
const WARM_UP = 1000;
const SENDS = 2000;
const PIECES = Array.from({ length: 50 }, (_, index) => `word${index} `);

/** Replies a second that one functions process sustains on one core. On PostgreSQL. */
export async function measureLoad(
  product: RunningProduct,
  databaseUrl: string,
  provider: ScriptedProvider,
): Promise<TableRow[]> {
  provider.script({ pieces: PIECES, pieceMs: 0 });
  const members: MemberSession[] = [];
  for (let count = 0; count < AT_ONCE; count += 1) members.push(await newMemberSession(product));

  const backend = await startThinBackend(databaseUrl, product.secrets.jwtSecret);
  const functions = await startFunctionsUnderTest(product, provider.env.OPENAI_BASE_URL, {
    backendPort: backend.port,
  });
  const sendAll = async (count: number) => {
    let left = count;
    const send = async (member: MemberSession) => {
      for (; left > 0; left -= 1) {
        await functions.send({
          name: "start_chat",
          member,
          stream: true,
          body: { message: "Hello" },
        });
      }
    };
    // Each member sends one after the other.
    await Promise.all(members.map(send));
  };
  await sendAll(WARM_UP);
  const start = functions.seconds();
  await sendAll(SENDS);
  const busy = (functions.seconds() - start) / SENDS;
  await functions.stop();
  await backend.stop();
  return [
    {
      what: "streamed replies a second, one functions process on one core, PostgreSQL",
      measured: `${(1 / busy).toFixed(0)} a second (${(busy * 1000).toFixed(2)} ms of a core each)`,
      bar: "at least 400",
      holds: 1 / busy >= 400,
    },
  ];
}
