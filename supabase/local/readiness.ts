import { randomUUID } from "node:crypto";
import type { OpenDatabase } from "./backend/database.ts";
import { type Send, setMembership, signUpMember } from "./backend/members.ts";
import type { Secrets } from "./backend/secrets.ts";
import { StartError } from "./process/start-error.ts";

const CHECKER = "start-check-";

export type ReadinessOptions = {
  send: Send;
  /** Sends to a copy of the functions that calls no paid model. */
  sendToCopy: Send;
  secrets: Secrets;
  database: OpenDatabase;
};

/**
 * Tries the first page, a sign-in and a send, with a member of its own whom it removes afterwards with everything
 * written. Throws a StartError that says which step failed.
 */
export async function checkReadiness(options: ReadinessOptions): Promise<void> {
  const { send, sendToCopy, secrets, database } = options;
  const member = { email: `${CHECKER}${randomUUID()}@example.invalid`, password: randomUUID() };
  const headers = { apikey: secrets.publishableKey, "Content-Type": "application/json" };
  await removeCheckers(database);
  try {
    await expectStatus("the first page", 200, send("/", { headers: { Accept: "text/html" } }));
    await signUpMember(send, secrets, member);
    await setMembership(send, secrets, { email: member.email, status: "active" });
    const session = await expectStatus(
      "a sign-in",
      200,
      send("/auth/v1/token?grant_type=password", {
        method: "POST",
        headers,
        body: JSON.stringify(member),
      }),
    );
    const { access_token } = (await session.json()) as { access_token: string };
    const turn = {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ message: "Is everything ready?" }),
    };
    await expectStatus("a send", 200, sendToCopy("/api/start_chat", turn));
    await expectStatus("the way to the functions", 404, send("/api/", { method: "GET" }));
  } finally {
    await removeCheckers(database);
  }
}

async function removeCheckers(database: OpenDatabase): Promise<void> {
  await database.run(`
    delete from auth.refresh_tokens where user_id::text in
      (select id::text from auth.users where email like '${CHECKER}%@example.invalid');
    delete from auth.users where email like '${CHECKER}%@example.invalid';
  `);
}

async function expectStatus(what: string, status: number, answer: Promise<Response>) {
  const response = await answer;
  if (response.status === status) return response;
  const text = (await response.text()).slice(0, 200);
  throw new StartError(`The product does not work: ${what} answered ${response.status} (${text}).`);
}
