import type { Message, OpenAnswer } from "#contract";
import {
  conversation as shownOf,
  unansweredIn,
  type ViewedAnswers,
} from "#features/chat/conversation/conversation-rules.ts";
import { NO_CHOICES } from "#features/chat/models/answer-choice-rules.ts";
import { type Answer, type AnswerEvent, nextAnswer } from "#features/chat/turns/answer-rules.ts";
import type { Turn, TurnFailure } from "#features/chat/turns/turn-rules.ts";

/** A turn, and why it has failed. */
export type AskedTurn = Turn & { readonly failure?: TurnFailure };

type About = {
  readonly stopping?: ReadonlySet<string>;
  readonly isUnread?: boolean;
  readonly isReading?: boolean;
};

/** What a page knows that has asked for answers, perhaps pressed Stop, and then read rows. */
export function answersOf(
  turns: readonly AskedTurn[],
  rows: readonly OpenAnswer[] = [],
  stopping: ReadonlySet<string> = new Set(),
): readonly Answer[] {
  const all = new Map<string, Answer>();
  const tell = (id: string, event: AnswerEvent) => {
    const answer = nextAnswer(all.get(id), event);
    if (answer) all.set(id, answer);
  };
  for (const turn of turns) {
    tell(turn.answerId, { type: "asked", turn });
    if (turn.failure) tell(turn.answerId, { type: "failed", failure: turn.failure });
  }
  for (const id of stopping) {
    const row = rows.find((row) => row.id === id);
    if (row) tell(id, { type: "seen", row: { ...row, status: "running" } });
    tell(id, { type: "stopRequested", isStopping: true });
  }
  for (const row of rows) tell(row.id, { type: "seen", row });
  return [...all.values()];
}

const NOTHING_VIEWED: ViewedAnswers = { last: NO_CHOICES, chosen: null, earlier: {}, named: null };

/** What a page shows of these messages, turns and rows. Without rows they have not been read. */
export function conversationOf(
  messages: readonly Message[],
  turns: readonly AskedTurn[],
  reachesNewest: boolean,
  openAnswers: readonly OpenAnswer[] | undefined,
  viewed: ViewedAnswers = NOTHING_VIEWED,
  { stopping, isUnread = false, isReading = false }: About = {},
) {
  const isRead = openAnswers !== undefined && !isReading;
  const answers = answersOf(turns, openAnswers, stopping);
  const unknown = new Set(isRead ? [] : unansweredIn(messages, answers, reachesNewest));
  return shownOf(messages, answers, reachesNewest, viewed, { unknown, isUnread });
}
