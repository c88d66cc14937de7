import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { useSession } from "#lib/session.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Page } from "#ui/page.tsx";
import { CountdownStep } from "./countdown-step.tsx";
import { CredentialsStep } from "./credentials-step.tsx";
import type { DeletionState } from "./deletion-flow.ts";
import { PassedStep } from "./passed-step.tsx";
import { QuizStep } from "./quiz-step.tsx";
import { ScheduledStep } from "./scheduled-step.tsx";
import { useDeletion } from "./use-deletion.ts";

const BACK = { to: paths.settings, label: "Back to Settings" };

const TITLES: Record<DeletionState["step"], string> = {
  credentials: "Account Cancellation",
  quiz: "Account Deletion Quiz",
  passed: "You Passed",
  countdown: "Final Confirmation",
  scheduling: "Final Confirmation",
  scheduled: "Account Deletion Scheduled",
};

/** The steps that a person counts; scheduling belongs to the countdown. */
const STEP_NUMBER: Record<DeletionState["step"], number> = {
  credentials: 1,
  quiz: 2,
  passed: 3,
  countdown: 4,
  scheduling: 4,
  scheduled: 5,
};

type Props = {
  /** The export of chats, which the first step offers. */
  history: ReactNode;
  /** Forgets what this browser keeps of the account. */
  onScheduled: () => void;
};

/** /settings/account/delete: five steps at one address. */
export function DeletionPage(props: Props) {
  const session = useSession();
  const { pathname } = useLocation();
  if (session.status === "signed-in") {
    const { id, email } = session.user;
    return <Flow key={id} email={email} {...props} />;
  }
  return (
    <Page title={TITLES.credentials} back={BACK}>
      <Card title="You are not logged in" description="Log in to delete your account.">
        <ButtonLink to={paths.login} state={{ from: pathname }} variant="primary">
          Log in
        </ButtonLink>
      </Card>
    </Page>
  );
}

function Flow({ email, history, onScheduled }: Props & { email: string }) {
  const { state, send, verify, goOn } = useDeletion(email);
  const isScheduled = state.step === "scheduled";
  useEffect(() => {
    if (isScheduled) onScheduled();
  }, [isScheduled, onScheduled]);
  const title = TITLES[state.step];
  const step = useFocusOnChange(title);
  const cancel = () => send({ type: "cancel" });
  return (
    <div ref={step}>
      <Page title={title} back={BACK}>
        <StepBar step={STEP_NUMBER[state.step]} />
        {state.step === "credentials" && (
          <CredentialsStep
            email={email}
            history={history}
            verifying={state.verifying}
            onContinue={verify}
          />
        )}
        {state.step === "quiz" && (
          <QuizStep
            state={state}
            onAnswer={(answer) => send({ type: "answer", answer })}
            onPrevious={() => send({ type: "previous" })}
            onNext={goOn}
            onCancel={cancel}
          />
        )}
        {state.step === "passed" && <PassedStep onContinue={() => send({ type: "continue" })} />}
        {(state.step === "countdown" || state.step === "scheduling") && (
          <CountdownStep
            left={state.step === "countdown" ? state.wait.left : 0}
            scheduling={state.step === "scheduling"}
            onCancel={cancel}
          />
        )}
        {isScheduled && <ScheduledStep />}
      </Page>
    </div>
  );
}

/** Five segments, filled up to the current step. */
function StepBar({ step }: { step: number }) {
  return (
    <div>
      <p className="sr-only">{`Step ${step} of 5`}</p>
      <div aria-hidden="true" className="grid grid-cols-5 gap-1.5">
        {[1, 2, 3, 4, 5].map((number) => (
          <span
            key={number}
            className={`h-1 rounded-full ${number <= step ? "bg-danger" : "bg-line"}`}
          />
        ))}
      </div>
    </div>
  );
}

/** Moves the focus to the heading when the step changes. When the page opens, the layout does that. */
function useFocusOnChange(title: string) {
  const container = useRef<HTMLDivElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current !== title) container.current?.querySelector("h1")?.focus();
    shown.current = title;
  }, [title]);
  return container;
}
