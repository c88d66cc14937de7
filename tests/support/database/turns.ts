import type { OpenAnswerRow } from "#contract";
import type { Database } from "#database";
import { MODEL_IDS } from "../../../supabase/functions/_shared/models.ts";
import type { TestBackend, Person } from "./backend.ts";

type Rows = Database["public"]["Views"];
type Functions = Database["public"]["Functions"];
type Args<Name extends keyof Functions> = Functions[Name]["Args"];
export type BeginArgs = Extract<Args<"begin_turn">, { p_budgets: unknown }>;
type RenewArgs = Extract<Args<"renew_turn">, { p_answer_id: string }>;
type ReleaseArgs = Extract<Args<"release_turn">, { p_answer_id: string }>;
type FinishArgs = Extract<Args<"finish_turn">, { p_answer_id: string }>;

/** What the SQL functions return: an outcome, and what comes with it. */
export type CallOutcome = {
  outcome: string;
  chat?: Rows["chats"]["Row"];
  question?: Rows["messages"]["Row"];
  reply?: Rows["messages"]["Row"];
  answer?: { id: string; model: string };
  claim?: string;
  history?: { role: string; content: string }[];
  context_from?: string | null;
  left?: { count: number; until: string; near: { count: number; until: string } | null };
  retry_after?: number;
  instructions?: string | null;
  instructions_id?: string | null;
};

/** Calls one function of the write path as the edge functions do. */
export async function call<Name extends keyof Functions>(
  backend: TestBackend,
  name: Name,
  args: Args<Name>,
): Promise<CallOutcome> {
  return (await backend.rpc(name, args)) as CallOutcome;
}

/** A person's answers that are no messages yet, as their page reads them. */
export async function openAnswers(
  { client }: Pick<Person, "client">,
  args: Args<"open_answers"> = {},
): Promise<OpenAnswerRow[]> {
  const { data } = await client.rpc("open_answers", args).throwOnError();
  return data as OpenAnswerRow[];
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
  p_budgets: everyModel(1_000),
};

/** The same budget, in tokens, for every model. */
export function everyModel(tokens: number): Record<string, number> {
  return Object.fromEntries(MODEL_IDS.map((id) => [id, tokens]));
}

/** Begins a turn; what is not given is new, and the limits are generous. */
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

/** Asks in an existing chat. */
export const askIn = (
  backend: TestBackend,
  person: Pick<Person, "id">,
  chatId: string,
  args: Partial<BeginArgs> = {},
) => beginTurn(backend, person, { p_chat_id: chatId, p_starts_chat: false, ...args });

/** The ids of a turn that nobody has begun. */
export const newTurn = (): { p_chat_id: string; p_question_id: string } => ({
  p_chat_id: crypto.randomUUID(),
  p_question_id: crypto.randomUUID(),
});

/** The claim of a turn that has begun. */
export const claimBegun = ({ answer, claim }: CallOutcome) => ({
  p_answer_id: answer?.id ?? "",
  p_claim_id: claim ?? "",
});

/** The answer to a question that was begun last, and its claim; where there is none, one that nobody has begun. */
async function newestAnswer(backend: TestBackend, questionId: string) {
  const [row] = await backend.sql<{ p_answer_id: string; p_claim_id: string }>(
    `select id as p_answer_id, claim_id as p_claim_id from (
       select id, claim_id, started_at as at from private.attempts where question_id = $1
       union all select id, gen_random_uuid(), created_at from public.messages where reply_to = $1
     ) answers order by at desc limit 1`,
    questionId,
  );
  return row ?? { p_answer_id: crypto.randomUUID(), p_claim_id: crypto.randomUUID() };
}

/** Calls a function with the newest claim on the answer that was begun last, unless others are given. */
const withNewestClaim =
  <Given extends object>(name: keyof Functions, usual: Partial<Given>) =>
  async (
    backend: TestBackend,
    person: Pick<Person, "id">,
    questionId: string,
    args: Partial<Given> = {},
  ) => {
    const claim = await newestAnswer(backend, questionId);
    const all = { p_user_id: person.id, ...claim, ...usual, ...args };
    return (await backend.rpc(name, all)) as CallOutcome;
  };

const nothing = null as never;
export const finish = withNewestClaim<FinishArgs>("finish_turn", {
  p_content: "Hello to you",
  p_provider_model: nothing,
  p_input_tokens: nothing,
  p_cached_tokens: nothing,
  p_output_tokens: nothing,
  p_first_text_ms: nothing,
});
export const renew = withNewestClaim<RenewArgs>("renew_turn", { p_lease: "20 seconds" });
export const release = withNewestClaim<ReleaseArgs>("release_turn", {
  p_failure: "provider_failed",
});

/** Ends the claims on the answers to a question, as time does. */
export const lapse = (backend: TestBackend, questionId: string) =>
  backend.sql(
    "update private.attempts set claimed_until = now() where question_id = $1",
    questionId,
  );

/** What is stored of the answers to a question. */
export const repliesTo = (backend: TestBackend, questionId: string) =>
  backend.sql("select content, model from public.messages where reply_to = $1", questionId);

/** Presses Stop: for all answers to a question, or the one that is named. */
export const stopTurn = (
  backend: TestBackend,
  person: Pick<Person, "id">,
  turn: Omit<Args<"stop_turn">, "p_user_id">,
) => call(backend, "stop_turn", { p_user_id: person.id, ...turn });

export const callCreateChat = (
  backend: TestBackend,
  person: Pick<Person, "id">,
  p_chat_id: string = crypto.randomUUID(),
  p_chats_per_minute = 1_000,
) => call(backend, "create_chat", { p_user_id: person.id, p_chat_id, p_chats_per_minute });

export function undoDeletion(backend: TestBackend, person: Pick<Person, "id">, chatId: string) {
  const args = { p_user_id: person.id, p_chat_id: chatId, p_chats_per_minute: 1_000_000 };
  return call(backend, "restore_chat", args);
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
      'instructions', (select jsonb_agg(t order by user_id, id) from public.instructions t),
      'chats', (select jsonb_agg(t order by id) from public.chats t),
      'messages', (select jsonb_agg(t order by id) from public.messages t),
      'attempts', (select jsonb_agg(t order by id) from private.attempts t),
      'pieces', (select jsonb_agg(t order by answer_id, position) from private.pieces t),
      'deleted chats', (select jsonb_agg(t order by id) from private.deleted_chats t),
      'imports', (select jsonb_agg(t order by user_id, id) from private.imports t),
      'imported pieces', (select jsonb_agg(t order by id) from private.imported_pieces t),
      'usage', (select jsonb_agg(t order by user_id, kind) from private.usage t),
      'memberships', (select jsonb_agg(t order by id) from private.memberships t),
      'membership events', (select jsonb_agg(t order by id) from private.membership_events t),
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

/** The effect of a call that is refused: an outcome alone, and no row is changed. */
export const refused = (outcome: string) => ({ answer: { outcome }, changed: false });
