import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type RunningProduct,
  startRunningProduct,
  UNLIMITED,
} from "../../e2e/support/running-product.ts";
import { openDatabase } from "../../supabase/local/backend/database.ts";
import { brokenInvariants } from "../support/database/invariants.ts";
import { type MemberSession, newMemberSession } from "../support/member-session.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { broken, type Entry, type ImportEntry, type Ledger, type StoredMessage } from "./ledger.ts";
import {
  deleteChatOverHttp,
  importChat,
  leaveStream,
  newEntry,
  newImport,
  sendQuestion,
  settle,
  settleImports,
  undoImport,
} from "./traffic.ts";

const MEMBERS = 16;
const PARALLEL = 40;

export type SoakResult = { sends: number; broken: string[]; invariants: unknown };
type Options = {
  providers: ScriptedProvider;
  /** A PostgreSQL server for the product; the embedded database without one. */
  databaseUrl: string | undefined;
  /** How long the traffic runs before and between the kills. */
  seconds: number;
  say: (line: string) => void;
};

/** Many members at once against the running product, which is killed and started again on the way. */
export async function runScenario({ providers, databaseUrl, seconds, say }: Options) {
  const dataDir = mkdtempSync(join(tmpdir(), "soak-"));
  const env = {
    ...providers.env,
    ...UNLIMITED,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  let product = await startRunningProduct({ dataDir, env });
  const members: MemberSession[] = [];
  for (let count = 0; count < MEMBERS; count += 1) members.push(await newMemberSession(product));
  const ledger: Ledger = { entries: [], imports: [], deletedChats: new Set() };
  /** Questions whose chat was being deleted when the product was killed: nobody was told whether it was. */
  const deletedPerhaps: Entry[] = [];
  const owners = new Map<Entry | ImportEntry, MemberSession>();
  const memberOf = (entry: Entry | ImportEntry) => {
    const owner = owners.get(entry);
    if (!owner) throw new Error("A question of nobody.");
    return owner;
  };
  const ask = (member: MemberSession, chatId: string, text: string) => {
    const entry = newEntry(chatId, text);
    ledger.entries.push(entry);
    owners.set(entry, member);
    return entry;
  };

  say(`${PARALLEL} parallel sends into one chat`);
  const [first] = members;
  if (!first) throw new Error("Nobody signed up.");
  const opening = ask(first, crypto.randomUUID(), "Opening.");
  await sendQuestion(product, first, opening);
  await Promise.all(
    Array.from({ length: PARALLEL }, (_, index) =>
      sendQuestion(
        product,
        first,
        ask(first, opening.chatId, `Parallel ${index}.`),
        "send_message",
      ),
    ),
  );

  say(`${MEMBERS} members for ${seconds} s; the functions are killed half way`);
  const running = traffic(seconds);
  await sleep((seconds / 2) * 1000);
  process.kill(functionsOf(product), "SIGKILL");
  await running;

  say("the whole product is killed while replies are written, and started again");
  const more = traffic(seconds / 2);
  await sleep((seconds / 4) * 1000);
  await product.stop("SIGKILL");
  await more;
  product = await startRunningProduct({ dataDir, env });

  for (const entry of deletedPerhaps) await deleteChat(entry);
  say(`every question without a reply is sent again (${ledger.entries.length} in all)`);
  await settle(product, memberOf, ledger);
  say(`and every import whose end nobody was told (${ledger.imports.length} in all)`);
  await settleImports(product, memberOf, ledger);
  await product.stop();

  const database = await openDatabase(dataDir, databaseUrl);
  const sql = async <Row>(query: string) => (await database.rows(query)) as Row[];
  const stored = await sql<StoredMessage>(
    // The messages of deleted chats are kept for ten minutes, and nobody reads them.
    `select id, chat_id, content, reply_to from public.messages m
     where exists (select from public.chats c where c.id = m.chat_id)`,
  );
  const result: SoakResult = {
    sends: ledger.entries.length,
    broken: broken(ledger, stored),
    invariants: await brokenInvariants({ sql }),
  };
  await database.connection.close();
  rmSync(dataDir, { recursive: true, force: true });
  return result;

  /** Each member asks, sends twice, leaves, stops, deletes and imports, one thing after the other. */
  async function traffic(seconds: number): Promise<void> {
    const end = Date.now() + seconds * 1000;
    await Promise.all(
      members.map(async (member, index) => {
        for (let count = 0; Date.now() < end; count += 1) {
          if (count % 7 === 6) {
            await importHistory(member, `Import ${index}-${Date.now()}-${count}.`, count);
            continue;
          }
          const entry = ask(
            member,
            crypto.randomUUID(),
            `Question ${index}-${Date.now()}-${count}.`,
          );
          await act(member, entry, count % 7);
        }
      }),
    );
  }

  /** In two tabs at once; every other import is undone, perhaps while it is sent. */
  async function importHistory(member: MemberSession, title: string, count: number) {
    const entry = newImport(title);
    ledger.imports.push(entry);
    owners.set(entry, member);
    const importing = [
      importChat(product, member, entry),
      importChat(product, member, entry),
      ...(count % 4 === 0 ? [sleep(30).then(() => undoImport(product, member, entry))] : []),
    ];
    await Promise.all(importing);
    if (count % 4 === 2) await undoImport(product, member, entry);
    if (!entry.acknowledged) await sleep(100);
  }

  async function deleteChat(entry: Entry): Promise<boolean> {
    const isGone = await deleteChatOverHttp(product, memberOf(entry), entry.chatId);
    if (isGone) ledger.deletedChats.add(entry.chatId);
    return isGone;
  }

  async function act(member: MemberSession, entry: Entry, kind: number): Promise<void> {
    if (kind === 1) {
      await Promise.all([
        sendQuestion(product, member, entry),
        sendQuestion(product, member, entry),
      ]);
    } else if (kind === 2) {
      await leaveStream(product, member, entry, { afterMs: 60, stop: false });
    } else if (kind === 3) {
      await leaveStream(product, member, entry, { afterMs: 80, stop: true });
    } else if (kind === 4) {
      await sendQuestion(product, member, entry);
      if (!(await deleteChat(entry))) deletedPerhaps.push(entry);
    } else {
      await sendQuestion(product, member, entry);
    }
    // A product that is down refuses at once.
    if (!entry.acknowledged) await sleep(100);
  }
}

/** The process that runs the functions: the product's only Deno. Needs Linux. */
export function functionsOf({ pid }: RunningProduct): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  const deno = children.find((child) =>
    readFileSync(`/proc/${child}/comm`, "utf8").startsWith("deno"),
  );
  if (deno === undefined) throw new Error("The product runs no functions.");
  return Number(deno);
}
