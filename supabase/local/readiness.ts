import { randomUUID } from "node:crypto";
import type { OpenDatabase } from "./backend/database.ts";
import { type ProductClient, connect, setMembership, signUpMember } from "./backend/members.ts";
import { StartError } from "./process/start-error.ts";

const CHECKER = "start-check-";

export type ReadinessOptions = {
  origin: string;
  /** The address of a copy of the functions that calls no paid model. */
  copy: string;
  publishableKey: string;
  service: ProductClient;
  database: OpenDatabase;
};

/**
 * Tries the first page, a sign-in and a send, with a member of its own whom it removes afterwards with everything
 * written. Throws a StartError that says which step failed.
 */
export async function checkReadiness(options: ReadinessOptions): Promise<void> {
  const { origin, copy, publishableKey, service, database } = options;
  const member = { email: `${CHECKER}${randomUUID()}@example.invalid`, password: randomUUID() };
  const visitor = connect(origin, publishableKey);
  await removeCheckers(database);
  try {
    await expectStatus("the first page", 200, fetch(origin, { headers: { Accept: "text/html" } }));
    await signUpMember(visitor, member);
    await setMembership(service, { email: member.email, status: "active" });
    const { data, error } = await visitor.auth.signInWithPassword(member);
    if (error) throw broken("a sign-in", error.status, error.message);
    const { access_token } = data.session;
    const turn = {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ message: "Is everything ready?" }),
    };
    await expectStatus("a send", 200, fetch(`${copy}/api/start_chat`, turn));
    await expectStatus("the way to the functions", 404, fetch(`${origin}/api/`));
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
  throw broken(what, response.status, (await response.text()).slice(0, 200));
}

function broken(what: string, status: number | undefined, text: string): StartError {
  return new StartError(`The product does not work: ${what} answered ${status} (${text}).`);
}
