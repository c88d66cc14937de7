import type { Attempt } from "#contract";
import { withPieces, type WrittenText, writtenOf } from "#features/chat/data/piece-rules.ts";
import { createStore } from "#lib/store.ts";
import {
  type PolledState,
  liveAttempts,
  type LiveRead,
  nextRead,
  nextReadDue,
  pauseUntilRead,
  type SeenClaims,
  seenClaims,
} from "./live-rules.ts";
import { storedTurnOf } from "./stored-turn.ts";
import type { TurnEffects } from "./turn-effects.ts";
import { isPolled, isRunning, type TurnEvent } from "./turn-flow.ts";
import { attemptFor, replyFor, type Turn } from "./turn-rules.ts";
import type { TurnStore } from "./turn-store.ts";

/** What was read of the attempts, and which turns it tells of. */
type ReadAttempts = {
  readonly attempts: readonly Attempt[];
  readonly asked: ReadonlySet<string>;
  /** Those that were known to be stored before the read. */
  readonly stored: ReadonlySet<string>;
};

const NOTHING_READ: ReadAttempts = { attempts: [], asked: new Set(), stored: new Set() };
const NO_CHATS: ReadonlySet<string> = new Set();

/**
 * Follows the answers of one person that this page does not stream itself, by reading the database: one loop for the
 * whole page, which ends when nothing runs.
 * @param apply Applies an event to a turn, and what was read of it.
 */
export function createLive(
  store: TurnStore,
  effects: TurnEffects,
  apply: (id: string, event: TurnEvent, parts?: Partial<Turn>) => void,
) {
  /** The chats in which answers are being written that no turn of this page follows or streams. */
  const others = createStore<ReadonlySet<string>>(NO_CHATS);
  /** Their answers. */
  let otherAttempts: readonly Attempt[] = [];
  let read = NOTHING_READ;
  let seen: SeenClaims = new Map();
  let written: ReadonlyMap<string, WrittenText> = new Map();
  /** The answers of which a piece was there when the pieces were read last. */
  let withPiece: ReadonlySet<string> = new Set();
  /** The answers whose pieces were read. */
  const readOnce = new Set<string>();
  let last: LiveRead | null = null;
  let inARow = 0;
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
    const attempt = attemptFor(turn, read.attempts);
    if (attempt !== undefined && attempt.claimed_until !== null) {
      if (turn.state.name === "stopped") return "ending";
      if (!readOnce.has(attempt.id)) return "unread";
      return withPiece.has(attempt.id) ? "running" : "unsure";
    }
    return read.asked.has(turn.id) ? "over" : "new";
  }

  const polledStates = () => polled().map(polledState);

  function choose(): LiveRead | null {
    if (isOver) return null;
    return nextRead(last, inARow, isAsked, polledStates(), others.get().size > 0);
  }

  async function loop() {
    wake();
    if (isLooping) return;
    isLooping = true;
    // So that all answers that the page begins to follow at once are read at once.
    await Promise.resolve();
    for (let next = choose(); next !== null; next = choose()) {
      const pause = pauseUntilRead(dueAt, effects.now(), polledStates());
      if (pause > 0) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([effects.wait(pause), woken]);
        continue;
      }
      inARow = next === last ? inARow + 1 : 1;
      last = next;
      dueAt = nextReadDue(dueAt, effects.now());
      await READS[next]().catch(onFailure);
    }
    isLooping = false;
  }

  function onFailure() {
    for (const { id } of polled()) apply(id, { type: "check-failed" });
    otherAttempts = [];
    others.set(NO_CHATS);
  }

  async function checkAttempts() {
    isAsked = false;
    const turns = polled();
    const attempts = await effects.readAttempts(questionsOf(turns));
    read = {
      attempts,
      asked: new Set(turns.map(({ id }) => id)),
      stored: new Set(turns.filter(({ state }) => state.saved).map(({ id }) => id)),
    };
    seen = seenClaims(seen, attempts, effects.now());
    written = new Map(attempts.map((it) => [it.id, writtenOf(it, written.get(it.id))]));
    showRunning(polled());
    setOthers();
  }

  /** Applies what was read of the attempts to turns that are polled. */
  function showRunning(turns: readonly Turn[]) {
    for (const turn of turns) {
      const attempt = attemptFor(turn, read.attempts);
      if (attempt === undefined || attempt.claimed_until === null) continue;
      const { id: answerId, claimed_until: claim } = attempt;
      const isKnown = store.all().some((it) => it.answerId === answerId && it.id !== turn.id);
      if (isKnown) store.remove(turn.id);
      const parts = { answerId, claim, model: attempt.model };
      apply(turn.id, { type: "checked", stored: storedTurnOf(attempt, true) }, parts);
    }
  }

  function setOthers() {
    const own = store.all().filter((turn) => isRunning(turn.state));
    const alive = liveAttempts(read.attempts, seen, effects.now());
    const running = alive.filter(
      (attempt) => !own.some((turn) => attemptFor(turn, [attempt]) !== undefined),
    );
    const begun = without(running, otherAttempts);
    // Those that a turn of this page follows by now have not ended.
    const ended = without(otherAttempts, alive);
    otherAttempts = running;
    setOtherChats(new Set(running.map((attempt) => attempt.chat_id)));
    const changed = new Set([...begun, ...ended].map((attempt) => attempt.chat_id));
    changed.forEach((chatId) => effects.onChanged(chatId));
  }

  function setOtherChats(chats: ReadonlySet<string>) {
    const before = others.get();
    const isSame = chats.size === before.size && [...chats].every((id) => before.has(id));
    if (!isSame) others.set(chats);
  }

  async function checkPieces() {
    const followed = polled().flatMap(({ id, ...turn }) => {
      const attempt = attemptFor(turn, read.attempts);
      return attempt === undefined || attempt.claimed_until === null ? [] : [{ id, attempt }];
    });
    const known = followed.map(({ attempt }) => ({
      answerId: attempt.id,
      position: written.get(attempt.id)?.position ?? 0,
    }));
    const pieces = await effects.readPieces(known);
    withPiece = new Set(pieces.map((piece) => piece.answer_id));
    for (const { id, attempt } of followed) {
      readOnce.add(attempt.id);
      const own = pieces.filter((piece) => piece.answer_id === attempt.id);
      const all = withPieces(writtenOf(attempt, written.get(attempt.id)), own);
      written = new Map(written).set(attempt.id, all);
      apply(id, { type: "written", text: all.content });
    }
  }

  async function checkMessages() {
    const turns = polled().filter((turn) => polledState(turn) === "over");
    const { attempts, stored: wereStored } = read;
    const messages = await effects.readAnswered(questionsOf(turns));
    for (const turn of turns) {
      const { id } = turn;
      const question = messages.find((message) => message.id === turn.questionId) ?? null;
      const reply = replyFor(turn, messages);
      const attempt = attemptFor(turn, attempts);
      const stored = storedTurnOf(attempt, question !== null);
      // The attempts were read before the question was stored, or while its chat was deleted: they are read again.
      const isTooOld = !wereStored.has(id) || (attempt === undefined && turn.claim !== null);
      if (question !== null && reply === null && isTooOld) {
        apply(id, { type: "saved" }, { question, claim: null });
      } else {
        const isGone = question === null ? turn.state.saved : attempt?.failure === "gone";
        if (isGone) effects.onGone(turn.chatId);
        const checked = { ...stored, answered: reply !== null };
        apply(id, { type: "checked", stored: checked }, { question, reply, claim: null });
      }
    }
  }

  const READS = { attempts: checkAttempts, pieces: checkPieces, messages: checkMessages };

  return {
    others,
    /** Asks once what is being written for this person anywhere. */
    ask() {
      isAsked = true;
      void loop();
    },
    /** Takes note of a running attempt that the page has just read for a turn. Its pieces are read next. */
    know(id: string, attempt: Attempt) {
      const rest = read.attempts.filter((it) => it.id !== attempt.id);
      read = {
        attempts: [...rest, attempt],
        asked: new Set([...read.asked, id]),
        stored: new Set([...read.stored, id]),
      };
      last = "attempts";
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

/** The attempts that are not among others. */
function without(attempts: readonly Attempt[], others: readonly Attempt[]): readonly Attempt[] {
  return attempts.filter(({ id }) => !others.some((other) => other.id === id));
}
