import type { Message } from "#contract";
import { followedAnswer, isInConversation } from "#features/chat/data/message-rules.ts";

/** What the order of a conversation depends on, of each of its messages. */
export type MessageOutline = Pick<Message, "id" | "role" | "reply_to" | "follows" | "compares">;

/** A message in its conversation. */
export type PathNode = {
  readonly id: string;
  /** Null on the first message. */
  readonly parent: string | null;
  readonly children: readonly string[];
  /** Whether it is on the path that the person and the models followed: every question, and the chosen answers. */
  readonly onPath: boolean;
};

/**
 * Puts a conversation in order: each question, then its answers, the chosen one last, which is the parent of the next
 * question, then what models wrote about them. A message comes after its parent, and the last one on the path is where the
 * conversation ends. The chosen answer is the one that the next question follows, of the last question the one that the
 * person chose, else the newest. An answer to a message that is not there is left out.
 * @param messages oldest first
 * @param chosenAnswer which of several answers to the last question was chosen
 */
export function pathNodesOf(
  messages: readonly MessageOutline[],
  chosenAnswer: string | null,
): PathNode[] {
  const questions = messages.filter(({ role }) => role === "user");
  const answers = Map.groupBy(
    messages.filter(({ role }) => role === "assistant"),
    ({ reply_to }) => reply_to,
  );
  const nodes: PathNode[] = [];
  for (const [index, { id }] of questions.entries()) {
    const next = questions[index + 1];
    const all = answers.get(id) ?? [];
    const answersToIt = all.filter(isInConversation);
    const about = all.filter((answer) => !isInConversation(answer)).map((answer) => answer.id);
    const own = answersToIt.map((answer) => answer.id);
    const chosen = followedAnswer(answersToIt, next ? next.follows : chosenAnswer)?.id;
    const others = own.filter((answer) => answer !== chosen);
    const goesOn = next === undefined ? [] : [next.id];
    const parent = nodes.findLast(({ onPath }) => onPath)?.id ?? null;
    const children = chosen === undefined ? goesOn : [...about, ...others, chosen];
    nodes.push({ id, parent, children, onPath: true });
    for (const other of others) nodes.push({ id: other, parent: id, children: [], onPath: false });
    if (chosen) nodes.push({ id: chosen, parent: id, children: goesOn, onPath: true });
    for (const one of about) nodes.push({ id: one, parent: id, children: [], onPath: false });
  }
  return nodes;
}
