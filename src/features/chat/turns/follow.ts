import { QueryObserver } from "@tanstack/react-query";
import type { OpenAnswer } from "#contract";
import { upsertOpenAnswers } from "#features/chat/data/chat-cache.ts";
import { onOtherTabs, refreshChat } from "#features/chat/data/chat-channel.ts";
import { openAnswersKey, runningKey } from "#features/chat/data/chat-queries.ts";
import { isComing } from "#features/chat/data/message-rules.ts";
import { runningQuery } from "#features/chat/data/open-answers-queries.ts";
import { queryClient, readAgain } from "#lib/query-client.ts";
import { readTurn } from "./turn-api.ts";
import { turnOfQuestion } from "./turn-rules.ts";
import { type TurnOutcome, turnsOf } from "./turns.ts";

const READ_EVERY_MS = 1000;
/** The same while nobody sees the page. */
const HIDDEN_READ_EVERY_MS = 10_000;

/**
 * Keeps the page in step with what a person does in other tabs and on other devices: one read a second of the answers that
 * are on their way and that this page does not stream itself, as long as there are any; one in ten seconds while it is
 * hidden. Returns a function that ends it.
 * @param onEnded Takes how an answer ended whose stream this page has lost.
 */
export function followElsewhere(
  userId: string,
  onEnded: (outcome: TurnOutcome) => void,
): () => void {
  const end = new AbortController();
  const turns = turnsOf(userId);
  /** Whether this page asks for an answer, or has and could not. */
  const isOwn = (id: string) => turns.get(id) !== undefined;
  /** The answers that waited to be asked for by the read before. */
  let waiting: ReadonlySet<string> = new Set();
  /** Those of them that this page has asked for. */
  const askedFor = new Set<string>();
  // What a chat's own read has told until now may have ended since.
  const queryKey = openAnswersKey(userId, "").slice(0, 2);
  const told = queryClient.getQueriesData<readonly OpenAnswer[]>({ queryKey });
  let before: readonly OpenAnswer[] = told.flatMap(([, rows = []]) => rows).filter(isComing);
  let readAt = 0;

  const isFollowed = ({ id, status }: OpenAnswer) =>
    !isOwn(id) && (status === "running" || (!document.hidden && !askedFor.has(id)));

  const observer = new QueryObserver(queryClient, {
    ...runningQuery(userId),
    refetchInterval: (query) =>
      query.state.data?.some(isFollowed)
        ? document.hidden
          ? HIDDEN_READ_EVERY_MS
          : READ_EVERY_MS
        : !document.hidden && readAgain(query),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: "always",
  });
  const unsubscribe = observer.subscribe(({ data = [], dataUpdatedAt }) => {
    if (dataUpdatedAt === readAt) return;
    readAt = dataUpdatedAt;
    const known = before;
    before = data;
    data.forEach(updateRow);
    askForWaiting(data);
    const begun = without(data, known).filter(({ id }) => !isOwn(id));
    const ended = without(known, data).filter(({ id }) => !isOwn(id));
    ended.forEach((row) => void turns.ended(row).then(onEnded));
    const changed = new Set([...begun, ...ended].map((row) => row.chat_id));
    changed.forEach((chatId) => refreshChat({ userId, chatId }));
  });

  // A chat that is opened may have an answer that another device has begun. It counts as known, so that it is followed to
  // its end also when that comes before the next read.
  const unwatch = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    const { queryKey, state } = event.query;
    if (queryKey[0] !== openAnswersKey("", "")[0] || queryKey[1] !== userId) return;
    const rows = without(state.data as readonly OpenAnswer[], before);
    const found = rows.filter((row) => isComing(row) && !isOwn(row.id));
    if (found.length === 0) return;
    before = [...before, ...found];
    readRunning();
  });

  /** Puts what a row tells apart from its text, which has a place of its own, into its chat. */
  function updateRow(row: OpenAnswer) {
    const queryKey = openAnswersKey(userId, row.chat_id);
    const cached = queryClient
      .getQueryData<readonly OpenAnswer[]>(queryKey)
      ?.find(({ id }) => id === row.id);
    if (cached === undefined) return;
    const keys = ["status", "model", "writer"] as const;
    if (keys.some((key) => cached[key] !== row[key]) && !isOwn(row.id))
      upsertOpenAnswers(userId, row.chat_id, [row]);
  }

  /**
   * Asks for the answers that the page which wanted them was closed before it could ask for: those that wait by two
   * reads. A page that is there asks at once.
   */
  function askForWaiting(rows: readonly OpenAnswer[]) {
    const asked = document.hidden ? [] : rows.filter(({ status }) => status === "asked");
    const left = asked.filter(({ id }) => waiting.has(id) && !askedFor.has(id) && !isOwn(id));
    waiting = new Set(asked.map(({ id }) => id));
    for (const row of left) {
      askedFor.add(row.id);
      askFor(row).catch(() => askedFor.delete(row.id));
    }
  }

  async function askFor({ id: answerId, question_id, chat_id, model }: OpenAnswer) {
    const { question } = await readTurn(question_id, chat_id);
    if (question !== null) void turns.send(turnOfQuestion(question, { answerId, model }));
  }

  const readRunning = () => {
    if (!document.hidden) void queryClient.invalidateQueries({ queryKey: runningKey(userId) });
  };
  onOtherTabs(userId, readRunning, end);
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
function without(rows: readonly OpenAnswer[], others: readonly OpenAnswer[]) {
  return rows.filter(({ id }) => others.every((other) => other.id !== id));
}
