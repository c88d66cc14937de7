import { useCallback, useEffect, useRef, useState } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { currentSession } from "#lib/session.ts";
import { nextTick } from "./countdown-rules.ts";
import { emailMatches, type Credentials } from "./credentials-rules.ts";
import { isRightPassword, scheduleDeletion } from "./deletion-api.ts";
import { next, START, type DeletionEvent, type DeletionState } from "./deletion-flow.ts";

type Send = (event: DeletionEvent) => DeletionState;

/**
 * The deletion flow with its clock and its one network call, for the person with the email `own`.
 * Leaving the screen or the page, in whatever way, ends whatever was going on.
 */
export function useDeletion(own: string) {
  const [state, setState] = useState(START);
  // Answers that arrive late, and two events between two renders, must meet the newest state.
  const latest = useRef(state);
  const send = useCallback<Send>((event) => {
    latest.current = next(latest.current, event, Date.now());
    setState(latest.current);
    return latest.current;
  }, []);

  useTicks(state, send);
  useScheduling(state.step === "scheduling", send);
  useLeaving(send);

  /** Checks email and password; the quiz opens when both are right, and a notice says what is not. */
  const verify = async (credentials: Credentials): Promise<void> => {
    if (!emailMatches(credentials.email, own)) return notify(NOTICES.emailDiffers);
    send({ type: "verify" });
    const right = await isRightPassword(credentials).catch(() => undefined);
    const left = latest.current.step !== "credentials" || !latest.current.verifying;
    if (left) return;
    send({ type: right ? "verified" : "refused" });
    if (!right) notify(right === false ? NOTICES.wrongPassword : NOTICES.verifyPasswordFailed);
  };

  /** Next or Submit Quiz. */
  const goOn = (): void => {
    const before = latest.current;
    const after = send({ type: "next" });
    const failed = after.step === "quiz" && after.score !== null && after.score !== scoreOf(before);
    if (failed) notify(NOTICES.quizFailed(after.score));
  };

  return { state, send, verify, goOn };
}

function scoreOf(state: DeletionState): number | null {
  return state.step === "quiz" ? state.score : null;
}

/** Looks at the clock whenever the screen has something new to show. */
function useTicks(state: DeletionState, send: Send): void {
  useEffect(() => {
    const delay = nextTick(state);
    if (delay === undefined) return;
    const timer = setTimeout(() => send({ type: "tick" }), delay);
    return () => clearTimeout(timer);
  }, [state, send]);
}

function useScheduling(scheduling: boolean, send: Send): void {
  useEffect(() => {
    if (!scheduling) return;
    const leaving = new AbortController();
    scheduleDeletion(leaving.signal).then(
      () => {
        if (send({ type: "scheduled" }).step === "scheduled") notify(NOTICES.deletionScheduled);
      },
      () => {
        send({ type: "scheduling-failed" });
        // Going elsewhere is a person's choice; a session that ended in another tab is a failure.
        const chosen = leaving.signal.aborted && currentSession().status === "signed-in";
        if (!chosen) notify(NOTICES.scheduleDeletionFailed);
      },
    );
    return () => leaving.abort();
  }, [scheduling, send]);
}

/** `pagehide` covers the page that the browser freezes and brings back with its timers running. */
function useLeaving(send: Send): void {
  useEffect(() => {
    const leave = () => {
      send({ type: "leave" });
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [send]);
}
