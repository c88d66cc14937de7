import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { StreamEvent } from "../../../supabase/functions/_shared/contract.ts";
import { connectBackend } from "../../../supabase/functions/_shared/database/backend.ts";
import { endpoint } from "../../../supabase/functions/_shared/endpoint/http.ts";
import { readTitles, readUsageLimits } from "../../../supabase/functions/_shared/limits.ts";
import { readProviderSettings } from "../../../supabase/functions/_shared/providers/provider-settings.ts";
import {
  readStreamLimits,
  STREAM_LIMITS,
} from "../../../supabase/functions/_shared/providers/stream-limits.ts";
import { JSON_SECONDS } from "../../../supabase/functions/_shared/time-limits.ts";
import type { TurnContext } from "../../../supabase/functions/_shared/turn/turn.ts";
import { createChat } from "../../../supabase/functions/create_chat/handler.ts";
import { importChats } from "../../../supabase/functions/import_chats/handler.ts";
import { membershipWebhook } from "../../../supabase/functions/membership_webhook/handler.ts";
import { readMembershipSettings } from "../../../supabase/functions/membership_webhook/settings-rules.ts";
import { search } from "../../../supabase/functions/search/handler.ts";
import { sendMessage } from "../../../supabase/functions/send_message/handler.ts";
import { startChat } from "../../../supabase/functions/start_chat/handler.ts";
import { updateChat } from "../../../supabase/functions/update_chat/handler.ts";
import { updateInstructions } from "../../../supabase/functions/update_instructions/handler.ts";
import {
  type TestBackend,
  type Kind,
  type Person,
  startBackend,
} from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { contents } from "../../support/database/turns.ts";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../../support/providers/scripted-provider.ts";

export const WEBHOOK_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export type Endpoint =
  | "create_chat"
  | "update_chat"
  | "update_instructions"
  | "search"
  | "import_chats"
  | "start_chat"
  | "send_message"
  | "membership_webhook";

export type Product = {
  backend: TestBackend;
  /** A request as it reaches the endpoint, body as given. */
  request: (name: Endpoint, init: RequestInit) => Promise<Response>;
  /** A JSON POST by a person. */
  post: (
    name: Endpoint,
    body: unknown,
    person?: Person,
  ) => Promise<{ status: number; body: unknown; headers: Headers }>;
  /** The same as an event stream; `onEvent` hears each event, `signal` leaves. */
  stream: (
    name: Endpoint,
    body: unknown,
    person: Person,
    onEvent?: (event: StreamEvent) => void,
    signal?: AbortSignal,
  ) => Promise<StreamEvent[]>;
  /** Someone whose membership is active. */
  member: () => Promise<Person>;
  /** Every row that a request could have touched, to compare before and after. */
  tables: () => Promise<string>;
  /** What was logged. */
  log: unknown[];
  /** Closes the database. */
  stop: () => Promise<void>;
};

/**
 * The handlers over a new database of a kind (on PostgreSQL the one at `url`, if given) or over one that is there, with
 * providers where `env` says.
 */
export async function startProduct(
  database: Kind | TestBackend,
  env: Record<string, string>,
  url?: string,
): Promise<Product> {
  const backend = typeof database === "string" ? await startBackend(database, url) : database;
  const log: unknown[] = [];
  const read = (name: string) => env[name];
  const context: TurnContext = {
    backend: connectBackend(backend.service, readUsageLimits(read)),
    settings: readProviderSettings(read),
    streamLimits: {
      ...readStreamLimits(read, false),
      namingMs: Number(env["NAMING_MS"] ?? STREAM_LIMITS.namingMs),
    },
    titles: readTitles(read),
    jsonMs: Number(env["JSON_MS"] ?? JSON_SECONDS * 1000),
    worker: { endsAt: Number.POSITIVE_INFINITY, ending: new AbortController().signal },
    waitUntil: () => {},
  };
  /** What goes on after an import. A database that is closed in the middle of it never ends. */
  const indexing: Promise<unknown>[] = [];
  const handlers = {
    create_chat: createChat(context),
    update_chat: updateChat(context),
    update_instructions: updateInstructions(context),
    search: search(context),
    import_chats: importChats({ ...context, waitUntil: (work) => void indexing.push(work) }),
    start_chat: startChat(context),
    send_message: sendMessage(context),
    membership_webhook: membershipWebhook({
      backend: context.backend,
      log: (line) => log.push(line),
      settings: readMembershipSettings((name) =>
        name === "MEMBERSHIP_WEBHOOK_SECRET" ? (env[name] ?? WEBHOOK_SECRET) : env[name],
      ),
    }),
  };
  const request = (name: Endpoint, init: RequestInit) =>
    endpoint(name, handlers[name], (line) => log.push(line))(
      new Request(`http://functions.test/${name}`, { method: "POST", ...init }),
    );
  const headers = (person?: Person) => ({
    "content-type": "application/json",
    ...(person && { authorization: `Bearer ${person.token}` }),
  });
  let people = 0;

  return {
    backend,
    request,
    log,
    stop: async () => {
      await Promise.all(indexing);
      await backend.stop();
    },
    post: async (name, body, person) => {
      const response = await request(name, {
        headers: headers(person),
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
    stream: async (name, body, person, onEvent = () => {}, signal) => {
      const response = await request(name, {
        headers: { ...headers(person), accept: "text/event-stream" },
        body: JSON.stringify(body),
      });
      return readEvents(response, onEvent, signal);
    },
    member: async () => {
      people += 1;
      const person = await backend.signUp(`member-${people}-${crypto.randomUUID()}@example.com`);
      await backend.sql(
        "update public.users set membership_status = 'active' where id = $1",
        person.id,
      );
      return person;
    },
    tables: () => contents(backend),
  };
}

async function readEvents(
  response: Response,
  onEvent: (event: StreamEvent) => void,
  signal?: AbortSignal,
): Promise<StreamEvent[]> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream") || !response.body) {
    throw new Error(`Not a stream: ${response.status} ${await response.text()}`);
  }
  const events: StreamEvent[] = [];
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  signal?.addEventListener("abort", () => void reader.cancel());
  let rest = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + chunk.value).split("\n\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((each) => each.startsWith("data:"))) {
      const event = JSON.parse(line.replace(/^data: /, "")) as StreamEvent;
      events.push(event);
      onEvent(event);
    }
  }
  return events;
}

export type DrivenProduct = {
  provider: ScriptedProvider;
  product: Product;
  member: Person;
  messagesOf: (
    chatId: string,
  ) => Promise<{ role: string; content: string; model: string | null }[]>;
  emptyChat: () => Promise<string>;
  /** A JSON POST by the member. */
  post: (name: Endpoint, body: unknown) => ReturnType<Product["post"]>;
  /** The same, which the provider answers with this text. */
  answered: (name: Endpoint, body: unknown, text: string) => ReturnType<Product["post"]>;
  sql: TestBackend["sql"];
};

/** A product with one member for the tests of a file, whose provider answers when the test says so; on the database at that address. */
export function setUpDrivenProduct(
  kind: Kind = "pglite",
  database?: () => Promise<string>,
): DrivenProduct {
  const setUp = {} as DrivenProduct;

  beforeAll(async () => {
    const provider = await startScriptedProvider();
    provider.script("by hand");
    const product = await startProduct(
      kind,
      {
        ...provider.env,
        TURNS_PER_MINUTE: "10000",
        TURNS_PER_DAY: "10000",
        CHATS_PER_MINUTE: "1000",
        SEARCHES_PER_MINUTE: "1000",
      },
      await database?.(),
    );
    const member = await product.member();
    const post = (name: Endpoint, body: unknown) => product.post(name, body, member);
    Object.assign(setUp, {
      provider,
      product,
      member,
      messagesOf: (chatId: string) =>
        product.backend.sql(
          "select role, content, model from public.messages where chat_id = $1 order by created_at",
          chatId,
        ),
      emptyChat: async () => {
        const { body } = await post("create_chat", {});
        return (body as { chat: { id: string } }).chat.id;
      },
      post,
      answered: async (name, body, text) => {
        const sending = post(name, body);
        await provider.answerNext(text);
        return sending;
      },
      sql: product.backend.sql,
    } satisfies DrivenProduct);
  });

  afterEach(async () => {
    expect(await brokenInvariants(setUp.product.backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  afterAll(async () => {
    await setUp.product.stop();
    await setUp.provider.stop();
  });

  return setUp;
}

/** New ids for a chat and its first message. */
export const newIds = () => ({ chatId: crypto.randomUUID(), messageId: crypto.randomUUID() });
