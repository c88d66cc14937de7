import type { Message, OpenAnswer } from "#contract";
import { followedAnswer, isFromPerson, mergeMessages } from "#features/chat/data/message-rules.ts";
import {
  answeringModels,
  type AnswerPaging,
  answersTo,
  goesOnFrom,
  isFailed,
  inNumberedOrder,
  isNewest,
  type KnownAnswer,
  type KnownAnswers,
  newestOfEach,
  pagingOf,
} from "#features/chat/messages/answers-rules.ts";
import { askedTogether, type Joint, jointOf, LOST } from "#features/chat/messages/joint-rules.ts";
import {
  failedRow,
  type Row,
  rowOf,
  rowOfTurn,
  unfinishedRow,
} from "#features/chat/messages/row-rules.ts";
import { secondOf } from "#features/chat/messages/second-opinion-rules.ts";
import {
  type AnswerChoices,
  ANSWERS_AT_MOST,
  NO_CHOICES,
} from "#features/chat/models/answer-choice-rules.ts";
import {
  type AnswerContext,
  type LiveAnswer,
  liveAnswers,
} from "#features/chat/turns/answer-rules.ts";
import type { Turn } from "#features/chat/turns/turn-rules.ts";

/** An answer that is shown while it is written. */
export type Writing = { readonly answer: LiveAnswer; readonly paging: AnswerPaging | null };

export type Shown = {
  readonly rows: readonly Row[];
  /** The answers that are being written and shown; each comes after the row of its question. */
  readonly writing: readonly Writing[];
  /** Shown after the last row until one of them is chosen; null when there are none. */
  readonly joint: Joint | null;
  /** By their questions, the answers that the person has opened side by side again, in the place of the one that is shown. */
  readonly opened: ReadonlyMap<string, Joint>;
  /** All answers that are on their way. */
  readonly running: readonly LiveAnswer[];
  /** The answers that are no messages yet, whether on their way or failed. */
  readonly live: readonly LiveAnswer[];
  /** Whether nothing is known yet of the answers to the last question. */
  readonly isUncertain: boolean;
  /** The messages themselves, oldest first: also the answers that are not shown. */
  readonly known: readonly Message[];
  /** Whether the newest messages are loaded. */
  readonly reachesNewest: boolean;
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

const NOTHING_KNOWN: AnswerContext = { stopping: new Set(), isUnread: false, isReading: false };
const NOTHING_VIEWED: ViewedAnswers = { last: NO_CHOICES, chosen: null, earlier: {}, named: null };

/** A question's answers, and the one of them that is shown. */
type Group = KnownAnswers & {
  /** Its answers in the order of their numbers. */
  readonly numbered: readonly KnownAnswer[];
  readonly shown: KnownAnswer | undefined;
  readonly isLast: boolean;
  /** The answer that the next message goes on from; null where it is none, or is not asked for. */
  readonly followed: string | null;
  /** The answer that was asked for as a second opinion. */
  readonly checkedBy: KnownAnswer | undefined;
};

/**
 * What a chat shows: the messages of the database, of several answers to a question one, and what is no message yet.
 * @param messages Oldest first.
 * @param turns Those of this page.
 * @param openAnswers Of this chat; undefined while they are being read.
 * @param reachesNewest Whether the newest messages are among them.
 */
export function conversation(
  messages: readonly Message[],
  turns: readonly Turn[],
  reachesNewest: boolean,
  openAnswers: readonly OpenAnswer[] | undefined,
  viewedAnswers: ViewedAnswers = NOTHING_VIEWED,
  about: AnswerContext = NOTHING_KNOWN,
): Shown {
  const { known, questions, replies, unsaved } = knownMessages(messages, turns, reachesNewest);
  const checkedCount = reachesNewest ? known.length : known.length - REPLY_MAY_FOLLOW;
  const isLoaded = new Set(questions.map(({ id }) => id));
  const last = reachesNewest ? (unsaved.at(-1)?.questionId ?? questions.at(-1)?.id) : undefined;
  const isRead = openAnswers !== undefined && !about.isReading;
  const live = liveAnswers(known, openAnswers ?? [], turns, about);
  const asked = last === undefined ? null : askedTogether(last, known, turns, viewedAnswers);
  const jointId = asked?.questionId;

  function groupOf(
    questionId: string,
    together: Message["asked_together"],
    isChecked: boolean,
    later: Message | undefined,
  ): Group {
    const stored = replies.get(questionId) ?? [];
    const known = answersTo(questionId, stored, isChecked ? live : []);
    const { answers } = known;
    const isLast = reachesNewest && later === undefined && unsaved.length === 0;
    const group = { ...known, numbered: inNumberedOrder(answers, together), isLast };
    if (questionId === jointId)
      return { ...group, shown: undefined, followed: null, checkedBy: undefined };
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
    // Where the question is not loaded, the answer that was chosen may not be either.
    const cut = isLoaded.has(questionId) || viewed?.answerId ? null : later?.follows;
    const shown = cut
      ? answers.find(({ id }) => id === cut)
      : followedAnswer(answers, ...wanted, stored.at(-1)?.id);
    const followed = isLast ? followedAnswer(stored, ...wanted) : undefined;
    const named = answers.find(({ id }) => id === viewedAnswers.named);
    const checkedBy = answers.find(({ id }) => id === viewedAnswers.last[questionId]?.checkedBy);
    return { ...group, shown: named ?? shown, followed: followed?.id ?? null, checkedBy };
  }

  const groups = new Map<string, Group>();
  const rows = known.flatMap((message, index): Row[] => {
    const { id, reply_to } = message;
    if (!isFromPerson(message)) {
      if (reply_to === null) return [rowOf(message)];
      const isFirst = replies.get(reply_to)?.[0]?.id === id;
      // An answer stands under its question, also when newer messages came before it was whole.
      if (isLoaded.has(reply_to) || !isFirst) return [];
      return shownRows(groupOf(reply_to, null, false, questions[0]));
    }
    const isChecked = index < checkedCount;
    const later = questions[questions.indexOf(message) + 1];
    const group = groupOf(id, message.asked_together, isChecked, later);
    groups.set(id, group);
    const { answers, failed } = group;
    if (answers.length > 0 || id === jointId || !isChecked)
      return [rowOf(message), ...shownRows(group)];
    const lost = isRead ? LOST : null;
    const question = failedRow(rowOf(message), failed.at(-1) ?? lost);
    return [question, ...shownRows(group)];
  });

  const running = reachesNewest ? live.filter((answer) => !isFailed(answer)) : [];
  const writing = running.flatMap((answer): Writing[] => {
    const { id, questionId } = answer;
    if (questionId === jointId) return [];
    const { shown, numbered = [] } = groups.get(questionId) ?? {};
    const isShown = shown === undefined || shown.id === id;
    return isShown ? [{ answer, paging: pagingOf(numbered, id) }] : [];
  });
  const askedFor = asked && (groups.get(asked.questionId) ?? answersTo(asked.questionId, [], live));
  const joint = askedFor && jointOf(asked, askedFor, isRead);
  const opened = new Map<string, Joint>();
  for (const questionId of viewedAnswers.opened ?? []) {
    const group = groups.get(questionId);
    if (group?.shown === undefined || group.shown.kind === "running") continue;
    const answers = group.numbered.flatMap((answer) =>
      answeringModels([answer]).map((model) => ({ answerId: answer.id, model })),
    );
    if (answers.length > 1) opened.set(questionId, jointOf({ questionId, answers }, group, isRead));
  }
  const failures = unsaved.map((turn) => {
    const failed = live.filter(isFailed).find(({ id }) => id === turn.id);
    return failedRow(rowOfTurn(turn), failed ?? null);
  });
  const isUncertain = !isRead && rows.at(-1)?.mine === true;
  const pending = { writing, joint, opened, running, live, isUncertain };
  return { rows: [...rows, ...failures], ...pending, known, reachesNewest, lastQuestionId: last };
}

/**
 * The messages of a chat with those that only turns of this tab have, oldest first; among them the questions, and the
 * replies by their questions; and the turns whose questions are not stored.
 */
function knownMessages(
  messages: readonly Message[],
  turns: readonly Turn[],
  reachesNewest: boolean,
) {
  const own = turns.flatMap(({ question }) => question ?? []);
  const known = reachesNewest ? mergeMessages(own, messages) : messages;
  const questions = known.filter(isFromPerson);
  const isStored = (turn: Turn) => questions.some(({ id }) => id === turn.questionId);
  const unsaved = reachesNewest ? turns.filter((turn) => !isStored(turn)) : [];
  const replies = new Map<string, Message[]>();
  for (const message of known) {
    if (message.reply_to !== null)
      replies.set(message.reply_to, [...(replies.get(message.reply_to) ?? []), message]);
  }
  return { known, questions, replies, unsaved };
}

/** The row of the answer that is shown, unless it is being written. */
function shownRows(group: Group): Row[] {
  const { answers, numbered, failed, shown, isLast, followed, checkedBy } = group;
  if (shown === undefined || shown.kind === "running") return [];
  const row = shown.kind === "stored" ? rowOf(shown.message) : unfinishedRow(shown.answer);
  const count = answers.length + failed.length;
  return [
    {
      ...row,
      paging: pagingOf(numbered, shown.id),
      second: checkedBy && checkedBy.id !== shown.id ? secondOf(checkedBy) : null,
      goesOnFrom: isLast ? goesOnFrom(numbered, shown, followed) : null,
      further: isLast ? newestOfEach(failed) : [],
      endsFailed: isLast && isNewest(failed.at(-1), answers),
      answering: answeringModels(answers),
      asksAgain: !isLast ? "no" : count < ANSWERS_AT_MOST ? "yes" : "full",
    },
  ];
}

/** The last question with its answers, however long these are, and what stands around them. */
const ROWS_AT_LEAST = 6;

/**
 * The newest rows, as many as surely fill a pane, and at least six.
 * @param height Of the pane, in CSS pixels.
 */
export function newestFilling(rows: readonly Row[], height: number): readonly Row[] {
  let left = height;
  const first = rows.findLastIndex(({ content }, at) => {
    // A line holds no more than a hundred letters, and an own message is folded.
    left -= Math.min(48 + 28 * Math.floor(content.length / 100), 300);
    return left <= 0 && rows.length - at >= ROWS_AT_LEAST;
  });
  return rows.slice(Math.max(first, 0));
}
