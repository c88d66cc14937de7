import { CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { useSession } from "#lib/session.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Page } from "#ui/page.tsx";
import { BillingNote } from "./billing-note.tsx";
import { CountdownStep } from "./countdown-step.tsx";
import { CredentialsStep } from "./credentials-step.tsx";
import type { DeletionState } from "./deletion-flow.ts";
import { QuizStep } from "./quiz-step.tsx";
import { singleClick } from "./single-click.ts";
import { useDeletion } from "./use-deletion.ts";

const BACK = { to: paths.settings, label: "Back to Settings" };

/** The number and the title of each step that a person counts. Scheduling belongs to the countdown. */
const STEPS: Record<DeletionState["step"], readonly [number, string]> = {
  credentials: [1, "Account Cancellation"],
  quiz: [2, "Account Deletion Quiz"],
  passed: [3, "You Passed"],
  countdown: [4, "Final Confirmation"],
  scheduling: [4, "Final Confirmation"],
  scheduled: [5, "Account Deletion Scheduled"],
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
    <Page title={STEPS.credentials[1]} back={BACK}>
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
  const [number, title] = STEPS[state.step];
  const step = useFocusOnChange(title);
  return (
    <div ref={step}>
      <Page title={title} back={BACK}>
        <StepBar step={number} />
        {state.step === "credentials" && (
          <CredentialsStep
            email={email}
            history={history}
            verifying={state.verifying}
            onContinue={verify}
          />
        )}
        {state.step === "quiz" && <QuizStep state={state} send={send} onNext={goOn} />}
        {state.step === "passed" && <PassedStep onContinue={() => send({ type: "continue" })} />}
        {(state.step === "countdown" || state.step === "scheduling") && (
          <CountdownStep state={state} onCancel={() => send({ type: "cancel" })} />
        )}
        {isScheduled && <ScheduledStep />}
      </Page>
    </div>
  );
}

/** Step 3: the quiz is passed. */
function PassedStep({ onContinue }: { onContinue: () => void }) {
  return (
    <Card>
      <div className="flex gap-4">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-success" />
        <div className="grid gap-2">
          <p>You are fully aware of what deleting your account involves.</p>
          <p className="text-sm text-ink-muted">
            Continue starts a countdown of 15 seconds, during which you can still cancel. After
            that, the deletion is scheduled.
          </p>
        </div>
      </div>
      <Button variant="danger" className="mt-6" onClick={singleClick(onContinue)}>
        Continue
      </Button>
    </Card>
  );
}

/** Step 5: the deletion is scheduled. Offers three links to go on. */
function ScheduledStep() {
  return (
    <Card>
      <p>Your account will be permanently deleted within 24 hours. This cannot be undone.</p>
      <BillingNote />
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={paths.account} variant="primary">
          Back to Account Settings
        </ButtonLink>
        <ButtonLink to={paths.home}>Back to Dashboard</ButtonLink>
      </div>
    </Card>
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
