import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { listMessages } from "#features/chat/data/chat-api.ts";
import type { MessagePage, PageParam } from "#features/chat/data/message-pages-rules.ts";
import { readReply } from "./details-api.ts";
import { givenMessages, pageBefore, pageUpTo } from "./given-rules.ts";

/** What is known of a reply. Not kept: an open answer may have become a reply when the dialog is opened again. */
export const replyQuery = (userId: string, questionId: string, replyId: string) =>
  queryOptions({
    queryKey: ["reply details", userId, questionId, replyId],
    queryFn: ({ signal }) => readReply(questionId, replyId, signal),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** What a model was given for a question, page by page backwards. */
export const givenQuery = (
  userId: string,
  chatId: string,
  questionAt: string,
  contextFrom: string | null,
) =>
  infiniteQueryOptions({
    queryKey: ["given messages", userId, chatId, questionAt, contextFrom],
    queryFn: ({ pageParam, signal }) => listMessages(chatId, pageParam, signal),
    initialPageParam: pageUpTo(questionAt),
    getNextPageParam: (page: MessagePage, _: MessagePage[], param: PageParam) =>
      pageBefore(page, param, contextFrom),
    select: ({ pages }) =>
      givenMessages(
        pages.flatMap((page) => page.messages),
        contextFrom,
      ),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
