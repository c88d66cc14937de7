import { setTimeout as sleep } from "node:timers/promises";
import { startRunningProduct } from "../../e2e/support/running-product.ts";
import { openDatabase } from "../../supabase/local/backend/database.ts";
import { median } from "../bench/statistics.ts";
import { brokenInvariants } from "../support/database/invariants.ts";
import { startPostgres } from "../support/database/postgres.ts";
import { type MemberSession, newMemberSession } from "../support/member-session.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { abandonRequests, craftLinks, newAttacker, readTooMuch } from "./attackers.ts";
import { broken, type Entry, type Ledger, type StoredMessage } from "./ledger.ts";
import { functionsOf, type SoakResult } from "./scenario.ts";
import { deleteChatOverHttp, newEntry, sendQuestion, settle } from "./traffic.ts";

const MEMBERS = 8;
/** How much longer half of the turns may take while somebody attacks. The attackers share this machine. */
const SLOWER = 3;
/** Alone and attacked take turns, so that whatever else runs on the machine slows both. */
const ROUNDS = 4;

/**
 * Members chat on a real PostgreSQL while others read what must cost nothing and leave a hundred requests at a time,
 * the functions are killed and the database is stopped. Returns what was broken, in words.
 */
export async function runAttack(options: {
  providers: ScriptedProvider;
  seconds: number;
  say: (line: string) => void;
}): Promise<SoakResult> {
  const { providers, seconds, say } = options;
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase("attacked");
  const unlimited = {
    TURNS_PER_MINUTE: "1000000",
    TURNS_PER_DAY: "1000000",
    CHATS_PER_MINUTE: "1000000",
  };
  const product = await startRunningProduct({
    env: { ...providers.env, ...unlimited, DATABASE_URL: databaseUrl },
  });
  const members: MemberSession[] = [];
  for (let count = 0; count < MEMBERS; count += 1) members.push(await newMemberSession(product));
  const attackers = [
    await newAttacker(product, databaseUrl),
    await newAttacker(product, databaseUrl),
  ] as const;
  const ledger: Ledger = { entries: [], deletedChats: new Set() };
  const owners = new Map<string, MemberSession>();
  const faults: string[] = [];

  /** Every member asks one question after the other. Returns how long each turn took, in milliseconds. */
  const traffic = async (lasting: number, mayFail: boolean) => {
    const end = performance.now() + lasting * 1000;
    const times: number[] = [];
    const chat = async (member: MemberSession, index: number) => {
      for (let count = 0; performance.now() < end; count += 1) {
        const entry = newEntry(crypto.randomUUID(), `Question ${index}-${Date.now()}-${count}.`);
        ledger.entries.push(entry);
        owners.set(entry.messageId, member);
        const start = performance.now();
        const status = await sendQuestion(product, member, entry);
        times.push(performance.now() - start);
        if (status !== 200 && !mayFail) faults.push(`${entry.text}: status ${status}`);
        // A product that is down refuses at once.
        if (status !== 200) await sleep(100);
      }
    };
    await Promise.all(members.map(chat));
    return times;
  };

  say(`${MEMBERS} members, by turns alone and beside others who nest reads, and leave a hundred`);
  say(`requests at a time: ${ROUNDS} times each, for ${seconds} s together`);
  await traffic(2, false);
  /** Alone and attacked by turns. Returns how many times as long half of the turns took, and says so. */
  const slowdown = async () => {
    const times = { alone: [] as number[], attacked: [] as number[] };
    let attempts = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      times.alone.push(...(await traffic(seconds / ROUNDS, false)));
      let ending = false;
      const attacks = attackers.flatMap((attacker) => [
        readTooMuch(product, attacker, members, () => ending),
        abandonRequests(product, attacker, () => ending),
      ]);
      times.attacked.push(...(await traffic(seconds / ROUNDS, false)));
      ending = true;
      const results = await Promise.all(attacks);
      attempts += results.reduce((sum, { count }) => sum + count, 0);
      faults.push(...results.flatMap((result) => result.faults));
    }
    const [alone, attacked] = [median(times.alone), median(times.attacked)];
    const slower = attacked / alone;
    say(
      `${attempts} attacks; a turn took ${attacked.toFixed(0)} ms, alone ${alone.toFixed(0)} ms: ${slower.toFixed(2)} times`,
    );
    return slower;
  };
  let slower = await slowdown();
  // Other work on the machine may come while the attackers do, but hardly twice.
  if (slower > SLOWER) slower = await slowdown();
  if (slower > SLOWER) faults.push(`turns took ${slower.toFixed(2)} times as long`);
  for (const { session, chatId } of attackers) await deleteChatOverHttp(product, session, chatId);
  const links = craftLinks(members, attackers[0]);
  say(`${links.count} addresses with somebody's tokens`);
  faults.push(...links.faults);

  say("the functions are killed twice, and the database is stopped for five seconds");
  const suffering = traffic(seconds, true);
  for (let kill = 0; kill < 2; kill += 1) {
    await sleep((seconds / 5) * 1000);
    process.kill(functionsOf(product), "SIGKILL");
  }
  await sleep((seconds / 5) * 1000);
  await server.halt();
  await sleep(5_000);
  await server.resume();
  await suffering;

  say(`every question without a reply is sent again (${ledger.entries.length} in all)`);
  await settle(product, ownerOf, ledger);
  await product.stop();
  const result = { ...(await compareWithStored(databaseUrl)), sends: ledger.entries.length };
  await server.stop();
  return { ...result, broken: [...faults, ...result.broken] };

  function ownerOf({ messageId }: Entry): MemberSession {
    const owner = owners.get(messageId);
    if (!owner) throw new Error("A question of nobody.");
    return owner;
  }

  /** What people were told, beside what is stored: all of it, and nothing of anybody's under another one. */
  async function compareWithStored(url: string) {
    const database = await openDatabase("", url);
    const sql = async <Row>(query: string) => (await database.rows(query)) as Row[];
    const stored = await sql<StoredMessage & { user_id: string }>(
      "select id, user_id, chat_id, content, reply_to from public.messages",
    );
    const swapped = stored.filter(
      ({ id, user_id }) => owners.has(id) && owners.get(id)?.id !== user_id,
    );
    const compared = {
      broken: [
        ...broken(ledger, stored),
        ...swapped.map(({ content }) => `${content}: stored for somebody else`),
      ],
      invariants: await brokenInvariants({ sql }),
    };
    await database.connection.close();
    return compared;
  }
}
