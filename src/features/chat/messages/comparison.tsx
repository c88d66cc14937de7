import { replaceEqualDeep } from "@tanstack/react-query";
import {
  memo,
  type ReactNode,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { namesOfReplies } from "#comparison-text";
import { StopButton } from "#features/chat/composer/stop-button.tsx";
import { verdictLength, writtenFrom } from "#features/chat/data/comparison-words-rules.ts";
import { markPlace, markQuotations } from "#features/chat/text/marked-place.ts";
import { eachLine, Thinking } from "#features/chat/text/message-frame.tsx";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { quotingParts } from "#features/chat/text/quotation-rules.ts";
import { type Answer, canStop } from "#features/chat/turns/answer-rules.ts";
import { arrivingText } from "#features/chat/turns/answers.ts";
import { useStore } from "#lib/store.ts";
import { MODEL_IDS, MODEL_LABELS } from "#models";
import { Button } from "#ui/button.tsx";
import { Note } from "./assistant-text.tsx";
import { FailureNote, RetryButton } from "./failure-note.tsx";
import { MessageActions, type MessageHandlers } from "./message-actions.tsx";
import type { Comparison } from "./row-rules.ts";

type Props = {
  comparison: Comparison;
  handlers: MessageHandlers;
  /** Shows a reply that may not be shown, before it is led to. */
  onLead?: ((replyId: string) => void) | undefined;
};

// As of a message: the line height is that of empty lines.
const TEXT = "text-[0.9375rem] leading-4 whitespace-pre-wrap wrap-anywhere";
const BOX =
  "rounded-lg border border-line bg-surface-raised px-4 py-3 outline-offset-2 focus-visible:outline-2 focus-visible:outline-primary";

/** The region 'Comparison': the newest of what models wrote about replies, with the others to choose from. */
export function ComparisonRegion({
  comparisons,
  handlers,
}: Pick<Props, "handlers"> & { comparisons: readonly Comparison[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  // A new one is shown at once.
  const [count, setCount] = useState(comparisons.length);
  if (count !== comparisons.length) {
    setCount(comparisons.length);
    setChosen(null);
  }
  const shown = comparisons.find(({ id }) => id === chosen) ?? comparisons.at(-1);
  if (shown === undefined) return null;
  const names = namesOfReplies(comparisons.map(({ model }) => nameOf(model)));
  return (
    <section
      aria-label="Comparison"
      aria-busy={isWritten(shown)}
      data-comparison=""
      tabIndex={-1}
      className={`col-span-full ${BOX}`}
    >
      {comparisons.length > 1 && (
        <div className="mb-2 flex flex-wrap gap-2 print:hidden">
          {comparisons.map(({ id }, index) => (
            <Button
              key={id}
              size="sm"
              aria-pressed={id === shown.id}
              className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
              onClick={() => setChosen(id)}
            >
              {names[index]}
            </Button>
          ))}
        </div>
      )}
      {comparisons.map((comparison) => (
        <div
          key={comparison.id}
          className={comparison === shown ? "" : "hidden print:mt-4 print:block"}
        >
          <ComparisonText {...{ comparison, handlers }} />
        </div>
      ))}
    </section>
  );
}

/** A reply that was imported may be of a model that is not ours. */
const nameOf = (label: string | null) => label ?? "Another model";

const isWritten = ({ answer }: Comparison) => answer?.failed === null;

/** Rows are made anew with every change of the chat, and looking for quotations takes time. */
const isSame = (before: Props, now: Props) =>
  replaceEqualDeep(before.comparison, now.comparison) === before.comparison &&
  before.handlers === now.handlers;

const ComparisonText = memo(function ComparisonText({ comparison, handlers }: Props) {
  const { content, isGrowing } = useContent(comparison);
  // Most are no longer than that, so that the replies below do not move while it is written or when it ends.
  const [wasWritten] = useState(isGrowing);
  return (
    <div ref={useComesIntoView(comparison)} className={wasWritten ? "min-h-56" : ""}>
      <Head {...{ comparison, handlers }} line={lineOf(comparison)} />
      <Text {...{ comparison, content, isGrowing }} />
      <Foot {...{ comparison, handlers }} />
    </div>
  );
}, isSame);

/**
 * What was written about the reply that is shown: its first sentence, and behind 'Show more' the rest. A second opinion is a
 * note; a comparison with the other replies, which are not shown, a region.
 */
export const FoldedComparison = memo(function FoldedComparison({
  comparison,
  handlers,
  onLead,
}: Props) {
  const { content, isGrowing } = useContent(comparison);
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const hasMore = !isGrowing && content.slice(verdictLength(content)).trim() !== "";
  const isOpinion = comparison.compares.length === 1;
  const toggle = () => {
    flushSync(() => setOpen(!isOpen));
    box.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div
      ref={box}
      role={isOpinion ? "note" : "region"}
      aria-label={isOpinion ? "Second opinion" : "Comparison"}
      aria-busy={isGrowing}
      className={`mt-3 ${BOX}`}
    >
      <div ref={useComesIntoView(comparison)}>
        <Head
          {...{ comparison, handlers }}
          line={`${isOpinion ? "Second opinion. " : ""}${lineOf(comparison)}`}
        />
        <Text
          {...{ comparison, content, isGrowing, onLead }}
          shown={verdictLength(content)}
          isOpen={isOpen}
        />
        <Foot {...{ comparison, handlers }}>
          {hasMore && (
            <Button
              size="sm"
              variant="ghost"
              className="-ml-3.5 print:hidden"
              aria-expanded={isOpen}
              onClick={toggle}
            >
              {isOpen ? "Show less" : "Show more"}
            </Button>
          )}
        </Foot>
      </div>
    </div>
  );
}, isSame);

/** Brings what this page has asked for into view when it is put in. */
function useComesIntoView({ answer }: Comparison) {
  const [isAsked] = useState(answer?.turn != null && isHere(answer));
  return useCallback(
    (element: HTMLElement | null) => {
      if (isAsked) element?.scrollIntoView({ block: "nearest" });
    },
    [isAsked],
  );
}

const isHere = ({ isHere, text }: Answer) => isHere && text === "";

/**
 * The text, as it is read: it stands in place of 'Thinking...' from its first word on. Once it is whole its quotations lead
 * to where their words stand. It is the same text then, so that what is selected in it stays so.
 */
function Text({
  comparison,
  content,
  isGrowing,
  shown = content.length,
  isOpen = true,
  onLead,
}: Pick<Props, "comparison" | "onLead"> & {
  content: string;
  isGrowing: boolean;
  /** How many characters of it are shown in any case. */
  shown?: number;
  /** Whether the others are shown, when it is whole. */
  isOpen?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const { id, compares, replies } = comparison;
  // They are looked for once everything is there.
  const isThere = !isGrowing && replies.length === compares.length;
  const quotations = useMemo(
    () => (isThere ? quotationsIn(content, { id, replies }) : []),
    [isThere, content, id, replies],
  );
  const lead = useEffectEvent((key: string) => {
    const quotation = quotations.find((it) => it.key === key);
    if (quotation === undefined) return;
    const { replyId, place, words } = quotation;
    onLead?.(replyId);
    markPlace(replyId, place, words, key);
  });
  useLayoutEffect(() => {
    if (box.current && !isGrowing) markQuotations(box.current, content, quotations, lead);
  }, [content, isGrowing, quotations]);
  return (
    <div
      ref={box}
      dir="auto"
      data-content={id}
      translate={isGrowing && content !== "" ? "no" : undefined}
      className={`${TEXT} ${eachLine(content)}`}
    >
      {isGrowing && content === "" ? (
        <Thinking />
      ) : (
        <PlainText isReply isDense content={content.slice(0, shown)} isGrowing={isGrowing} />
      )}
      {!isGrowing && shown < content.length && (
        <span className={isOpen ? "" : "hidden print:inline"}>
          <PlainText isReply isDense content={content.slice(shown)} />
        </span>
      )}
    </div>
  );
}

const lineOf = ({ model, compares }: Comparison) => writtenFrom(model, compares.length);

/** What there is of a comparison. */
function useContent(comparison: Comparison) {
  const arrived = useStore(arrivingText(comparison.id), (text) => text);
  const isGrowing = isWritten(comparison);
  return { content: isGrowing ? arrived : comparison.content, isGrowing };
}

/** The quotations of a text, each with the place where its words stand. */
function quotationsIn(content: string, { id, replies }: Pick<Comparison, "id" | "replies">) {
  const names = namesOfReplies(replies.map(({ model }) => nameOf(model && MODEL_LABELS[model])));
  const named = replies.map((reply, index) => ({ name: names[index] ?? "", ...reply }));
  let end = 0;
  return quotingParts(content, named).flatMap(({ text, place }) => {
    const start = end;
    end += text.length;
    const reply = place && replies[place.reply];
    if (place === null || !reply) return [];
    const key = `${id} ${reply.id} ${place.start} ${place.end}`;
    const words = reply.content.slice(place.start, place.end);
    return { start, end, key, place, replyId: reply.id, words };
  });
}

/** Who wrote it from how many replies, and 'Stop'. */
function Head({ comparison, handlers, line }: Props & { line: string }) {
  const { answer } = comparison;
  return (
    <div className="mb-2 flex min-h-8 items-center justify-between gap-2">
      <p className="text-xs text-ink-muted">{line}</p>
      {answer?.failed === null && canStop(answer) && (
        <StopButton hasKey className="-mr-3" onStop={() => handlers.onStopOne(answer)} />
      )}
    </div>
  );
}

/** How it ended, and its buttons. */
function Foot({ comparison, handlers, children }: Props & { children?: ReactNode }) {
  const { id, content, model, compares, questionId, failure, isStopped } = comparison;
  if (isWritten(comparison)) return <div className="min-h-8 empty:mt-1">{children}</div>;
  const writer = MODEL_IDS.find((each) => MODEL_LABELS[each] === model);
  const row = { ...comparison, content: `${lineOf(comparison)}\n\n${content}` };
  return (
    <div className="mt-1">
      {isStopped && <Note>You stopped this.</Note>}
      {failure === null ? (
        <div className="flex flex-wrap items-center">
          <div className="contents">{children}</div>
          {isStopped && writer && (
            <RetryButton onRetry={() => handlers.onCompare(questionId ?? "", writer, compares)} />
          )}
          <MessageActions {...{ row, handlers }} at="card" />
        </div>
      ) : (
        <FailureNote
          failure={failure}
          title={content === "" ? "Not written" : "Unfinished"}
          onRetry={() => handlers.onRetry(questionId ?? "", id)}
        >
          {children}
        </FailureNote>
      )}
    </div>
  );
}
