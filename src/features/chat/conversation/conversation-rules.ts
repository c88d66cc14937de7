import type { Message } from "#contract";
import {
  authorOf,
  followedAnswer,
  isFromPerson,
  isInConversation,
  mergeMessages,
} from "#features/chat/data/message-rules.ts";
import {
  answeringModels,
  answersTo,
  failureOf,
  goesOnFrom,
  isRunning,
  inNumberedOrder,
  isNewest,
  newestOfEach,
  pagingOf,
  type Writing,
} from "#features/chat/messages/answers-rules.ts";
import { comparisonsIn, withoutRetried } from "#features/chat/messages/comparison-rules.ts";
import { askedTogether, type Joint, jointOf, LOST } from "#features/chat/messages/joint-rules.ts";
import { type Comparison, type Row, rowOf, rowOfTurn } from "#features/chat/messages/row-rules.ts";
import { type AnswerChoices, ANSWERS_AT_MOST } from "#features/chat/models/answer-choice-rules.ts";
import {
  type Answer,
  askedWhen,
  isRead as isFollowed,
  isReplaced,
} from "#features/chat/turns/answer-rules.ts";
import { CONNECTION_BROKE, type Turn, turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { newId } from "#new-id";

export type Shown = {
  readonly rows: readonly Row[];
  /** The answers that are being written and shown; each comes after the row of its question. */
  readonly writing: readonly Writing[];
  /** Shown after the last row until one of them is chosen; null when there are none. */
  readonly joint: Joint | null;
  /** All answers that are on their way. */
  readonly running: readonly Answer[];
  /** The answers that are no messages yet, whether on their way or failed. */
  readonly live: readonly Answer[];
  /** What models wrote and write about replies. */
  readonly comparisons: readonly Comparison[];
  /** Whether nothing is known yet of the answers to the last question. */
  readonly isUncertain: boolean;
  /** The messages themselves, oldest first: also the answers that are not shown. */
  readonly known: readonly Message[];
  /** The last question, also one that is not stored yet; undefined where the newest messages are not loaded. */
  readonly lastQuestionId: string | undefined;
};

/** Which answers the person views: to the last question, and, until the page is left, to earlier ones. */
export type ViewedAnswers = {
  readonly last: AnswerChoices;
  /** The answer to the last question that was chosen on any device; null when none was. */
  readonly chosen: string | null;
  readonly earlier: Readonly<Record<string, string>>;
  /** The message that the address names: as an answer it is shown, and not chosen by that. */
  readonly named: string | null;
  /** The questions whose answers are opened side by side again. */
  readonly opened?: ReadonlySet<string>;
};

/**
 * The reply to a question may come some messages later, when several tabs write into one chat. Where newer messages are
 * not loaded, the last few questions may have theirs beyond what is loaded and are not taken for failed.
 */
const REPLY_MAY_FOLLOW = 10;

/** The messages whose answers would be among those loaded. */
const checkedIn = (messages: readonly Message[], reachesNewest: boolean) =>
  reachesNewest ? messages : messages.slice(0, -REPLY_MAY_FOLLOW);

/**
 * The questions to which no answer is known, whether stored, on its way or failed; of those that were asked together, not
 * each. The parameters are those of `conversation`.
 */
export function unansweredIn(
  stored: readonly Message[],
  all: readonly Answer[],
  reachesNewest: boolean,
): readonly string[] {
  const messages = stored.filter(isInConversation);
  const live = all.filter((answer) => !answer.compares && !isReplaced(answer, messages));
  const isMissing = (answerId: string) =>
    [...messages, ...live].every((each) => each.id !== answerId);
  const isOpen = ({ id, asked_together: together }: Message) =>
    together
      ? together.some(({ answerId }) => isMissing(answerId))
      : messages.every(({ reply_to }) => reply_to !== id) &&
        live.every(({ questionId }) => questionId !== id);
  return checkedIn(messages, reachesNewest)
    .filter((message) => isFromPerson(message) && isOpen(message))
    .map(({ id }) => id);
}

/**
 * What a chat shows: the messages of the database, of several answers to a question one, and what is no message yet.
 * @param stored Oldest first.
 * @param all The answers of this chat that are no messages yet.
 * @param reachesNewest Whether the newest messages are among them.
 * @param unknown The questions to which there may be an answer that this page does not know.
 * @param isUnread Whether the database could not be asked for so long that what runs elsewhere may not be coming.
 */
export function conversation(
  stored: readonly Message[],
  all: readonly Answer[],
  reachesNewest: boolean,
  viewedAnswers: ViewedAnswers,
  { unknown, isUnread }: { readonly unknown: ReadonlySet<string>; readonly isUnread: boolean },
): Shown {
  const messages = stored.filter(isInConversation);
  const answers = all.filter(({ compares }) => !compares);
  const current = (answer: Answer) => (isUnread && isFollowed(answer) ? brokenOff(answer) : answer);
  const about = all.filter(({ compares }) => compares);
  const comparisons = comparisonsIn(stored, inOrder(about).map(current));
  const turns = answers.flatMap(({ turn }) => turn ?? []);
  const own = turns.flatMap(({ question }) => question ?? []);
  const known = reachesNewest ? mergeMessages(own, messages) : messages;
  const questions = known.filter(isFromPerson);
  const replies = Map.groupBy(known, ({ reply_to }) => reply_to);
  const isLoaded = new Set(questions.map(({ id }) => id));
  // The turns whose questions are not stored.
  const unsaved = reachesNewest ? turns.filter(({ messageId }) => !isLoaded.has(messageId)) : [];
  const checkedCount = checkedIn(known, reachesNewest).length;
  const last = reachesNewest ? (unsaved.at(-1)?.messageId ?? questions.at(-1)?.id) : undefined;
  const live = inOrder(answers.filter((answer) => !isReplaced(answer, known))).map(current);
  const asked = last === undefined ? null : askedTogether(last, known, answers, viewedAnswers);
  const jointId = asked?.questionId;

  /**
   * A question's answers, in the order of their numbers too, the one of them that is shown, and its row unless it is being
   * written. `question`: undefined where it is not loaded. `later`: the one after it.
   */
  function groupOf(
    questionId: string,
    question: Message | undefined,
    later: Message | undefined,
    isChecked: boolean,
  ) {
    const stored = replies.get(questionId) ?? [];
    const all = answersTo(questionId, stored, isChecked ? live : []);
    const { answers, failed } = all;
    const numbered = inNumberedOrder(answers, question?.asked_together ?? null);
    if (questionId === jointId) return { ...all, numbered, shown: undefined, rows: [] };
    const isLast = reachesNewest && later === undefined && unsaved.length === 0;
    const viewed = isLast
      ? viewedAnswers.last[questionId]
      : { answerId: viewedAnswers.earlier[questionId], instead: null };
    const [next] = unsaved;
    const { chosen } = viewedAnswers;
    const follows = later
      ? [later.follows]
      : next?.unlessChosen
        ? [chosen, next.follows]
        : [next?.follows, chosen];
    const wanted = [viewed?.answerId, viewed?.instead, ...follows];
    const named = answers.find(({ id }) => id === viewedAnswers.named);
    // Where the question is not loaded, the answer that was chosen may not be either.
    const cut = question || viewed?.answerId ? null : later?.follows;
    const shown =
      named ??
      (cut
        ? answers.find(({ id }) => id === cut)
        : followedAnswer(answers, ...wanted, stored.at(-1)?.id));
    if (shown === undefined || isRunning(shown)) return { ...all, numbered, shown, rows: [] };
    const followed = followedAnswer(stored, ...wanted)?.id ?? null;
    const isOpened = viewedAnswers.opened?.has(questionId);
    const opened = numbered.map(({ id: answerId, model }) => ({ answerId, model }));
    const opinions = aboutReply(shown.id, comparisons);
    const isAbout = (one: Comparison) => one.questionId === questionId;
    const row: Row = {
      ...rowOf(shown),
      paging: pagingOf(numbered, shown.id),
      opened:
        isOpened && opened.length > 1
          ? jointOf({ questionId, answers: opened }, all, !unknown.has(questionId))
          : null,
      answering: answeringModels(answers),
      goesOnFrom: isLast ? goesOnFrom(numbered, shown, followed) : null,
      ...(opinions.length > 0 && { opinions }),
      ...(isLast && {
        further: newestOfEach(failed).flatMap((one) => failureOf(one) ?? []),
        endsFailed: isNewest(failed.at(-1), answers),
        asksAgain: answers.length + failed.length < ANSWERS_AT_MOST ? "yes" : "full",
        isComparable: comparisons.filter(isAbout).length < ANSWERS_AT_MOST,
      }),
    };
    return { ...all, numbered, shown, rows: [row] };
  }

  const groups = new Map<string, ReturnType<typeof groupOf>>();
  const rows = known.flatMap((message, index): Row[] => {
    const { id, reply_to } = message;
    if (!isFromPerson(message)) {
      if (reply_to === null) return [rowOf(message)];
      // An answer stands under its question, also when newer messages came before it was whole.
      if (isLoaded.has(reply_to) || replies.get(reply_to)?.[0] !== message) return [];
      return groupOf(reply_to, undefined, questions[0], false).rows;
    }
    const isChecked = index < checkedCount;
    const later = questions[questions.indexOf(message) + 1];
    const group = groupOf(id, message, later, isChecked);
    groups.set(id, group);
    const { answers, failed } = group;
    const isUnanswered = answers.length === 0 && id !== jointId && isChecked;
    const newest = failed.at(-1);
    const failure = newest ? failureOf(newest) : unknown.has(id) ? null : LOST;
    return [{ ...rowOf(message), failure: isUnanswered ? failure : null }, ...group.rows];
  });

  const running = live.filter(isRunning);
  const writing = (reachesNewest ? running : []).flatMap((answer): Writing[] => {
    const { id, questionId } = answer;
    const { shown, numbered = [] } = groups.get(questionId) ?? {};
    const isShown = questionId !== jointId && (shown === undefined || shown.id === id);
    return isShown ? [{ answer, paging: pagingOf(numbered, id) }] : [];
  });
  const ofAsked = asked && (groups.get(asked.questionId) ?? answersTo(asked.questionId, [], live));
  const joint = ofAsked && jointOf(asked, ofAsked, !unknown.has(asked.questionId));
  const failures = unsaved.map((turn) => {
    const answer = live.find(({ id }) => id === turn.answerId);
    return rowOfTurn(turn, answer ? failureOf(answer) : null);
  });
  const isUncertain = unknown.has(rows.at(-1)?.id ?? "");
  const pending = { writing, joint, running, live, comparisons, isUncertain };
  return { rows: [...rows, ...failures], ...pending, known, lastQuestionId: last };
}

/** The label of the model that wrote a message, or writes it; null for the person's own. */
export function writerIn(
  { known, rows, joint, comparisons }: Pick<Shown, "known" | "rows" | "joint" | "comparisons">,
  id: string,
): string | null {
  const message = known.find((message) => message.id === id);
  if (message !== undefined) return isFromPerson(message) ? null : authorOf(message);
  const part = joint?.parts.find(({ answerId }) => answerId === id);
  return part ? part.name : ([...rows, ...comparisons].find((row) => row.id === id)?.model ?? null);
}

/**
 * What was written about a reply that stands alone: each second opinion, and the newest comparison with others; where that
 * one has failed, the newest that has not, too.
 */
function aboutReply(id: string, comparisons: readonly Comparison[]) {
  const about = withoutRetried(comparisons.filter(({ compares }) => compares.includes(id)));
  const compared = about.filter(({ compares }) => compares.length > 1);
  const newest = compared.at(-1);
  const whole = compared.findLast(({ failure }) => failure === null);
  return about.filter((one) => one.compares.length === 1 || one === newest || one === whole);
}

const brokenOff = (answer: Answer): Answer => ({
  ...answer,
  failed: { reason: CONNECTION_BROKE, retryable: true },
});

/** In the order in which they were asked for, those of this page last; those that failed before those on their way. */
function inOrder(answers: readonly Answer[]): readonly Answer[] {
  const inTime = answers.toSorted((one, other) => askedWhen(one) - askedWhen(other));
  return [...inTime.filter(({ failed }) => failed), ...inTime.filter(isRunning)];
}

/**
 * The turn to try again for an answer that failed, in this tab or in an earlier page; null when its question is gone.
 * `isFurther`: there is more than this one answer to the question. `isJoint`: they stand side by side. `written`: its text
 * so far.
 * @param answerId Null where nothing is known of the answer.
 */
export function failedTurn(
  { joint, known, live, comparisons }: Pick<Shown, "joint" | "known" | "live" | "comparisons">,
  questionId: string,
  answerId: string | null,
): { turn: Turn; isFurther: boolean; isJoint: boolean; written: string } | null {
  const part = joint?.parts.find((part) => part.answerId === answerId);
  const comparison = comparisons.find(({ id }) => id === answerId)?.answer;
  const failed = comparison ?? live.find(({ id }) => id === answerId);
  const question = known.find(({ id }) => id === questionId);
  const model = failed?.model ?? part?.model ?? null;
  const turn =
    failed?.turn ??
    (question &&
      turnOfQuestion(question, {
        answerId: answerId ?? newId(),
        model,
        compares: failed?.compares ?? null,
      }));
  if (turn === undefined) return null;
  const stored = known.filter(({ reply_to }) => reply_to === questionId);
  const others = live.filter((answer) => answer.questionId === questionId);
  const isJoint = part !== undefined;
  const isFurther = isJoint || comparison != null || stored.length + others.length > 1;
  return { turn, isFurther, isJoint, written: failed?.text ?? "" };
}

/** The last question with its answers, however long these are, and what stands around them. */
const ROWS_AT_LEAST = 6;

/**
 * The newest rows, as many as surely fill a pane, and at least six.
 * @param height Of the pane, in CSS pixels.
 */
export function newestFilling(rows: readonly Row[], height: number): readonly Row[] {
  let remaining = height;
  const first = rows.findLastIndex(({ content }, at) => {
    // A line holds no more than a hundred letters, and an own message is folded.
    remaining -= Math.min(48 + 28 * Math.floor(content.length / 100), 300);
    return remaining <= 0 && rows.length - at >= ROWS_AT_LEAST;
  });
  return rows.slice(Math.max(first, 0));
}
