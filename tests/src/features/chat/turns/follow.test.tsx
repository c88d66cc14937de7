import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { OpenAnswer } from "#contract";
import { readOpenAnswers, readMessages } from "#features/chat/data/open-answers-api.ts";
import {
  currentAnswers,
  dispatch,
  onEnded,
  type TurnOutcome,
} from "#features/chat/turns/answers.ts";
import { followElsewhere } from "#features/chat/turns/follow.ts";
import { openAnswersQuery } from "#features/chat/turns/open-answers-queries.ts";
import { answersBeingSent } from "#features/chat/turns/sending-locks.ts";
import { readTurn, sendTurn } from "#features/chat/turns/turn-api.ts";
import { turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { turnsOf } from "#features/chat/turns/turns.ts";
import { queryClient as client } from "#lib/query-client.ts";
import { message, openAnswerTo, replyTo } from "../../../../support/chat-rows.ts";
import { saved } from "../../../../support/turns.ts";

vi.mock(import("#features/chat/data/open-answers-api.ts"), { spy: true });
vi.mock(import("#features/chat/turns/sending-locks.ts"), { spy: true });
vi.mock(import("#features/chat/turns/turn-api.ts"), { spy: true });

const outcome = vi.fn<(outcome: TurnOutcome) => void>();
const question = message();
const asked = openAnswerTo(question, { id: "r2", model: "grok", status: "asked" });

/** Another one in each test, with turns of their own. */
let person: string;
/** What the database holds of answers on their way. */
let coming: readonly OpenAnswer[];
/** How often it was read, for all chats and for one. */
let [polls, chatReads] = [0, 0];

beforeEach(() => {
  person = crypto.randomUUID();
  coming = [asked];
  outcome.mockClear();
  onTestFinished(onEnded(outcome));
  vi.mocked(readMessages).mockResolvedValue([]);
  vi.useFakeTimers();
  vi.mocked(readOpenAnswers).mockImplementation(async (chatId) => {
    if (chatId !== null) chatReads += 1;
    else polls += 1;
    return coming;
  });
  [polls, chatReads] = [0, 0];
  vi.mocked(readTurn).mockResolvedValue({ question, replies: [], openAnswers: [] });
  // Each request stays open: what becomes of it is the turn's concern.
  vi.mocked(sendTurn)
    .mockReset()
    .mockReturnValue(new Promise(() => undefined));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
});

/** Follows until the test ends, and until the first read is done. */
async function follow() {
  client.mount();
  const end = followElsewhere(person);
  onTestFinished(() => {
    end();
    client.unmount();
    client.clear();
  });
  await vi.advanceTimersByTimeAsync(0);
}
const second = () => vi.advanceTimersByTimeAsync(1000);
const requests = () => vi.mocked(sendTurn).mock.calls.map(([, turn]) => turn);

it("asks for an answer that waits by two reads, once, under its id and with its model [answers.all-each]", async () => {
  await follow();
  expect(requests()).toStrictEqual([]);
  await second();
  const request = { answerId: "r2", messageId: question.id, model: "grok" };
  await vi.waitFor(() => expect(requests()).toMatchObject([request]));
  for (let read = 0; read < 5; read += 1) await second();
  expect(requests()).toHaveLength(1);
});

it("leaves alone an answer that the page which wanted it asks for within a second", async () => {
  await follow();
  coming = [{ ...asked, status: "running" }];
  await second();
  await second();
  expect(requests()).toStrictEqual([]);
});

it("asks for nothing while the page is hidden, and does when it is seen", async () => {
  coming = [asked, openAnswerTo(message())];
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await follow();
  for (let read = 0; read < 5; read += 1) await second();
  expect(requests()).toStrictEqual([]);
  hidden.mockReturnValue(false);
  window.dispatchEvent(new Event("visibilitychange"));
  await second();
  await second();
  await vi.waitFor(() => expect(requests()).toHaveLength(1));
});

it("reads once a second while an answer runs, and no more when none does", async () => {
  coming = [{ ...asked, status: "running" }];
  await follow();
  for (let read = 0; read < 5; read += 1) await second();
  expect(polls).toBe(6);
  coming = [];
  for (let read = 0; read < 5; read += 1) await second();
  expect(polls).toBe(7);
});

it("reads once in ten seconds while an answer runs and nobody sees the page", async () => {
  coming = [{ ...asked, status: "running" }];
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await follow();
  for (let read = 0; read < 29; read += 1) await second();
  expect(polls).toBe(3);
});

it("tells how an answer has ended whose stream this page has lost", async () => {
  const turn = turnOfQuestion(question, { answerId: asked.id, model: asked.model });
  coming = [{ ...asked, status: "running" }];
  vi.mocked(sendTurn).mockImplementation(async (_, __, onEvent) =>
    onEvent({ ...saved, userMessage: question, answerId: asked.id } as typeof saved),
  );
  await follow();
  await turnsOf(person).send(turn);
  await second();
  expect(outcome).not.toHaveBeenCalled();
  coming = [];
  const reply = replyTo(question, { id: asked.id });
  vi.mocked(readMessages).mockResolvedValue([reply]);
  await second();
  await second();
  expect(outcome).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ failure: null }));
});

it("follows an answer that another device has begun from the moment its chat is opened, also when it ends at once [answers.live]", async () => {
  coming = [];
  await follow();
  await second();
  // It has ended before the next read.
  vi.mocked(readOpenAnswers).mockImplementation(async (chatId) => {
    if (chatId !== null) {
      chatReads += 1;
      return chatReads === 1 ? [{ ...asked, status: "running" }] : [];
    }
    polls += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return [];
  });
  const opened = new QueryObserver(client, openAnswersQuery(person, asked.chat_id));
  onTestFinished(opened.subscribe(() => undefined));
  await second();
  await second();
  expect([polls, chatReads]).toStrictEqual([2, 2]);
});

it("reads a chat again whose answer had begun when the chat was read, and has ended when the following begins [answers.live]", async () => {
  const opened = new QueryObserver(client, openAnswersQuery(person, asked.chat_id));
  onTestFinished(opened.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  expect(chatReads).toBe(1);
  coming = [];
  await follow();
  await second();
  expect(chatReads).toBe(2);
});

it("leaves alone what has ended here while a read was on its way that is older", async () => {
  coming = [{ ...asked, status: "running" }];
  await follow();
  const older = Promise.withResolvers<readonly OpenAnswer[]>();
  vi.mocked(readOpenAnswers).mockReturnValueOnce(older.promise);
  await second();
  const message = replyTo(question, { id: asked.id });
  dispatch(person, asked.id, { type: "stored", message });
  older.resolve(coming);
  await vi.advanceTimersByTimeAsync(0);
  expect(currentAnswers().size).toBe(0);
});

it("goes on with an answer whose stream is lost while a read is on its way that does not know it yet", async () => {
  coming = [openAnswerTo(message())];
  vi.mocked(sendTurn).mockImplementation(async (_, __, onEvent) => {
    onEvent({ ...saved, userMessage: question, answerId: asked.id } as typeof saved);
    onEvent({ type: "delta", text: "Hel" });
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await follow();
  const older = Promise.withResolvers<readonly OpenAnswer[]>();
  vi.mocked(readOpenAnswers).mockReturnValueOnce(older.promise);
  await second();
  void turnsOf(person).send(turnOfQuestion(question, { answerId: asked.id, model: asked.model }));
  coming = [...coming, { ...asked, status: "running", content: "Hello" }];
  await vi.advanceTimersByTimeAsync(50);
  older.resolve([]);
  await second();
  const followed = { isHere: false, failed: null, text: "Hello" };
  expect(currentAnswers().get(asked.id)).toMatchObject(followed);
  expect(outcome).not.toHaveBeenCalled();
});

it("in a tab that sleeps while another one streams an answer to its end, finds the message when it is seen", async () => {
  coming = [{ ...asked, status: "running", content: "Hel" }];
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await follow();
  await client.refetchQueries();
  expect(currentAnswers().get(asked.id)).toMatchObject({ text: "Hel" });
  const before = polls;
  coming = [];
  vi.mocked(readMessages).mockResolvedValue([replyTo(question, { id: asked.id })]);
  for (let asleep = 0; asleep < 5; asleep += 1) await second();
  expect(polls).toBe(before);
  hidden.mockReturnValue(false);
  window.dispatchEvent(new Event("visibilitychange"));
  await second();
  expect(currentAnswers().size).toBe(0);
  expect(readMessages).toHaveBeenCalledWith("id", [asked.id]);
  // The other tab does what follows.
  expect(outcome).not.toHaveBeenCalled();
});

it("does not read the message of an answer that another tab tells a moment after it has ended [conversation.other-tabs]", async () => {
  coming = [{ ...asked, status: "running", content: "Hel" }];
  await follow();
  await client.refetchQueries();
  coming = [];
  const isRead = client.refetchQueries();
  await vi.advanceTimersByTimeAsync(100);
  // As when its channel brings it.
  dispatch(person, asked.id, { type: "stored", message: replyTo(question, { id: asked.id }) });
  await second();
  await isRead;
  expect(readMessages).not.toHaveBeenCalled();
});

it("waits for a tab that is sent an answer to tell its message, and reads it all the same where that tab sleeps [conversation.other-tabs]", async () => {
  coming = [{ ...asked, status: "running", content: "Hel" }];
  await follow();
  await client.refetchQueries();
  vi.mocked(answersBeingSent).mockResolvedValue([asked.id]);
  coming = [];
  await second();
  await second();
  expect(readMessages).not.toHaveBeenCalled();
  vi.mocked(readMessages).mockResolvedValue([replyTo(question, { id: asked.id })]);
  await second();
  await second();
  expect(readMessages).toHaveBeenCalledExactlyOnceWith("id", [asked.id]);
  expect(currentAnswers().size).toBe(0);
});

it("asks for no text that the read before brings, and lets that one end [conversation.other-tabs]", async () => {
  const running = { ...asked, status: "running" } as const;
  coming = [{ ...running, content: "Hel" }];
  await follow();
  const slow = Promise.withResolvers<readonly OpenAnswer[]>();
  vi.mocked(readOpenAnswers).mockClear().mockReturnValueOnce(slow.promise);
  await second();
  const opened = new QueryObserver(client, openAnswersQuery(person, asked.chat_id));
  onTestFinished(opened.subscribe(() => undefined));
  void client.invalidateQueries();
  await vi.advanceTimersByTimeAsync(0);
  coming = [{ ...running, content: "Hello" }];
  slow.resolve(coming);
  await vi.advanceTimersByTimeAsync(0);
  const known = vi.mocked(readOpenAnswers).mock.calls.map(([, known]) => known.get(asked.id));
  const [first, ...others] = known.map((part) => part?.content);
  expect(first).toBe("Hel");
  expect(new Set(others)).toStrictEqual(new Set(["Hello"]));
});

it("on a slow network reads a chat once for all that wait, and no two reads bring the same text [conversation.other-tabs]", async () => {
  const running = { ...asked, status: "running" } as const;
  coming = [running];
  await follow();
  let text = "";
  const knew: (string | null | undefined)[] = [];
  vi.mocked(readOpenAnswers).mockImplementation(async (_, known) => {
    knew.push(known.get(asked.id)?.content);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    return [{ ...running, content: (text += "more ") }];
  });
  const opened = new QueryObserver(client, openAnswersQuery(person, asked.chat_id));
  onTestFinished(opened.subscribe(() => undefined));
  for (let times = 0; times < 9; times += 1) {
    void client.invalidateQueries();
    await second();
  }
  expect(knew).toHaveLength(3);
  expect(new Set(knew).size).toBe(3);
});

it("tells how an answer has failed whose stream was lost before it was read [failed.stays]", async () => {
  coming = [];
  vi.mocked(sendTurn).mockImplementation(async (_, __, onEvent) => {
    onEvent({ ...saved, userMessage: question, answerId: asked.id } as typeof saved);
    onEvent({ type: "delta", text: "Hel" });
  });
  await follow();
  // Without a chat the server returns of those that have failed only what is asked for by name.
  vi.mocked(readOpenAnswers).mockImplementation(async (_, known) =>
    known.has(asked.id) ? [{ ...asked, status: "failed", content: "Hel" }] : [],
  );
  await turnsOf(person).send(turnOfQuestion(question, { answerId: asked.id, model: asked.model }));
  await second();
  expect(outcome).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ failure: expect.anything() }),
  );
});
