import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "@supabase/lite";
import { copyEmptyDatabase } from "../../../e2e/support/empty-database.ts";
import { type OpenDatabase, openDatabase } from "../../../supabase/local/backend/database.ts";
import { applyMigrations } from "../../../supabase/local/backend/migrations.ts";
import { loadSecrets } from "../../../supabase/local/backend/secrets.ts";
import { ROOT } from "../../../supabase/local/process/settings.ts";

const MIGRATIONS = join(ROOT, "supabase/migrations");

export const ANN = {
  email: "ann@example.com",
  password: "ann's password",
  chat: "a0000000-0000-4000-8000-000000000001",
  answered: "a0000000-0000-4000-8000-000000000011",
  unanswered: "a0000000-0000-4000-8000-000000000013",
  /** Deleted in the releases that remember such chats. */
  deletedChat: "a0000000-0000-4000-8000-000000000002",
};
export const BOB = { email: "bob@example.com", password: "bob's password" };

/** `id of <email>` as SQL. */
const idOf = ({ email }: { email: string }) =>
  `(select id from auth.users where email = '${email}')`;

type Release = {
  /** Its version, and what came with it where several were landed under one. */
  version: string;
  /**
   * Its migrations in order, by their numbers, each with what its own program then wrote. Never edited once released:
   * the next release gets an entry of its own below, with the migrations that it adds.
   */
  migrations: readonly (readonly [number: string, written: string])[];
};

export const RELEASES: readonly Release[] = [
  {
    version: "0.1.0",
    migrations: [
      [
        "20261121000100",
        `update public.users set membership_status = 'active', membership_id = 'mem_ann',
          membership_started_at = '2026-11-01T08:00:00Z' where id = ${idOf(ANN)};
        update public.users set membership_status = 'cancelled',
          membership_ended_at = '2026-10-31T23:59:59.999Z' where id = ${idOf(BOB)};`,
      ],
      [
        "20261121000200",
        `insert into public.chats (id, user_id, title, model, created_at) values
          ('${ANN.chat}', ${idOf(ANN)}, 'What is a fjord?', 'claude-4', '2026-11-02T09:00:00Z'),
          (gen_random_uuid(), ${idOf(ANN)}, null, 'grok', '2026-11-03T09:00:00Z'),
          (gen_random_uuid(), ${idOf(BOB)}, null, 'chatgpt-4', '2026-10-03T09:00:00Z');`,
      ],
      [
        "20261121000300",
        `insert into public.messages
          (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, stopped_at) values
          ('${ANN.answered}', '${ANN.chat}', ${idOf(ANN)}, '2026-11-02T09:00:00Z',
            'inbound', 'user', E'What is a fjord?\\nIn one line, 🙂.', null, null, null),
          (gen_random_uuid(), '${ANN.chat}', ${idOf(ANN)}, '2026-11-02T09:00:04Z',
            'outbound', 'assistant', 'A narrow arm of the sea.', 'claude-4', '${ANN.answered}', null),
          ('${ANN.unanswered}', '${ANN.chat}', ${idOf(ANN)}, '2026-11-02T09:01:00.000001Z',
            'inbound', 'user', 'And a skerry?', null, null, '2026-11-02T09:01:02Z');
        update public.chats set last_message_at = '2026-11-02T09:01:00.000001Z' where id = '${ANN.chat}';`,
      ],
      [
        "20261121000400",
        `insert into private.usage (user_id, kind, started_at, used) values
          (${idOf(ANN)}, 'turns_day', '2026-11-02T09:00:00Z', 2);`,
      ],
      ["20261121000500", ""],
      [
        "20261121000600",
        `update public.users set membership_event_at = '2026-11-01T08:00:01Z' where id = ${idOf(ANN)};`,
      ],
    ],
  },
  {
    version: "0.1.0, where deleting is final",
    migrations: [
      [
        "20261121000700",
        `insert into public.chats (id, user_id) values ('${ANN.deletedChat}', ${idOf(ANN)});
        delete from public.chats where id = '${ANN.deletedChat}';`,
      ],
    ],
  },
  {
    version: "0.1.0, where memberships have a table",
    migrations: [
      ["20261122000100", ""],
      [
        "20261122000200",
        `select public.record_membership_event(
          p_id => 'msg_ann', p_membership_id => 'mem_ann', p_happened_at => '2026-11-10T08:00:00Z',
          p_type => 'membership.updated', p_status => 'active', p_email => '${ANN.email}');`,
      ],
      [
        "20261122000300",
        `update public.messages set claim_id = gen_random_uuid(), answering_until = '2026-11-02T09:01:20Z', waiting = 1
          where id = '${ANN.unanswered}';`,
      ],
      ["20261122000400", ""],
      ["20261122000410", ""],
      [
        "20261122000420",
        `insert into private.ended_turns (model, ended_at, first_text_ms) values
          ('claude-4', '2026-11-02T09:00:04Z', 700);`,
      ],
      ["20261122000430", ""],
    ],
  },
  {
    version: "0.1.0, where the search index comes later to restored chats",
    migrations: [
      ["20261122020000", ""],
      ["20261122020010", ""],
      ["20261122020100", ""],
      ["20261122030000", ""],
      ["20261122030100", ""],
      ["20261122030200", ""],
      ["20261122030300", ""],
      ["20261122040000", ""],
      ["20261122052000", ""],
      // The function that was to put them into the index was ended before.
      [
        "20261122056000",
        `update public.messages set search_later = true where chat_id = '${ANN.chat}';`,
      ],
      ["20261122056010", ""],
      ["20261122056020", ""],
      ["20261122071000", ""],
    ],
  },
];

/** Ann's session of that time. */
export type Written = { accessToken: string; refreshToken: string };

/**
 * Makes the data directory that a release left behind: its migrations one by one, and between them what people did.
 * Returns the session in which Ann left.
 */
export async function writeRelease(release: Release, dataDir: string): Promise<Written> {
  copyEmptyDatabase(dataDir, "unseen");
  const secrets = await loadSecrets(dataDir);
  const database = await openDatabase(dataDir, undefined);
  const app = new App({
    connection: database.connection,
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
    },
  });
  await app.init();
  await app.ensureSystemSchema();
  const { auth } = app.getClient();
  await auth.signUp(ANN);
  await auth.signUp(BOB);
  const released = RELEASES.slice(0, RELEASES.indexOf(release) + 1);
  for (const [number, written] of released.flatMap(({ migrations }) => migrations)) {
    await applyOne(database, number);
    await database.run(written);
  }
  const { data, error } = await auth.signInWithPassword(ANN);
  if (error) throw error;
  await database.connection.close();
  return {
    accessToken: data.session.access_token,
    refreshToken: data.session.refresh_token,
  };
}

async function applyOne(database: OpenDatabase, number: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "migration-"));
  for (const file of readdirSync(MIGRATIONS).filter((name) => name.startsWith(number))) {
    copyFileSync(join(MIGRATIONS, file), join(folder, file));
  }
  const applied = await applyMigrations(database, folder);
  rmSync(folder, { recursive: true });
  if (applied.length !== 1) throw new Error(`Migration ${number} of a release is gone.`);
}
