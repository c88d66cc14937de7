import type { OpenAnswer } from "#contract";
import { isComing } from "#features/chat/data/open-answer-rules.ts";
import { createStore } from "#lib/store.ts";
import {
  type LiveRead,
  nextRead,
  nextReadDue,
  pauseUntilRead,
  type PolledState,
} from "./live-rules.ts";
import { storedTurnOf } from "./stored-turn.ts";
import type { TurnEffects } from "./turn-effects.ts";
import { isPolled, isRunning, type TurnEvent } from "./turn-flow.ts";
import { openAnswerFor, replyFor, type Turn } from "./turn-rules.ts";
import type { TurnStore } from "./turn-store.ts";

/** What was read of the open answers, and which turns it tells of. */
type ReadAnswers = {
  readonly openAnswers: readonly OpenAnswer[];
  readonly asked: ReadonlySet<string>;
  /** Those that were known to be stored before the read. */
  readonly stored: ReadonlySet<string>;
};

const NOTHING_READ: ReadAnswers = { openAnswers: [], asked: new Set(), stored: new Set() };
const NO_CHATS: ReadonlySet<string> = new Set();

/**
 * Follows the answers of one person that this page does not stream itself, by reading the database: one loop for the
 * whole page, which ends when nothing runs.
 * @param apply Applies an event to a turn, and what was read of it.
 * @param askFor Asks for an answer that waits to be asked for. Resolves to whether it could.
 */
export function createLive(
  store: TurnStore,
  effects: TurnEffects,
  apply: (id: string, event: TurnEvent, parts?: Partial<Turn>) => void,
  askFor: (openAnswer: OpenAnswer) => Promise<boolean>,
) {
  /** The chats in which answers are being written that no turn of this page follows or streams. */
  const others = createStore<ReadonlySet<string>>(NO_CHATS);
  /** Their answers. */
  let otherAnswers: readonly OpenAnswer[] = [];
  let read = NOTHING_READ;
  /** The answers that waited to be asked for by the read before. */
  let waiting: ReadonlySet<string> = new Set();
  /** Those of them that this page has asked for. */
  const askedFor = new Set<string>();
  let last: LiveRead | null = null;
  let dueAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};
  let isAsked = false;
  let isLooping = false;
  let isOver = false;

  const polled = () => store.all().filter((turn) => isPolled(turn.state));
  const questionsOf = (turns: readonly Turn[]) => [
    ...new Set(turns.map(({ questionId }) => questionId)),
  ];

  function polledState(turn: Turn): PolledState {
    const openAnswer = openAnswerFor(turn, read.openAnswers);
    if (openAnswer && isComing(openAnswer)) return "running";
    return read.asked.has(turn.id) ? "over" : "new";
  }

  function choose(): LiveRead | null {
    if (isOver) return null;
    return nextRead(last, isAsked, polled().map(polledState), others.get().size > 0);
  }

  async function loop() {
    wake();
    if (isLooping) return;
    isLooping = true;
    // So that all answers that the page begins to follow at once are read at once.
    await Promise.resolve();
    for (let next = choose(); next !== null; next = choose()) {
      const pause = pauseUntilRead(dueAt, effects.now(), next);
      if (pause > 0) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([effects.wait(pause), woken]);
        continue;
      }
      last = next;
      dueAt = nextReadDue(dueAt, effects.now());
      await READS[next]().catch(onFailure);
    }
    isLooping = false;
  }

  /** Of some turns, those that no other tab is sending: what becomes of these is uncertain until it has. */
  async function notBeingSent(turns: readonly Turn[]): Promise<readonly Turn[]> {
    const sent = await effects.beingSent();
    return turns.filter(({ questionId, state }) => state.saved || !sent.has(questionId));
  }

  /** What runs in other chats stays as it was read: it is read again. */
  async function onFailure() {
    for (const { id } of await notBeingSent(polled())) apply(id, { type: "check-failed" });
  }

  async function checkOpenAnswers() {
    isAsked = false;
    const turns = polled();
    const openAnswers = await effects.readOpenAnswers(questionsOf(turns));
    read = {
      openAnswers,
      asked: new Set(turns.map(({ id }) => id)),
      stored: new Set(turns.filter(({ state }) => state.saved).map(({ id }) => id)),
    };
    showRunning(polled());
    askForWaiting();
    setOthers();
  }

  /**
   * Asks for the answers that the page which wanted them was closed before it could ask for: those that wait by two
   * reads. A page that is there asks at once.
   */
  function askForWaiting() {
    const asked = effects.isSeen()
      ? read.openAnswers.filter(({ status }) => status === "asked")
      : [];
    const left = asked.filter(({ id }) => waiting.has(id) && !askedFor.has(id) && !isOwn(id));
    waiting = new Set(asked.map(({ id }) => id));
    for (const openAnswer of left) {
      askedFor.add(openAnswer.id);
      void askFor(openAnswer).then((isAsked) => isAsked || askedFor.delete(openAnswer.id));
    }
  }

  /** Whether this page asks for an answer, or has and could not. */
  function isOwn(id: string) {
    const turn = store.get(id);
    return turn !== undefined && !isPolled(turn.state);
  }

  /** Applies what was read to turns that are polled. */
  function showRunning(turns: readonly Turn[]) {
    for (const turn of turns) {
      const openAnswer = openAnswerFor(turn, read.openAnswers);
      if (openAnswer === undefined || !isComing(openAnswer)) continue;
      const { id: answerId, model } = openAnswer;
      const isKnown = store.all().some((it) => it.answerId === answerId && it.id !== turn.id);
      if (isKnown) store.remove(turn.id);
      const stored = storedTurnOf(openAnswer, true);
      apply(turn.id, { type: "checked", stored }, { answerId, model, wasSeen: true });
    }
  }

  function setOthers() {
    const own = store.all().filter((turn) => isRunning(turn.state));
    const alive = read.openAnswers.filter(
      ({ id, status }) => status === "running" || (waiting.has(id) && !askedFor.has(id)),
    );
    const running = alive.filter(
      (answer) => !own.some((turn) => openAnswerFor(turn, [answer]) !== undefined),
    );
    const begun = without(running, otherAnswers);
    // Those that a turn of this page follows by now have not ended.
    const ended = without(otherAnswers, alive);
    otherAnswers = running;
    setOtherChats(new Set(running.map((answer) => answer.chat_id)));
    const changed = new Set([...begun, ...ended].map((answer) => answer.chat_id));
    changed.forEach((chatId) => effects.onChanged(chatId));
  }

  function setOtherChats(chats: ReadonlySet<string>) {
    const before = others.get();
    const isSame = chats.size === before.size && [...chats].every((id) => before.has(id));
    if (!isSame) others.set(chats);
  }

  async function checkMessages() {
    const turns = polled().filter((turn) => polledState(turn) === "over");
    const { openAnswers, stored: wereStored } = read;
    // Before the read: one that has been sent by now is in it.
    const decided = await notBeingSent(turns);
    const messages = await effects.readAnswered(questionsOf(turns));
    for (const turn of turns) {
      const { id } = turn;
      const question = messages.find((message) => message.id === turn.questionId) ?? null;
      if (question === null && !decided.includes(turn)) continue;
      const reply = replyFor(turn, messages);
      const openAnswer = openAnswerFor(turn, openAnswers);
      const stored = storedTurnOf(openAnswer, question !== null);
      // The open answers were read before the question was stored, or while its chat was deleted: they are read again.
      const isTooOld = !wereStored.has(id) || (openAnswer === undefined && turn.wasSeen);
      if (question !== null && reply === null && isTooOld) {
        apply(id, { type: "saved" }, { question, wasSeen: false });
      } else {
        if (question === null && turn.state.saved) effects.onGone(turn.chatId);
        const checked = { ...stored, answered: reply !== null };
        apply(id, { type: "checked", stored: checked }, { question, reply, wasSeen: false });
      }
    }
  }

  const READS = { "open answers": checkOpenAnswers, messages: checkMessages };

  return {
    others,
    /** Asks once what is being written for this person anywhere. */
    ask() {
      isAsked = true;
      void loop();
    },
    /** Takes note of a running answer that the page has just read for a turn. */
    know(id: string, openAnswer: OpenAnswer) {
      const rest = read.openAnswers.filter((it) => it.id !== openAnswer.id);
      read = {
        openAnswers: [...rest, openAnswer],
        asked: new Set([...read.asked, id]),
        stored: new Set([...read.stored, id]),
      };
      showRunning(polled().filter((turn) => turn.id === id));
    },
    /** Follows a turn until it is decided: answered, failed or dropped. */
    async untilDecided(id: string) {
      const isOpen = () => {
        const turn = store.get(id);
        return turn !== undefined && isPolled(turn.state);
      };
      if (!isOpen()) return;
      void loop();
      await new Promise<void>((resolve) => {
        const unsubscribe = store.byChat.subscribe(() => {
          if (isOpen()) return;
          unsubscribe();
          resolve();
        });
      });
    },
    dispose() {
      isOver = true;
    },
  };
}

/** The answers that are not among others. */
function without(answers: readonly OpenAnswer[], others: readonly OpenAnswer[]) {
  return answers.filter(({ id }) => !others.some((other) => other.id === id));
}
