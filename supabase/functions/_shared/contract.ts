import { z } from "zod";
import { ERROR_CODES } from "./error-codes.ts";
import { MODEL_IDS, type ModelId } from "./models.ts";
import {
  CONTENT_BYTES,
  INSTRUCTIONS_LIMIT,
  MESSAGE_LIMIT,
  oneLine,
  QUERY_LIMIT,
  TITLE_LIMIT,
  trimText,
} from "./text-rules.ts";

/** The text of every refusal for want of an active membership. */
export const MEMBERSHIP_REQUIRED = "Active membership required";

/** The endpoints that the page calls: `POST /api/<name>` runs `supabase/functions/<name>/index.ts`. */
export type EndpointName =
  | "create_chat"
  | "update_chat"
  | "update_instructions"
  | "search"
  | "import_chats"
  | "start_chat"
  | "send_message";

const timestamp = z.string();
const id = (name: string) =>
  z.uuid(`The ${name} must be a UUID.`).transform((value) => value.toLowerCase());
const model = z.enum(MODEL_IDS, `The model must be one of ${MODEL_IDS.join(", ")}.`);
const COMPARES = "What is compared is a list of 1 to 12 different replies.";
const differentOnes = <Name extends z.ZodType<string>>(name: Name) =>
  z
    .array(name, COMPARES)
    .min(1, COMPARES)
    .max(12, COMPARES)
    .refine((names) => new Set(names).size === names.length, COMPARES);
const TOGETHER = `What is asked together is a list of 2 to ${MODEL_IDS.length} answers.`;
/** The answers of several models that are asked for together, in their order on the screen. */
const together = z
  .array(z.object({ answerId: id("answerId in together"), model }, TOGETHER), TOGETHER)
  .min(2, TOGETHER)
  .max(MODEL_IDS.length, TOGETHER);
export type AskedAnswer = z.infer<typeof together>[number];
/** Which answer a request asks for. */
const asked = {
  answerId: id("answerId").optional(),
  model: model.optional(),
  together: together.optional(),
};
const NOT_TOGETHER =
  "What is asked together has an answerId for each, and one is that of this request.";
const isTogether = ({ answerId, model, together = [] }: z.output<z.ZodObject<typeof asked>>) =>
  together.length === 0 ||
  (new Set(together.map((one) => one.answerId)).size === together.length &&
    together.some((one) => one.answerId === answerId && one.model === (model ?? one.model)));

export const chatSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  title: z.string().nullable(),
  model: z.enum(MODEL_IDS),
  last_message_at: timestamp.nullable(),
  /** The time of the newest answer; null while there is none. Copies and comparisons do not count. */
  last_answer_at: timestamp.nullable(),
  created_at: timestamp,
  /** Where the chat began as a copy: its source, which may be deleted by now. */
  copied_from_chat: z.uuid().nullable(),
  copied_from_message: z.uuid().nullable(),
  /** The answer that was chosen among several. It counts while its question is the last. */
  chosen_answer: z.uuid().nullable(),
  /** Up to when the person has seen the chat's answers, on any device. Null counts as all. */
  seen_at: timestamp.nullable(),
});
export type Chat = z.infer<typeof chatSchema>;

export const messageSchema = z.object({
  id: z.uuid(),
  chat_id: z.uuid(),
  created_at: timestamp,
  direction: z.enum(["inbound", "outbound"]),
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  model: z.enum(MODEL_IDS).nullable(),
  /** On a reply: the id of the question it answers. */
  reply_to: z.uuid().nullable(),
  /** On a reply: when the person stopped it. */
  stopped_at: timestamp.nullable(),
  /** On a question: the id of the answer before it that the person goes on from. */
  follows: z.uuid().nullable(),
  /** On a reply: the provider's own name of the model. */
  provider_model: z.string().nullable(),
  /** On a reply: when the provider was asked, and how many milliseconds the first text and the whole took. */
  asked_at: timestamp.nullable(),
  first_text_ms: z.number().nullable(),
  took_ms: z.number().nullable(),
  /** On a reply: what the provider counted. The cached tokens are part of the input tokens. */
  input_tokens: z.number().nullable(),
  cached_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  /** On a reply: the id of the first message that the model was given; null when it was given all before it. */
  context_from: z.uuid().nullable(),
  /** On a question: the answers that were asked for together. */
  asked_together: together.nullable(),
  /** On a question: when each model last declined to answer it. */
  refusals: z.partialRecord(z.enum(MODEL_IDS), timestamp).nullable(),
  /**
   * On a comparison: the ids of the replies that it is about; a second opinion has one. It is no reply: no model is
   * given it, and no question follows it. Null on every other message.
   */
  compares: z.array(z.uuid()).nullable(),
  /** How many tokens of these the model was given; null when it was given all. */
  compared_tokens: z.number().nullable(),
  /** On a reply: the id of the instructions that the model was given, as a row of `instructions`; null for none. */
  instructions_id: z.uuid().nullable(),
});
export type Message = z.infer<typeof messageSchema>;

/** An answer that is no message yet, as the SQL function `open_answers` returns it. */
export const openAnswerRowSchema = z.object({
  id: z.uuid(),
  chat_id: z.uuid(),
  question_id: z.uuid(),
  model: z.enum(MODEL_IDS),
  /** By the database's clock. `asked`: nobody has begun it. `stopped`: by the person, before anything was stored. */
  status: z.enum(["asked", "running", "stopped", "failed"]),
  /** The model that wrote the text. */
  writer: z.enum(MODEL_IDS),
  /** The text and the code of the error that the person got when it broke off; null where there was none. */
  reason: z.string().nullable(),
  code: z.string().nullable(),
  asked_at: timestamp,
  context_from: z.uuid().nullable(),
  /** As on a message. */
  compares: z.array(z.uuid()).nullable(),
  compared_tokens: z.number().nullable(),
  instructions_id: z.uuid().nullable(),
  /** Names the text: that of a new try has another one. */
  text_id: z.number(),
  /** How much of the text the caller has, in characters of the database; null where they need none of it. */
  text_from: z.number().nullable(),
  /** What comes after that; null where nothing was written, or none is needed. */
  text: z.string().nullable(),
});
export type OpenAnswerRow = z.infer<typeof openAnswerRowSchema>;

/** An answer that is no message yet. `content`: what was written so far, or by an earlier try. */
export type OpenAnswer = Omit<OpenAnswerRow, "text" | "text_from"> & {
  readonly content: string | null;
};

const tooLong = (what: string, limit: number) =>
  `${what} can have at most ${limit.toLocaleString("en-US")} characters.`;

/** A text without NUL, with lone surrogates replaced, tidied, of at most `limit` characters. */
const anyTextOf = (
  what: string,
  limit: number,
  tidy: (text: string) => string,
  fits = (text: string) => text.length <= limit,
) =>
  z
    .string(`${what} must be text.`)
    .refine((text) => !text.includes("\0"), `${what} cannot contain the NUL character.`)
    .transform((text) => tidy(text.toWellFormed()))
    .refine(fits, tooLong(what, limit));
/** The same, of at least one character. */
const textOf = (...[what, ...rules]: Parameters<typeof anyTextOf>) =>
  anyTextOf(what, ...rules).refine((text) => text !== "", `${what} cannot be empty.`);
const messageText = textOf("A message", MESSAGE_LIMIT, trimText);
/** Longer, because an imported message may be asked again. */
const storedText = textOf(
  "A message",
  MESSAGE_LIMIT,
  trimText,
  (text) => new TextEncoder().encode(text).length <= CONTENT_BYTES,
);
/** The text of the refusal of a new message that is too long. */
export const MESSAGE_TOO_LONG = tooLong("A message", MESSAGE_LIMIT);
const title = textOf("A title", TITLE_LIMIT, oneLine);
const query = textOf("A search", QUERY_LIMIT, trimText);

/** POST /api/create_chat. An empty body is valid. */
export const createChatRequest = z.object({
  chatId: id("chatId").optional(),
  model: model.optional(),
});
export type CreateChatRequest = z.input<typeof createChatRequest>;

/** POST /api/update_chat with a `title`: gives a chat of the person another title. */
export const renameChatRequest = z.object({ chatId: id("chatId"), title });
export type RenameChatRequest = z.input<typeof renameChatRequest>;

/** POST /api/update_chat with `restore: true`: undoes the deletion of a chat of the person within ten minutes. */
export const restoreChatRequest = z.object({ chatId: id("chatId"), restore: z.literal(true) });
export type RestoreChatRequest = z.input<typeof restoreChatRequest>;

/** POST /api/update_chat with an `answerId`: chooses one of several answers to the last question of a chat of the person. */
export const chooseAnswerRequest = z.object({ chatId: id("chatId"), answerId: id("answerId") });
export type ChooseAnswerRequest = z.input<typeof chooseAnswerRequest>;

const SEEN = "What was seen is the last_answer_at of a chat.";
/** POST /api/update_chat with `seen`, a `last_answer_at`: the person has seen the answers of a chat up to that one. */
export const seeChatRequest = z.object({
  chatId: id("chatId"),
  seen: z.iso
    .datetime({ offset: true, error: SEEN })
    .refine((at) => Date.parse(at) > 0 && /(Z|\+00:00)$/.test(at), SEEN),
});
export type SeeChatRequest = z.input<typeof seeChatRequest>;
export type UpdateChatResponse = { chat: Chat };

/** POST /api/update_instructions: what the person asks of all models; an empty text removes it. */
export const updateInstructionsRequest = z.object({
  instructions: anyTextOf("The text", INSTRUCTIONS_LIMIT, trimText),
});
export type UpdateInstructionsRequest = z.input<typeof updateInstructionsRequest>;
/** The text as it is stored. */
export type UpdateInstructionsResponse = { instructions: string };

/** POST /api/search. `before`: what the previous page of results returned. */
export const searchRequest = z.object({
  query,
  before: z.string("The place to go on from must be text.").nullish(),
});
export type SearchRequest = z.input<typeof searchRequest>;
/** A message that was found, or a title: then there is no message and no role. */
export type SearchResult = {
  chatId: string;
  title: string | null;
  messageId: string | null;
  role: Message["role"] | null;
  /** When the message was written; of a title, when the chat's newest message was. */
  createdAt: string;
  /** The text around the words, in pieces; `match` where one is to be marked. */
  excerpt: { text: string; match: boolean }[];
};
/** Newest first. `before` asks for what comes next; null at the end. */
export type SearchResponse = { results: SearchResult[]; before: string | null };

/** Where chats can be imported from. The last one is an export of this product. */
export const IMPORT_SOURCES = [
  "chatgpt",
  "claude",
  "openwebui",
  "librechat",
  "chatbotui",
  "quartet",
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

const importSource = z.enum(
  IMPORT_SOURCES,
  `The source must be one of ${IMPORT_SOURCES.join(", ")}.`,
);
const NO_KEY = "A key is a text of 1 to 200 characters.";
/** A source's own key of a chat or a message. */
const sourceKey = z
  .string(NO_KEY)
  .min(1, NO_KEY)
  .max(200, NO_KEY)
  .refine((key) => key.isWellFormed() && !key.includes("\0"), NO_KEY);
const NO_TIME = "A time in a chat is an ISO time with its offset.";
const sourceTime = z.iso.datetime({ offset: true, error: NO_TIME }).nullish();
const sourceText = (what: string) => z.string(`${what} must be text.`);

/**
 * A message of a source. `replyTo`: the key of its question. `chosen`: whether it was the reply shown. `compares`, in
 * an export of this product: the keys of the replies that it compares. `instructions`: those that its model was given.
 */
const importedMessage = z.object(
  {
    key: sourceKey,
    role: z.enum(["user", "assistant"], "The role of a message is user or assistant."),
    content: sourceText("A message"),
    createdAt: sourceTime,
    /** One of our models, or any other one's name. */
    model: sourceText("The model").nullish(),
    providerModel: sourceText("The providerModel").nullish(),
    replyTo: sourceKey.nullish(),
    chosen: z.boolean("The chosen must be true or false.").nullish(),
    stoppedAt: sourceTime,
    compares: differentOnes(sourceKey).nullish(),
    instructions: sourceText("The instructions").nullish(),
  },
  "A message has a key, a role and a content.",
);
/**
 * A chat from elsewhere, or a part of it. `again`: also when it was deleted here. `after`: the key of the message
 * before the part.
 */
export const importedChat = z.object({
  key: sourceKey,
  title: sourceText("A title").nullish(),
  createdAt: sourceTime,
  model: sourceText("The model").nullish(),
  again: z.boolean("The again must be true or false.").nullish(),
  after: sourceKey.nullish(),
  messages: z.array(importedMessage, "A chat has a list of messages."),
});
export type ImportedChat = z.input<typeof importedChat>;

/** The largest body of POST /api/import_chats, in bytes. */
export const IMPORT_LIMIT = 2 * 1024 * 1024;

/**
 * POST /api/import_chats: adds chats from elsewhere. Each is checked by itself, with `importedChat`, so that one that
 * is not valid does not stop the others.
 */
export const importChatsRequest = z.object({
  importId: id("importId"),
  source: importSource,
  chats: z.array(
    z.looseObject({ key: sourceKey }, "A chat has a key."),
    "What is imported is a list of chats.",
  ),
});
export type ImportChatsRequest = Omit<z.input<typeof importChatsRequest>, "chats"> & {
  chats: ImportedChat[];
};

const LOOK = "What is looked for is a list of chats, each with a key and the keys of its messages.";
/** POST /api/import_chats with `look`: returns what of a source is stored already, and writes nothing. */
export const lookAtImportsRequest = z.object({
  source: importSource,
  look: z.array(z.object({ key: sourceKey, messages: z.array(sourceKey, LOOK) }, LOOK), LOOK),
});
export type LookAtImportsRequest = z.input<typeof lookAtImportsRequest>;

/** POST /api/import_chats with `undo: true`: undoes an import within ten minutes of its newest batch. */
export const undoImportRequest = z.object({ importId: id("importId"), undo: z.literal(true) });
export type UndoImportRequest = z.input<typeof undoImportRequest>;

/** POST /api/import_chats with `imports: true`: returns the imports that can still be undone, and writes nothing. */
export const undoableImportsRequest = z.object({ imports: z.literal(true) });
export type UndoableImportsRequest = z.input<typeof undoableImportsRequest>;
/** Those that have added something, the newest first, 50 at most. `until`: when the ten minutes of an import are over. */
export type UndoableImportsResponse = {
  imports: { importId: string; until: string; chats: number; messages: number }[];
};

/**
 * The result of each chat, in the order of the request: how many of its messages were added, and how many were stored
 * before, or after an undo remain. `problem`, a text fit to show: why it was not imported, or undone, as a whole.
 * `chatId`: null where the chat could not be read or stored.
 */
export type ImportChatsResponse = {
  chats: { key: string; chatId: string | null; added: number; here: number; problem?: string }[];
};

/**
 * POST /api/start_chat. With `from`, an own message of another chat, the new chat begins with copies of what models are
 * given before that message.
 */
export const startChatRequest = z
  .object({
    message: messageText,
    chatId: id("chatId").optional(),
    messageId: id("messageId").optional(),
    ...asked,
    from: z
      .object(
        { chatId: id("chatId in from"), messageId: id("messageId in from") },
        "A copy is made from a chatId and a messageId.",
      )
      .optional(),
  })
  .refine(isTogether, NOT_TOGETHER);
export type StartChatRequest = z.input<typeof startChatRequest>;

/**
 * POST /api/send_message. A message over 32,000 characters is taken only where it is stored already, by an import.
 * `answerId` is the id that the reply will have; a new one, for the last message of a chat, asks again.
 * `follows` is the reply before the message that the person goes on from; with `unlessChosen` one that was chosen on
 * any device comes first. A reply to an earlier message is ignored: another page has sent in between.
 * `compares`, with the `messageId` of a stored message and a new `answerId`, asks a model to compare whole replies to
 * it, or to check one.
 * `together`, with a new message, names all replies that are asked for with it, this one too: every device shows them
 * side by side. The others are asked for by requests of their own, from any page that sees them.
 */
export const sendMessageRequest = z
  .object({
    chatId: id("chatId"),
    message: storedText,
    messageId: id("messageId").optional(),
    ...asked,
    follows: id("follows").optional(),
    unlessChosen: z.boolean("The unlessChosen must be true or false.").optional(),
    compares: differentOnes(id("replies that are compared")).optional(),
  })
  .refine(
    ({ message, messageId }) => messageId || message.length <= MESSAGE_LIMIT,
    MESSAGE_TOO_LONG,
  )
  .refine(isTogether, NOT_TOGETHER)
  .refine(
    ({ compares, messageId, answerId, together }) =>
      !compares || (messageId && answerId && !together),
    "What compares replies has the messageId of their message and an answerId, and is not asked together with others.",
  );
export type SendMessageRequest = z.input<typeof sendMessageRequest>;

/**
 * POST /api/send_message with `stop: true`: ends the replies to a message that are being written, or the one of
 * `answerId`; what was written so far is kept.
 */
export const stopRequest = z.object({
  chatId: id("chatId"),
  messageId: id("messageId"),
  answerId: id("answerId").optional(),
  stop: z.literal(true),
});
export type StopRequest = z.input<typeof stopRequest>;
export type StopResponse = { stopped: true };

/** How a model is doing, by this product's own turns of the last ten minutes. */
export const MODEL_HEALTHS = ["good", "slow", "failing", "unknown"] as const;
export type ModelHealth = (typeof MODEL_HEALTHS)[number];

/**
 * GET /api/health: whether the database responds, how each model is doing, and the version of the newest migration that
 * the database has, null where it does not say.
 */
export type HealthResponse = {
  ok: boolean;
  models: Record<ModelId, ModelHealth>;
  migration: string | null;
};

export type CreateChatResponse = { chat: Chat };
/** How many more messages a limit allows the member, and until when. */
export type MessagesLeft = { count: number; until: string };
/** By the tighter of the two limits. `near`: by the tighter one of which nine tenths are used; null when there is none. */
export type TurnsLeft = MessagesLeft & { near: MessagesLeft | null };
/**
 * What callers learn when a turn begins. `contextFrom`: the id of the first message that the model is given; null for
 * the whole conversation, or when another request asked it. `answerId`: the id of the reply. `turnsLeft`: null when
 * nothing was counted, because the reply is stored or on its way already.
 */
export type TurnStart = {
  contextFrom: string | null;
  answerId: string;
  turnsLeft: TurnsLeft | null;
};
export type SendMessageResponse = { userMessage: Message; aiMessage: Message } & TurnStart;
export type StartChatResponse = SendMessageResponse & { chat: Chat };
/** The body of every error, whatever the status: a text fit to show, and the code programs decide by. */
export const errorResponse = z.object({ error: z.string(), code: z.enum(ERROR_CODES) });
export type ErrorResponse = z.infer<typeof errorResponse>;
/** The body of status 504 for a turn that goes on: its answer will be the message `answerId` of the chat. */
export type TurnTimedOut = ErrorResponse & { chatId: string; messageId: string; answerId: string };

/**
 * One `data:` line of a streamed turn (`Accept: text/event-stream`): the user's message first, then text as it is
 * written, and perhaps once the name that a model gave to the new chat, then exactly one of `ai_message` or `error`.
 */
export type StreamEvent =
  | ({ type: "user_message"; chat: Chat; userMessage: Message } & TurnStart)
  | { type: "delta"; text: string }
  | { type: "title"; title: string }
  | { type: "ai_message"; aiMessage: Message }
  | ({ type: "error"; retryable: boolean } & ErrorResponse);
