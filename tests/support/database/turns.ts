import type { Database, Tables } from "#database";
import type { TestBackend, Person } from "./backend.ts";

type Functions = Database["public"]["Functions"];
type Args<Name extends keyof Functions> = Functions[Name]["Args"];
type BeginArgs = Extract<Args<"begin_turn">, { p_content: string }>;
type FinishArgs = Extract<Args<"finish_turn">, { p_content: string }>;

/** What the SQL functions return: an outcome, and what comes with it. */
export type CallOutcome = {
  outcome: string;
  chat?: Tables<"chats">;
  question?: Tables<"messages">;
  reply?: Tables<"messages">;
  claim?: string;
  history?: { role: string; content: string }[];
  retry_after?: number;
};

/** Calls one function of the write path as the edge functions do. */
export async function call<Name extends keyof Functions>(
  backend: TestBackend,
  name: Name,
  args: Args<Name>,
): Promise<CallOutcome> {
  return (await backend.rpc(name, args)) as CallOutcome;
}

/** The same backend, whose functions are called on as many connections at once as there are calls. */
export function withoutQueue(backend: TestBackend): TestBackend {
  return {
    ...backend,
    rpc: async (name, args) => {
      const named = Object.keys(args).map((key, index) => `${key} => $${index + 1}`);
      const [row] = await backend.sql<{ outcome: unknown }>(
        `select public.${name}(${named.join()}) as outcome`,
        ...Object.values(args),
      );
      return row?.outcome;
    },
  };
}

export const BEGIN = {
  p_content: "Hello",
  p_title: "Hello",
  p_starts_chat: true,
  p_turns_per_minute: 1_000,
  p_turns_per_day: 1_000,
  p_chats_per_minute: 1_000,
  p_lease: "20 seconds",
  p_history_characters: 1_000,
};

/** Begins a turn; what is not said is new and generous. */
export function beginTurn(
  backend: TestBackend,
  person: Pick<Person, "id">,
  args: Partial<BeginArgs> = {},
): Promise<CallOutcome> {
  return call(backend, "begin_turn", {
    ...BEGIN,
    p_user_id: person.id,
    p_chat_id: crypto.randomUUID(),
    p_question_id: crypto.randomUUID(),
    ...args,
  });
}

/** The newest claim on a question; one that nobody holds when there is none. */
async function claimOn(backend: TestBackend, questionId: string): Promise<string> {
  const [row] = await backend.sql<{ claim_id: string | null }>(
    "select claim_id from public.messages where id = $1",
    questionId,
  );
  return row?.claim_id ?? crypto.randomUUID();
}

/** Stores an answer, with the newest claim unless another one is given. */
export async function finish(
  backend: TestBackend,
  person: Pick<Person, "id">,
  questionId: string,
  args: Partial<FinishArgs> = {},
): Promise<CallOutcome> {
  return call(backend, "finish_turn", {
    p_user_id: person.id,
    p_question_id: questionId,
    p_claim_id: args.p_claim_id ?? (await claimOn(backend, questionId)),
    p_content: "Hello to you",
    p_model: "grok",
    ...args,
  });
}

/** Extends a claim, the newest one unless another is given. */
export async function renew(
  backend: TestBackend,
  person: Pick<Person, "id">,
  questionId: string,
  claimId?: string,
): Promise<CallOutcome> {
  return call(backend, "renew_turn", {
    p_user_id: person.id,
    p_question_id: questionId,
    p_claim_id: claimId ?? (await claimOn(backend, questionId)),
    p_lease: "20 seconds",
  });
}

/** Gives up a claim, the newest one unless another is given. */
export async function release(
  backend: TestBackend,
  person: Pick<Person, "id">,
  questionId: string,
  claimId?: string,
): Promise<CallOutcome> {
  return call(backend, "release_turn", {
    p_user_id: person.id,
    p_question_id: questionId,
    p_claim_id: claimId ?? (await claimOn(backend, questionId)),
  });
}

/** A person who signed up and pays. */
export async function signUpPerson(backend: TestBackend, name: string): Promise<Person> {
  const person = await backend.signUp(`${name}-${crypto.randomUUID()}@example.com`);
  await call(backend, "set_membership", {
    p_email: person.email,
    p_status: "active",
    p_membership_id: `membership of ${person.email}`,
  });
  return person;
}

/** A chat of one question and its reply; both say `text`. */
export async function converse(backend: TestBackend, person: Person, text: string) {
  const { chat, question } = await beginTurn(backend, person, { p_content: text, p_title: text });
  if (chat === undefined || question === undefined) throw new Error("The turn did not begin.");
  const { reply } = await finish(backend, person, question.id, { p_content: text });
  if (reply === undefined) throw new Error("The turn did not end.");
  return { chat, question, reply };
}

/** The rows that a request could change, as one text. Compare it before and after what must change nothing. */
export async function contents(backend: TestBackend): Promise<string> {
  const [row] = await backend.sql<{ contents: string }>(`
    select jsonb_pretty(jsonb_build_object(
      'users', (select jsonb_agg(t order by id) from public.users t),
      'chats', (select jsonb_agg(t order by id) from public.chats t),
      'messages', (select jsonb_agg(t order by id) from public.messages t),
      'usage', (select jsonb_agg(t order by user_id, kind) from private.usage t),
      'accounts', (select jsonb_agg(jsonb_build_array(id, email, role, aud, raw_app_meta_data) order by id)
        from auth.users)
    )) as contents`);
  if (row === undefined) throw new Error("No contents.");
  return row.contents;
}

/** What a call returns, and whether it changed any row. */
export async function effectOf<Answer>(backend: TestBackend, call: () => Promise<Answer>) {
  const before = await contents(backend);
  const answer = await call();
  return { answer, changed: (await contents(backend)) !== before };
}
