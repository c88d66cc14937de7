import { makeTitle, trimText } from "#text-rules";
import type { ChatReading, FoundChat, FoundMessage, LeftOut, LeftOutKind } from "./found-chat.ts";
import { countLeftOut, keyOf } from "./source-fields.ts";

/** A node of a source's tree of messages. */
export type TreeNode = {
  readonly id: string;
  /** Null, or an id of no node, on a first one. */
  readonly parent: string | null;
  readonly role: "user" | "assistant";
  /** Empty where nothing of it is shown: it only leads from one message to the next. */
  readonly content: string;
  readonly createdAt: string | null;
  /** Whether its text ended at a limit, and continues in the next node of its reply. */
  readonly isCut?: boolean;
  readonly leftOut?: LeftOut;
  /** What else its message has. Of a reply of several nodes: what the last one with text has. */
  readonly more?: Partial<FoundMessage>;
};

/** A chat of a source as a tree. */
export type MessageTree = Pick<FoundChat, "source" | "title" | "createdAt" | "model"> & {
  /** The source's own; null where the first question names the chat. */
  readonly id: string | null;
  /** Each with an id of its own. */
  readonly nodes: readonly TreeNode[];
  /** The node that was last shown, if that is known. */
  readonly shown: string | null;
  readonly notes?: readonly string[];
};

/** The longest text of a message: more than is kept of it, and little enough for one request. */
export const MESSAGE_CHARACTERS = 250_000;
/** How many replies to a question the server keeps. Others are not read. */
const QUESTION_REPLIES = 12;
/** How many replies without a question are read. */
const SILENT_REPLIES = 100;
/** How many messages the other paths of a chat have in all. Each path copies its beginning. */
const BRANCH_MESSAGES = 50_000;

/** A node at its place in the tree. */
type Spot = {
  readonly node: TreeNode;
  /** Its place in the file. */
  readonly at: number;
  parent: Spot | null;
  readonly children: Spot[];
  /** When it was written, or the node above it where that is not known. */
  time: string;
  question: Question | null;
  /** The last node with text of the reply so far, this one included. */
  text: Spot | null;
  /** On a node with text: the one before it in the same reply. */
  before: Spot | null;
  /** Whether the same reply continues below. */
  continues: boolean;
  /** Whether a question follows this text. */
  isFollowed: boolean;
  /** Whether something that is not shown came from the person since the last text. */
  isParted: boolean;
};

/** A person's message with its replies. A silent one has no message, and its spot is that of the first reply. */
type Question = {
  readonly spot: Spot;
  readonly isSilent: boolean;
  readonly parent: Question | null;
  /** The end of the reply that it follows. */
  readonly follows: Spot | null;
  readonly texts: Spot[];
  readonly questions: Question[];
  readonly leftOut: LeftOut;
};

/**
 * Makes chats of a tree of nodes. Assistants' texts between two questions are one reply. Where paths branch between two
 * questions, they are several replies to the first. Every path from a first question to a last one is a chat: first the
 * path that was last shown, then the others. Of questions at one place the oldest keeps the chat's key, and each other
 * one begins a key of its own, so that a chat has the same key whichever path was shown.
 */
export function readTree(tree: MessageTree): ChatReading {
  const spots = placed(tree.nodes);
  const { first, leftOut } = questionsOf(spots);
  const newestOne = newestQuestion(first);
  if (newestOne === undefined) return { chats: [] };

  const chatKey = keyOf(tree.id ?? oldest(first)?.spot.node.id ?? "");
  const shown = shownPath(spots, newestOne, tree.shown);
  const onShown = new Set(pathTo(shown.last));
  const chatOf = (key: string, last: Question, isBranch: boolean, notes: readonly string[]) => {
    const path = pathTo(last);
    const end = isBranch ? null : shown.end;
    const { source, createdAt, model } = tree;
    const parts = path.map((it, at) => messagesOf(it, path[at + 1]?.follows ?? end));
    const more = parts.reduce((sum, { leftOutReplies }) => sum + leftOutReplies, 0);
    // Named after the edited message, like a chat that begins with one.
    const edited = path.find((question) => !onShown.has(question));
    const words = edited && !edited.isSilent ? makeTitle(trimText(edited.spot.node.content)) : "";
    return {
      source,
      key,
      title: words || tree.title,
      createdAt,
      model,
      messages: parts.flatMap(({ messages }) => messages),
      leftOut: sumOf([leftOut, ...path.map((question) => question.leftOut)]),
      isBranch,
      notes: more > 0 ? [...notes, repliesNote(more)] : notes,
    };
  };
  const paths = pathsOf(first, chatKey);
  const branches: FoundChat[] = [];
  let room = BRANCH_MESSAGES;
  for (const { key, last } of paths) {
    if (last === shown.last || room <= 0) continue;
    const branch = chatOf(key, last, true, []);
    branches.push(branch);
    room -= branch.messages.length;
  }
  const missing = paths.length - 1 - branches.length;
  const missingNotes = missing > 0 ? [`${missing} more versions of it were left out.`] : [];
  const shownKey = paths.find(({ last }) => last === shown.last)?.key ?? chatKey;
  const notes = [...(tree.notes ?? []), ...missingNotes];
  return { chats: [chatOf(shownKey, shown.last, false, notes), ...branches] };
}

/** The nodes in the order of the file, each below its parent. */
function placed(nodes: readonly TreeNode[]): Spot[] {
  const spots = nodes.map((node, at): Spot => ({
    node,
    at,
    parent: null,
    children: [],
    time: "",
    question: null,
    text: null,
    before: null,
    continues: false,
    isFollowed: false,
    isParted: false,
  }));
  const byId = new Map(spots.map((spot) => [spot.node.id, spot]));
  for (const spot of spots) {
    spot.parent = spot.node.parent === null ? null : (byId.get(spot.node.parent) ?? null);
  }
  cutCycles(spots);
  for (const spot of spots) spot.parent?.children.push(spot);
  return spots;
}

/** Makes the oldest node of each circle of parents a root. */
function cutCycles(spots: readonly Spot[]): void {
  const walks = new Map<Spot, number>();
  for (const [walk, start] of spots.entries()) {
    let spot: Spot | null = start;
    for (; spot !== null && !walks.has(spot); spot = spot.parent) walks.set(spot, walk);
    if (spot === null || walks.get(spot) !== walk) continue;
    let first = spot;
    for (let other = spot.parent; other !== null && other !== spot; other = other.parent) {
      const [time, firstTime] = [other.node.createdAt ?? "", first.node.createdAt ?? ""];
      if (time < firstTime || (time === firstTime && other.at < first.at)) first = other;
    }
    first.parent = null;
  }
}

/** The first questions, with all others below them, and what was left out before them. */
function questionsOf(spots: readonly Spot[]) {
  const first: Question[] = [];
  const leftOut: LeftOut = {};
  const open = spots.filter(({ parent }) => parent === null);
  for (let spot = open.pop(); spot !== undefined; spot = open.pop()) {
    const { node, parent } = spot;
    spot.time = node.createdAt ?? parent?.time ?? "";
    spot.question = parent?.question ?? null;
    spot.text = parent?.text ?? null;
    const isUser = node.role === "user";
    const isShown = trimText(node.content) !== "";
    spot.isParted = parent?.isParted === true || (isUser && spot.text !== null);
    // A text before any question, or after one that is not shown, is a reply to a silent question.
    if (isShown && (isUser || spot.isParted || !spot.question)) beginQuestion(spot, first);
    if (isShown && !isUser) addText(spot);
    addTo(spot.question?.leftOut ?? leftOut, node.leftOut);
    for (const child of spot.children) open.push(child);
  }
  return { first, leftOut };
}

function beginQuestion(spot: Spot, first: Question[]): void {
  const { question: parent, text: follows } = spot;
  const isSilent = spot.node.role === "assistant";
  const question = { spot, isSilent, parent, follows, texts: [], questions: [], leftOut: {} };
  (parent?.questions ?? first).push(question);
  if (follows !== null) follows.isFollowed = true;
  spot.question = question;
  spot.text = null;
  spot.isParted = false;
}

function addText(spot: Spot): void {
  spot.before = spot.text;
  if (spot.before !== null) spot.before.continues = true;
  spot.text = spot;
  spot.question?.texts.push(spot);
}

/** The last question of the path that was last shown, and the end of the reply to it. */
function shownPath(spots: readonly Spot[], newestOne: Question, shown: string | null) {
  const leaves = spots.filter(({ children }) => children.length === 0);
  const spot =
    spots.find(({ node, question }) => node.id === shown && question !== null) ?? newest(leaves);
  let last = spot?.question ?? newestOne;
  const end = last.questions.length === 0 ? (spot?.text ?? null) : null;
  for (let next: Question | undefined = last; next !== undefined;) {
    last = next;
    next = newestQuestion(next.questions);
  }
  return { last, end };
}

/** The last question of each path, with the key of its chat. */
function pathsOf(first: readonly Question[], chatKey: string) {
  const paths: { key: string; last: Question }[] = [];
  const open: { key: string; question: Question }[] = [];
  const add = (questions: readonly Question[], key: string) => {
    const ordered = questions.toSorted((left, right) => compared(left.spot, right.spot));
    for (const [index, question] of ordered.entries()) {
      const ownKey = `${chatKey}:${keyOf(question.spot.node.id)}`;
      open.push({ key: index === 0 ? key : ownKey, question });
    }
  };
  add(first, chatKey);
  // It grows during the loop.
  for (const { key, question } of open) {
    if (question.questions.length === 0) paths.push({ key, last: question });
    else add(question.questions, key);
  }
  return paths;
}

function pathTo(last: Question): Question[] {
  const path: Question[] = [];
  for (let next: Question | null = last; next !== null; next = next.parent) path.push(next);
  return path.toReversed();
}

const repliesNote = (count: number) =>
  `${count === 1 ? "1 reply was" : `${count.toLocaleString("en-US")} replies were`} left out: a message has 12 at most.`;

/** A question and its replies. @param chosen The end of the reply that was shown; null for the newest one. */
function messagesOf({ spot, isSilent, texts }: Question, chosen: Spot | null) {
  const all = texts
    .filter(({ continues, isFollowed }) => !continues || isFollowed)
    .toSorted(compared);
  const shown = all.find((end) => end === chosen) ?? all.at(-1);
  const most = isSilent ? SILENT_REPLIES : QUESTION_REPLIES;
  const ends = all.slice(0, most);
  if (shown !== undefined && !ends.includes(shown)) ends.splice(-1, 1, shown);
  const leftOutReplies = all.length - ends.length;
  const replies = ends.map((end): FoundMessage => {
    const reply = replyOf(end);
    if (!isSilent) reply.replyTo = keyOf(spot.node.id);
    if (ends.length > 1 && end === shown) reply.chosen = true;
    return reply;
  });
  if (isSilent) return { messages: replies, leftOutReplies };
  const { id, content, createdAt, more } = spot.node;
  const cut = content.slice(0, MESSAGE_CHARACTERS);
  const question: FoundMessage = { key: keyOf(id), role: "user", content: cut, createdAt, ...more };
  return { messages: [question, ...replies], leftOutReplies };
}

/** The reply that ends here. */
function replyOf(end: Spot): FoundMessage {
  const parts: Spot[] = [];
  for (let part: Spot | null = end; part !== null; part = part.before) parts.push(part);
  let content = "";
  let gap = "";
  for (const { node } of parts.toReversed()) {
    if (content.length >= MESSAGE_CHARACTERS) break;
    content += gap + node.content;
    gap = node.isCut ? "" : "\n\n";
  }
  const { id, createdAt, more } = end.node;
  const cut = content.slice(0, MESSAGE_CHARACTERS);
  return { key: keyOf(id), role: "assistant", content: cut, createdAt, ...more };
}

const compared = (left: Spot, right: Spot): number =>
  left.time === right.time ? left.at - right.at : left.time < right.time ? -1 : 1;

const newest = (spots: readonly Spot[]): Spot | undefined =>
  spots.reduce<Spot | undefined>(
    (most, spot) => (most === undefined || compared(most, spot) < 0 ? spot : most),
    undefined,
  );

const oldest = (questions: readonly Question[]): Question | undefined =>
  questions.toSorted((left, right) => compared(left.spot, right.spot))[0];

const newestQuestion = (questions: readonly Question[]): Question | undefined =>
  newest(questions.map(({ spot }) => spot))?.question ?? undefined;

function addTo(leftOut: LeftOut, more: LeftOut = {}): void {
  for (const [kind, number] of Object.entries(more)) {
    countLeftOut(leftOut, kind as LeftOutKind, number);
  }
}

function sumOf(all: readonly LeftOut[]): LeftOut {
  const sum: LeftOut = {};
  for (const leftOut of all) addTo(sum, leftOut);
  return sum;
}
