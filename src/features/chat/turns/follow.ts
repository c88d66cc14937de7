import { QueryObserver } from "@tanstack/react-query";
import { upsertMessages } from "#features/chat/data/chat-cache.ts";
import { type ChatChange, onOtherTabs, refreshChat } from "#features/chat/data/chat-channel.ts";
import { runningKey } from "#features/chat/data/chat-queries.ts";
import { queryClient, readAgain } from "#lib/query-client.ts";
import { type Answer, isRead } from "./answer-rules.ts";
import { answers, currentAnswers, dispatch } from "./answers.ts";
import { runningQuery } from "./open-answers-queries.ts";
import { readTurn } from "./turn-api.ts";
import { turnOfQuestion } from "./turn-rules.ts";
import { turnsOf } from "./turns.ts";

const READ_EVERY_MS = 1000;
/** The same while nobody sees the page. */
const HIDDEN_READ_EVERY_MS = 10_000;

/**
 * Keeps the page in step with what a person does in other tabs and on other devices: one read a second of the answers that
 * are on their way and that this page does not stream itself, as long as there are any; one in ten seconds while it is
 * hidden. Returns a function that ends it.
 */
export function followElsewhere(userId: string): () => void {
  const end = new AbortController();
  const turns = turnsOf(userId);
  /** The answers that waited to be asked for by the read before. */
  let waiting: ReadonlySet<string> = new Set();
  let readAt = 0;
  const read = () => [...currentAnswers().values()].filter(isRead);
  const isFollowed = ({ isBegun }: Answer) => isBegun || !document.hidden;

  const observer = new QueryObserver(queryClient, {
    ...runningQuery(userId),
    refetchInterval: (query) =>
      read().some(isFollowed)
        ? document.hidden
          ? HIDDEN_READ_EVERY_MS
          : READ_EVERY_MS
        : !document.hidden && readAgain(query),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: "always",
  });
  // What has begun or ended elsewhere has changed its chat. What a chat's own read tells is followed from then on.
  let before = read();
  const onAnswers = () => {
    const known = before;
    before = read();
    const begun = without(before, known);
    const over = without(known, before).filter(({ id }) => !currentAnswers().get(id)?.isHere);
    const isReading = queryClient.isFetching({ queryKey: runningKey(userId) }) > 0;
    if (begun.length > 0 && !isReading) readRunning();
    for (const { chatId } of isReading ? begun : []) refreshChat({ userId, chatId });
    // Its message was read by its id.
    for (const { chatId } of over) refreshChat({ userId, chatId }, false);
  };
  const unsubscribe = observer.subscribe(({ dataUpdatedAt }) => {
    if (dataUpdatedAt === readAt) return;
    readAt = dataUpdatedAt;
    askForWaiting();
  });
  const unwatch = answers.subscribe(onAnswers);

  /**
   * Asks for the answers that the page which wanted them was closed before it could ask for: those that wait by two
   * reads. A page that is there asks at once.
   */
  function askForWaiting() {
    const asked = document.hidden ? [] : read().filter(({ isBegun }) => !isBegun);
    const left = asked.filter(({ id }) => waiting.has(id));
    waiting = new Set(asked.map(({ id }) => id));
    // Where the question cannot be read, the next read tries it again.
    for (const answer of left) askFor(answer).catch(() => undefined);
  }

  async function askFor({ id: answerId, questionId, chatId, model }: Answer) {
    const { question } = await readTurn(questionId, chatId);
    if (question !== null) void turns.send(turnOfQuestion(question, { answerId, model }));
  }

  const readRunning = () => {
    if (!document.hidden) void queryClient.invalidateQueries({ queryKey: runningKey(userId) });
  };
  const onChange = async ({ chatId, stored }: ChatChange) => {
    // What another tab was sent need not be read.
    if (stored) await upsertMessages(userId, chatId, stored);
    for (const message of stored ?? []) dispatch(userId, message.id, { type: "stored", message });
    refreshChat({ userId, chatId }, !stored);
    readRunning();
  };
  onOtherTabs(userId, (change) => void onChange(change), end);
  // The browser's back/forward cache, where a page hears of no change.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) void queryClient.invalidateQueries();
  };
  // What was asked and answered elsewhere meanwhile. When the page is seen again, the cache does so itself.
  const onFocus = () => {
    void queryClient.refetchQueries({ type: "active", stale: true }, { cancelRefetch: false });
  };
  window.addEventListener("pageshow", onShow, end);
  window.addEventListener("focus", onFocus, end);
  return () => {
    unsubscribe();
    unwatch();
    end.abort();
  };
}

/** The answers that are not among others. */
const without = (some: readonly Answer[], others: readonly Answer[]) =>
  some.filter(({ id }) => others.every((other) => other.id !== id));
