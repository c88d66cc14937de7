import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { OpenAnswer } from "#contract";
import { listComing, readOpenAnswers, readReplies } from "#features/chat/data/open-answers-api.ts";
import { openAnswersQuery } from "#features/chat/data/open-answers-queries.ts";
import { followElsewhere } from "#features/chat/turns/follow.ts";
import { readTurn, sendTurn } from "#features/chat/turns/turn-api.ts";
import { turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { turnsOf } from "#features/chat/turns/turns.ts";
import { queryClient as client } from "#lib/query-client.ts";
import { message, openAnswerTo, replyTo } from "../../../../support/chat-rows.ts";
import { saved } from "../../../../support/turns.ts";

vi.mock(import("#features/chat/data/open-answers-api.ts"), { spy: true });
vi.mock(import("#features/chat/turns/turn-api.ts"), { spy: true });

const onEnded = vi.fn<Parameters<typeof followElsewhere>[1]>();
const question = message();
const asked = openAnswerTo(question, { id: "r2", model: "grok", status: "asked" });

/** Another one in each test, with turns of their own. */
let person: string;
/** What the database holds of answers on their way. */
let coming: readonly OpenAnswer[];

beforeEach(() => {
  person = crypto.randomUUID();
  coming = [asked];
  onEnded.mockClear();
  vi.useFakeTimers();
  vi.mocked(listComing).mockImplementation(async () => coming);
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
  const end = followElsewhere(person, onEnded);
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
  expect(listComing).toHaveBeenCalledTimes(6);
  coming = [];
  for (let read = 0; read < 5; read += 1) await second();
  expect(listComing).toHaveBeenCalledTimes(7);
});

it("reads once in ten seconds while an answer runs and nobody sees the page", async () => {
  coming = [{ ...asked, status: "running" }];
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await follow();
  for (let read = 0; read < 29; read += 1) await second();
  expect(listComing).toHaveBeenCalledTimes(3);
});

it("tells how an answer has ended whose stream this page has lost", async () => {
  const turn = turnOfQuestion(question, { answerId: asked.id, model: asked.model });
  coming = [{ ...asked, status: "running" }];
  vi.mocked(sendTurn).mockImplementation(async (_, __, onEvent) =>
    onEvent({ ...saved, userMessage: question, answerId: asked.id } as typeof saved),
  );
  await follow();
  expect(await turnsOf(person).send(turn)).toBeNull();
  await second();
  expect(onEnded).not.toHaveBeenCalled();
  coming = [];
  const reply = replyTo(question, { id: asked.id });
  vi.mocked(readTurn).mockResolvedValue({ question, replies: [reply], openAnswers: [] });
  await second();
  await vi.waitFor(() =>
    expect(onEnded).toHaveBeenLastCalledWith(expect.objectContaining({ failure: null })),
  );
});

it("follows an answer that another device has begun from the moment its chat is opened, also when it ends at once [answers.live]", async () => {
  coming = [];
  await follow();
  await second();
  const running = { ...asked, status: "running" } as const;
  vi.mocked(readOpenAnswers).mockResolvedValue([]).mockResolvedValueOnce([running]);
  vi.mocked(readReplies).mockResolvedValue([]);
  const opened = new QueryObserver(client, openAnswersQuery(person, asked.chat_id));
  onTestFinished(opened.subscribe(() => undefined));
  await second();
  expect(listComing).toHaveBeenCalledTimes(2);
  expect(readOpenAnswers).toHaveBeenCalledTimes(2);
});

it("reads a chat again whose answer had begun when the chat was read, and has ended when the following begins [answers.live]", async () => {
  coming = [];
  vi.mocked(readOpenAnswers).mockResolvedValue([]).mockResolvedValueOnce([asked]);
  vi.mocked(readReplies).mockResolvedValue([]);
  const opened = new QueryObserver(client, openAnswersQuery(person, asked.chat_id));
  onTestFinished(opened.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  expect(readOpenAnswers).toHaveBeenCalledTimes(1);
  await follow();
  await second();
  expect(readOpenAnswers).toHaveBeenCalledTimes(2);
});
