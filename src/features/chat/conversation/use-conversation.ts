import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Chat } from "#contract";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { changeChat } from "#features/chat/data/chat-api.ts";
import { chatFromList, upsertChanged, upsertMessages } from "#features/chat/data/chat-cache.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { useIsBeingCreated } from "#features/chat/data/chat-creations.ts";
import {
  type ChatPages,
  chatKey,
  chatQuery,
  chatsKey,
  messagesKey,
  messagesQuery,
  openAnswersKey,
  runningKey,
} from "#features/chat/data/chat-queries.ts";
import { comparisonsQuery } from "#features/chat/data/comparisons-api.ts";
import { chatFromCopy, useNoteUnread, useStoredCopy } from "#features/chat/data/copies.ts";
import { type LoadedMessages, loadedMessages } from "#features/chat/data/message-pages-rules.ts";
import { mergeMessages } from "#features/chat/data/message-rules.ts";
import { readMessages } from "#features/chat/data/open-answers-api.ts";
import { useMemory } from "#features/chat/details/use-memory.ts";
import { restoreDeleted } from "#features/chat/drafts/deleted-rules.ts";
import { boxAt, startsChatAt } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { withViewed } from "#features/chat/models/answer-choice-rules.ts";
import { answerChoices } from "#features/chat/models/answer-choices.ts";
import { setModel } from "#features/chat/models/model-choice.ts";
import { recoverChatOutbox, showSentElsewhere } from "#features/chat/sending/outbox-recovery.ts";
import { answers, answersIn } from "#features/chat/turns/answers.ts";
import { openAnswersQuery, readAnswersIn } from "#features/chat/turns/open-answers-queries.ts";
import { UNREAD_AT_MOST_MS } from "#features/chat/turns/turn-rules.ts";
import { turnsOf } from "#features/chat/turns/turns.ts";
import { NOTICES, notify, withdraw } from "#lib/notices.ts";
import { hasFailed } from "#lib/query-client.ts";
import { serverTime } from "#lib/session.ts";
import { useStore } from "#lib/store.ts";
import { conversation, unansweredIn } from "./conversation-rules.ts";
import { useNamedMessage } from "./named-message.ts";

/** When replies that are being written could not be read for so long, the page says so. They are read once a second. */
const BEHIND_AT_MOST_MS = 3_000;

export type OpenedChat = ReturnType<typeof useConversation>;

/** A chat with everything its pane shows: the messages of the database, and the turns of this tab. */
export function useConversation(userId: string, chatId: string) {
  // There is nothing to read of a chat that its first message will start.
  const isToStart = useStore(draftStore(userId), (drafts) => startsChatAt(drafts, chatId));
  // An open chat that another tab deletes is left at once, before the server has been asked.
  const deletedAt = useStore(draftStore(userId), (drafts) => boxAt(drafts, chatId).deletedAt);
  const [wasThere] = useState(deletedAt === null);
  // It stays left until it is read again, also when its deletion becomes final.
  const [leftAt, setLeftAt] = useState<number | null>(null);
  if (wasThere && deletedAt !== null && deletedAt !== leftAt) setLeftAt(deletedAt);
  const chat = useQuery({
    ...chatQuery(userId, chatId),
    enabled: !isToStart,
    placeholderData: () => chatFromList(userId, chatId),
  });
  const { named, isLoading, leave } = useNamedMessage(userId, chatId);
  // The newest page is not read first when the address names a message: it would be dropped at once.
  const messages = useInfiniteQuery({
    ...messagesQuery(userId, chatId),
    enabled: !isLoading && !isToStart,
  });
  const openAnswers = useQuery({ ...openAnswersQuery(userId, chatId), enabled: !isToStart });
  // What was kept of the chat, as long as it has not been read: only to be drawn.
  const isChatUnread = hasFailed(chat);
  const kept = useStoredCopy(chatKey(userId, chatId), {
    data: chat.data,
    isUnread: isChatUnread,
  }) as Chat | undefined;
  const list = useStoredCopy(chatsKey(userId), { data: chat.data, isUnread: false }) as
    | ChatPages
    | undefined;
  const loaded = messages.data?.messages;
  // Where the address names a message, another place than the newest page is on its way.
  const read = { data: loaded ?? (isLoading || undefined), isUnread: hasFailed(messages) };
  const pages = useStoredCopy(messagesKey(userId, chatId), read) as LoadedMessages | undefined;
  const keptMessages = useMemo(() => pages && loadedMessages(pages), [pages]);
  const running = useQuery({ queryKey: runningKey(userId), enabled: false });
  const readAt = Math.max(running.dataUpdatedAt, openAnswers.dataUpdatedAt);
  const unreadMs = hasFailed(running) ? Math.abs(running.errorUpdatedAt - readAt) : 0;
  const isUnread = unreadMs > UNREAD_AT_MOST_MS;
  const turns = turnsOf(userId);
  const all = useStore(answers, (all) => all);
  const inChat = useMemo(() => answersIn(chatId, all), [all, chatId]);
  const isComingHere = useIsBeingCreated(chatId);
  // Another tab creates it, or this one is about to (`recoverNewChats`).
  const isComingElsewhere = useStore(draftStore(userId), (all) => boxAt(all, chatId).isComing);

  const last = useStore(answerChoices(userId), (choices) => choices);
  const [earlier, setEarlier] = useState<Readonly<Record<string, string>>>({});
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  // Those of an earlier question may be anywhere in the chat.
  const { data: written } = useQuery(comparisonsQuery(userId, chatId, [...opened]));

  const reachesNewest = messages.data?.reachesNewest ?? true;
  const chosen = chat.data?.chosen_answer ?? null;
  const namedId = named?.id ?? null;
  const stored = useMemo(() => {
    const read = loaded ?? keptMessages ?? [];
    return written?.length ? mergeMessages(read, written) : read;
  }, [loaded, keptMessages, written]);
  const unanswered = useMemo(
    () => unansweredIn(stored, inChat, reachesNewest),
    [stored, inChat, reachesNewest],
  );
  const { data: lost } = useQuery({
    queryKey: [...openAnswersKey(userId, chatId), "unanswered", ...unanswered],
    queryFn: () => lookFor(userId, chatId, unanswered),
    enabled: unanswered.length > 0 && loaded !== undefined && openAnswers.data === true,
    placeholderData: (before) => before,
  });
  const shown = useMemo(() => {
    const viewed = { last, chosen, earlier, named: namedId, opened };
    const unknown = new Set(unanswered.filter((id) => !lost?.includes(id)));
    return conversation(stored, inChat, reachesNewest, viewed, { isUnread, unknown });
  }, [
    stored,
    inChat,
    reachesNewest,
    last,
    chosen,
    earlier,
    opened,
    namedId,
    isUnread,
    unanswered,
    lost,
  ]);

  useEffect(() => {
    if (loaded !== undefined) void recoverChatOutbox(userId, chatId, turns, loaded);
  }, [userId, chatId, turns, loaded]);
  useEffect(() => showSentElsewhere(userId, chatId, turns), [userId, chatId, turns]);

  const isUnreadable = read.isUnread || isChatUnread;
  const isUnreadNow = isUnreadable || hasFailed(openAnswers);
  const isError =
    loaded === undefined
      ? !keptMessages && isUnreadNow
      : messages.isFetchNextPageError || messages.isFetchPreviousPageError;
  const isBehind = isUnreadNow || unreadMs > BEHIND_AT_MOST_MS;
  useNoteUnread(`chat ${chatId}`, loaded !== undefined && !isError && isBehind);
  useEffect(() => {
    if (!isError) return;
    notify(NOTICES.loadMessagesFailed);
    return () => withdraw(NOTICES.loadMessagesFailed);
  }, [isError]);

  const { copied_from_chat: from, copied_from_message: messageId } = chat.data ?? {};
  const sent = useStore(draftStore(userId), ({ outbox }) => outbox);
  const source =
    from && messageId
      ? { chatId: from, messageId }
      : (sent.find((entry) => entry.chatId === chatId)?.from ?? null);
  const memory = useMemory({ userId, chatId }, loaded, reachesNewest, inChat);

  /**
   * Shows one of several answers to a question, or `instead` while there is nothing of it. For the last question the
   * choice is kept: the conversation goes on from it.
   */
  const onView = (questionId: string, answerId: string, instead: string | null = null) => {
    if (shown.known.some(({ id, reply_to }) => id === namedId && reply_to === questionId)) leave();
    if (shown.lastQuestionId === questionId)
      answerChoices(userId).change((all) => withViewed(all, questionId, { answerId, instead }));
    else setEarlier((all) => ({ ...all, [questionId]: answerId }));
  };

  /**
   * Chooses one of several answers to the last question, for the person's other devices too. Its model answers next. What
   * is typed comes next.
   */
  const onUse = (questionId: string, answerId: string) => {
    onView(questionId, answerId);
    const model = shown.known.find(({ id }) => id === answerId)?.model ?? null;
    if (model !== null) setModel(userId, chatId, model);
    focusBox();
    setOpened((all) => new Set([...all].filter((id) => id !== questionId)));
    const tell = async () => {
      upsertChanged(userId, await changeChat(userId, { chatId, answerId }));
      tellOtherTabs({ userId, chatId });
    };
    // Here the answer is shown all the same, and the next message says which one it follows.
    tell().catch(() => undefined);
  };

  /** Shows all answers to a question side by side, or one of them again. */
  const onShowAll = (questionId: string) =>
    setOpened((all) => {
      const others = [...all].filter((id) => id !== questionId);
      return new Set(others.length < all.size ? others : [...others, questionId]);
    });

  /** Reads more messages when the reader comes near an end of those that are loaded. */
  const readOn = (end: "older" | "newer") => {
    if (messages.isFetching) return;
    if (end === "older" && messages.hasNextPage) void messages.fetchNextPage();
    if (end === "newer" && messages.hasPreviousPage) void messages.fetchPreviousPage();
  };

  // A message that was stored was deleted with its chat. Any other may still start the chat.
  const mayCome = inChat.some(({ isSaved, failed }) => !isSaved && failed?.code !== "gone");
  const isComing = mayCome || isComingHere || isComingElsewhere || isToStart;
  const isLeft = leftAt !== null && leftAt > serverTime(chat.dataUpdatedAt);
  // A chat that was missing on an earlier visit is read first. Later reads leave the page as it is.
  const isKnown = chat.isFetchedAfterMount || !chat.isFetching || deletedAt !== null;
  const isMissing = isLeft || (chat.data === null && isKnown && !isComing);
  const isBack =
    deletedAt !== null && chat.data != null && serverTime(chat.dataUpdatedAt) > deletedAt;
  useEffect(() => {
    if (isBack) draftStore(userId).change((all) => restoreDeleted(all, chatId));
  }, [userId, chatId, isBack]);

  const drawn = chat.data === undefined ? (kept ?? chatFromCopy(list, chatId)) : chat.data;
  const isReadable = isToStart || ((loaded ?? keptMessages) !== undefined && drawn !== undefined);
  return {
    shown,
    /** The chat itself, and what stands around its messages. */
    about: { chat: drawn, source, memory, named },
    reads: { chat, messages, isReadable, isUnreadable, readOn },
    /** Null for a chat that is there or may come. */
    gone: isMissing ? { wasThere } : null,
    viewing: { onView, onUse, onShowAll, leave },
  };
}

/**
 * Looks for answers to questions of which this page knows none: its open answers may have been read before the question
 * was stored, or its messages before the answer was. Resolves to the questions, to which the page then knows every answer.
 */
async function lookFor(userId: string, chatId: string, questionIds: readonly string[]) {
  await readAnswersIn(userId, chatId);
  // After that, because an open answer goes when it is stored: read before, both could be missing.
  await upsertMessages(userId, chatId, await readMessages("reply_to", questionIds));
  return questionIds;
}
