import { useEffect, useState } from "react";
import { listen } from "#lib/listen.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { currentSession } from "#lib/session.ts";
import { nextTick } from "./countdown-rules.ts";
import { isRightPassword, scheduleDeletion } from "./deletion-api.ts";
import {
  next,
  START,
  type DeletionEvent,
  type DeletionState,
  type TypedCredentials,
} from "./deletion-flow.ts";

/**
 * The deletion flow of this screen, for the person with the email `own`. Leaving the screen or the page ends it.
 */
export function useDeletion(own: string) {
  const [state, setState] = useState(START);
  const [deletion] = useState(() => createDeletion(own, setState));

  useEffect(() => {
    // The browser may freeze the page and later bring it back with its timers running.
    const unsubscribe = listen(window, ["pagehide"], deletion.leave);
    return () => {
      unsubscribe();
      deletion.leave();
    };
  }, [deletion]);

  return { ...deletion, state };
}

/**
 * Runs the flow for one open screen, from step 1 on: keeps the state, sets the timers and makes the requests. Calls
 * `onChange` with every new state.
 */
function createDeletion(own: string, onChange: (state: DeletionState) => void) {
  let state = START;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = (event: DeletionEvent): DeletionState => {
    const before = state;
    state = next(state, event, Date.now(), performance.now());
    clearTimeout(timer);
    const delay = nextTick(state);
    if (delay !== undefined) timer = setTimeout(send, delay, { type: "tick" });
    if (before.step !== "scheduling" && state.step === "scheduling") void schedule();
    onChange(state);
    return state;
  };

  const schedule = async (): Promise<void> => {
    const hasLeft = () => state.step !== "scheduling";
    try {
      await scheduleDeletion();
      if (hasLeft()) return;
      send({ type: "scheduled" });
      notify(NOTICES.deletionScheduled);
    } catch {
      // Leaving the page is the person's choice. A session that ended in another tab is a failure.
      const isChosen = hasLeft() && currentSession().status === "signed-in";
      if (!isChosen) notify(NOTICES.scheduleDeletionFailed);
      send({ type: "scheduling-failed" });
    }
  };

  /**
   * Checks email and password; the quiz opens when both are right, and a notice says what is not. Returns the field
   * that is wrong.
   */
  const verify = async (credentials: TypedCredentials): Promise<keyof TypedCredentials | null> => {
    if (credentials.email !== own) {
      notify(NOTICES.emailDiffers);
      return "email";
    }
    send({ type: "verify" });
    const right = await isRightPassword(credentials).catch(() => undefined);
    if (state.step !== "credentials" || !state.verifying) return null;
    send({ type: right ? "verified" : "refused" });
    if (!right) notify(right === false ? NOTICES.wrongPassword : NOTICES.verifyPasswordFailed);
    return right === false ? "password" : null;
  };

  /** Next or Submit Quiz. */
  const goOn = (): void => {
    const before = scoreOf(state);
    const after = scoreOf(send({ type: "next" }));
    if (after !== null && after !== before) notify(NOTICES.quizFailed(after));
  };

  return { send, verify, goOn, leave: () => void send({ type: "leave" }) };
}

function scoreOf(state: DeletionState): number | null {
  return state.step === "quiz" ? state.score : null;
}
