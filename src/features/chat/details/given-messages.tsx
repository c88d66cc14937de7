import { useInfiniteQuery } from "@tanstack/react-query";
import { memo, useEffect } from "react";
import type { Message } from "#contract";
import { Button } from "#ui/button.tsx";
import { givenQuery } from "./details-queries.ts";
import { MemoryLine } from "./memory-line.tsx";
import { memoryText } from "./memory-rules.ts";

/**
 * The messages that a model was given for a question, newest in view. They are read backwards from the question, one page
 * after the other, until the memory begins.
 */
export function GivenMessages({
  userId,
  chatId,
  questionAt,
  contextFrom,
  modelName,
}: {
  userId: string;
  chatId: string;
  questionAt: string;
  contextFrom: string | null;
  modelName: string | null;
}) {
  const given = useInfiniteQuery(givenQuery(userId, chatId, questionAt, contextFrom));
  const { data: messages = [], hasNextPage, isFetching, isError, fetchNextPage } = given;
  const readsOn = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);

  const isComplete = given.isSuccess && !hasNextPage;
  const count = `${messages.length.toLocaleString("en-US")} message${messages.length === 1 ? "" : "s"}`;
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">{isComplete ? count : "Messages"}</h3>
      {isError && (
        <ReadFailure
          onRetry={() => void (messages.length > 0 ? fetchNextPage() : given.refetch())}
        />
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
          {!isComplete && !isError && <Beginning text="Reading..." />}
          {isComplete && contextFrom === null && <Beginning text="The beginning of the chat" />}
          {isComplete && contextFrom !== null && <MemoryLine text={memoryText(modelName)} />}
          {messages.map((message) => (
            <GivenMessage key={message.id} message={message} />
          ))}
        </div>
      </section>
    </div>
  );
}

function Beginning({ text }: { text: string }) {
  return <p className="text-center text-xs text-ink-muted">{text}</p>;
}

const GivenMessage = memo(function GivenMessage({ message }: { message: Message }) {
  const who = message.role === "user" ? "You" : "Assistant";
  return (
    <article
      aria-label={who}
      className="text-sm [contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
    >
      <p className="text-xs text-ink-muted">{who}</p>
      <p dir="auto" className="mt-0.5 whitespace-pre-wrap wrap-anywhere">
        {message.content}
      </p>
    </article>
  );
});

/** Says that a part of the dialog could not be read. */
export function ReadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="flex items-center justify-between gap-4 text-sm text-danger">
      This could not be read.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
