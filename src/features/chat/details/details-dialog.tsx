import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { memo, useEffect, useId, useState } from "react";
import { comparisonMessage, letterOf } from "#comparison-text";
import type { Message } from "#contract";
import { listMessages } from "#features/chat/data/chat-api.ts";
import { chatQuery, comparisonsKey, messagesKey } from "#features/chat/data/chat-queries.ts";
import { loadedCopy } from "#features/chat/data/copies.ts";
import { readGivenInstructions } from "#features/chat/data/given-instructions-api.ts";
import { type LoadedMessages, loadedMessages } from "#features/chat/data/message-pages-rules.ts";
import { mergeMessages } from "#features/chat/data/message-rules.ts";
import { currentAnswers } from "#features/chat/turns/answers.ts";
import { queryClient } from "#lib/query-client.ts";
import { serverTime } from "#lib/session.ts";
import { instant } from "#lib/timestamp.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { type Fact, type ReplyFacts, factsToShow } from "./facts-rules.ts";
import { givenMessages, pageBefore, pageUpTo } from "./given-rules.ts";
import { MemoryLine } from "./memory-line.tsx";

type Props = {
  userId: string;
  chatId: string;
  questionId: string;
  replyId: string;
  modelName: string | null;
  /** What the next message goes on from, in words, where that is not this reply. */
  goesOnFrom: string | null;
  onClose: () => void;
};

/** The dialog 'What the model saw': how a reply came about, and the messages that its model was given. */
export function DetailsDialog(props: Props) {
  // As it was: an open answer may become a reply meanwhile.
  const [held] = useState(() => heldReply(props));
  const { model, provider_model } = held.facts;
  if (model != null || provider_model == null) return <Given {...props} held={held} />;
  return (
    <Dialog
      onClose={props.onClose}
      title="What the model saw"
      description={`This reply by ${provider_model} was imported. What the model was given is not known.`}
    />
  );
}

/** The messages are read backwards from the question, one page after the other, until the memory begins; newest in view. */
function Given(props: Props & { held: ReturnType<typeof heldReply> }) {
  const { userId, chatId, questionId, modelName, goesOnFrom, onClose } = props;
  const { facts, isWhole, until, compared } = props.held;
  const contextFrom = facts.context_from ?? null;
  const { data: chat } = useQuery(chatQuery(userId, chatId));
  // A copy keeps the times of the original, so it is older than its chat.
  const isCopy = chat?.copied_from_chat != null && instant(until) < instant(chat.created_at);
  const given = useInfiniteQuery({
    queryKey: ["given messages", userId, chatId, until, contextFrom],
    queryFn: ({ pageParam, signal }) => listMessages(chatId, pageParam, signal),
    initialPageParam: pageUpTo(until),
    getNextPageParam: (page, _, param) => pageBefore(page, param, contextFrom),
    staleTime: Infinity,
    refetchInterval: false,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = given;
  const loaded = data?.pages.flatMap((page) => page.messages) ?? [];
  const askedAt = facts.asked_at ?? null;
  const { given: messages, declined } = givenMessages(
    questionId,
    loaded,
    contextFrom,
    askedAt,
    facts.model ?? null,
  );
  const readsOn = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);

  const isComplete = given.isSuccess && !hasNextPage;
  const total = messages.length + (compared === null ? 0 : 1);
  const count = `${total.toLocaleString("en-US")} message${total === 1 ? "" : "s"}`;
  const isGone = isComplete && messages.length === 0;
  const isOpinion = compared?.names.length === 1;
  const what = compared === null ? "reply" : isOpinion ? "second opinion" : "comparison";
  const beginning = isComplete ? "The beginning of the chat" : "Loading...";
  return (
    <Dialog
      onClose={onClose}
      size="large"
      title="What the model saw"
      description={`How ${modelName ?? "the model"} wrote this ${what}, and the messages it was given after a short instruction on how to write.`}
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
        {[{ name: "Model", value: modelName ?? "Not known" }, ...factsToShow(facts)].map(factItem)}
      </dl>
      {!isWhole && (
        <p className="mt-5 text-sm text-ink-muted">
          {`This reply broke off, so its times and tokens are not known. ${goesOnFrom ?? ""}`}
        </p>
      )}
      {isCopy && (
        <p className="mt-5 text-sm text-ink-muted">
          This reply was copied here from another chat. Messages that were not copied are not shown.
        </p>
      )}
      {facts.instructions_id && <GivenInstructions userId={userId} id={facts.instructions_id} />}
      {compared !== null && (
        <p className="mt-5 text-sm text-ink-muted">
          {`It did not know who wrote which reply: ${compared.names.map((name, at) => `[${letterOf(at)}] is ${name}`).join(", ")}.`}
        </p>
      )}
      {declined > 0 && <p className="mt-5 text-sm text-ink-muted">{declinedText(declined)}</p>}
      <h3 className="mt-5 mb-2 text-sm font-medium">{isComplete ? count : "Messages"}</h3>
      {isError && (
        <p
          role="alert"
          className="mb-2 flex items-center justify-between gap-4 text-sm text-danger"
        >
          This could not be loaded.
          <Button
            size="sm"
            onClick={() => void (messages.length > 0 ? fetchNextPage() : given.refetch())}
          >
            Try again
          </Button>
        </p>
      )}
      {/* Turned round, so that the place stays where it is while earlier messages are put in above. */}
      <section
        aria-label="Messages that the model was given"
        aria-busy={!isComplete && !isError}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
        tabIndex={0}
        className="flex max-h-[45dvh] flex-col-reverse overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-4"
      >
        <div className="grid gap-4">
          {isComplete && contextFrom !== null && !isGone ? (
            <MemoryLine modelName={modelName} />
          ) : (
            !isError && (
              <p className="text-center text-xs text-ink-muted">
                {isGone ? "This message no longer exists." : beginning}
              </p>
            )
          )}
          {messages.map(({ id, role, content }) => (
            <GivenMessage key={id} who={role === "user" ? "You" : "Assistant"} content={content} />
          ))}
          {compared !== null && <GivenMessage who="Instruction" content={compared.content} />}
        </div>
      </section>
    </Dialog>
  );
}

/**
 * What the page holds of a reply, or of one that broke off. `until`: when its question was stored, or a later time where
 * that is not loaded.
 */
function heldReply({ userId, chatId, questionId, replyId }: Props) {
  const key = messagesKey(userId, chatId);
  const pages = (queryClient.getQueryData(key) ?? loadedCopy(key)) as LoadedMessages | undefined;
  const others = queryClient.getQueriesData<readonly Message[]>({
    queryKey: comparisonsKey(userId, chatId),
  });
  const messages = mergeMessages(
    pages ? loadedMessages(pages) : [],
    ...others.map(([, read]) => read ?? []),
  );
  const reply = messages.find(({ id }) => id === replyId);
  const open = currentAnswers().get(replyId);
  const { askedAt = null, contextFrom = null, instructionsId = null } = open ?? {};
  const facts: ReplyFacts = reply ?? {
    asked_at: askedAt,
    context_from: contextFrom,
    instructions_id: instructionsId,
  };
  const { compares, tokens } = reply
    ? { compares: reply.compares, tokens: reply.compared_tokens }
    : { compares: open?.compares, tokens: open?.comparedTokens };
  const replies = (compares ?? []).flatMap((id) => {
    const { model, content } = messages.find((message) => message.id === id) ?? {};
    return content === undefined ? [] : [{ model: model ?? null, content }];
  });
  const isKnown = replies.length > 0 && replies.length === compares?.length;
  const compared = isKnown ? comparisonMessage(replyId, replies, tokens ?? null) : null;
  const question = messages.find(({ id }) => id === questionId);
  const until = (question ?? reply)?.created_at ?? askedAt ?? new Date(serverTime()).toISOString();
  return { facts, isWhole: reply !== undefined, until, compared };
}

/** The instructions for all models as this one was given them. They may have been changed since. */
function GivenInstructions({ userId, id }: { userId: string; id: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["given instructions", userId, id],
    queryFn: ({ signal }) => readGivenInstructions(id, signal),
    staleTime: Infinity,
  });
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-5 text-sm">
      <h3 id={headingId} className="text-xs text-ink-muted">
        Instructions for all models
      </h3>
      {isError ? (
        <p role="alert" className="mt-0.5 flex items-center justify-between gap-4 text-danger">
          This could not be loaded.
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <p
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
          tabIndex={0}
          className="mt-0.5 max-h-32 overflow-y-auto whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]"
        >
          {data ?? "Loading..."}
        </p>
      )}
    </section>
  );
}

const declinedText = (count: number) =>
  count === 1
    ? "1 message was left out, because a model had declined to answer it."
    : `${count.toLocaleString("en-US")} messages were left out, because a model had declined to answer there.`;

const factItem = ({ name, value }: Fact) => (
  <div key={name} className={name === "Asked" ? "col-span-2" : ""}>
    <dt className="text-xs text-ink-muted">{name}</dt>
    <dd className="mt-0.5 wrap-anywhere text-ink">{value}</dd>
  </div>
);

const GivenMessage = memo(function GivenMessage({
  who,
  content,
}: {
  who: string;
  content: string;
}) {
  return (
    <article
      aria-label={who}
      className="text-sm [contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
    >
      <p className="text-xs text-ink-muted">{who}</p>
      <p dir="auto" className="mt-0.5 whitespace-pre-wrap wrap-anywhere">
        {content}
      </p>
    </article>
  );
});
