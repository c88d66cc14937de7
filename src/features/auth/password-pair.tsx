import { type RefObject, useRef, useState } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { Field } from "#ui/field.tsx";
import { PASSWORD_MIN_LENGTH, passwordProblem } from "./auth-rules.ts";

type Pair = {
  password: string;
  confirmation: string;
  problem: ReturnType<typeof passwordProblem>;
  passwordBox: RefObject<HTMLInputElement | null>;
  confirmationBox: RefObject<HTMLInputElement | null>;
  setPassword: (password: string) => void;
  setConfirmation: (confirmation: string) => void;
};

/**
 * A new password and its repetition. `check()` returns whether they are valid. When they are not, it shows why and moves
 * the focus to the box that must change. From then on `problem` follows what is typed.
 */
export function usePasswordPair(): Pair & { check: () => boolean } {
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [checked, setChecked] = useState(false);
  const passwordBox = useRef<HTMLInputElement>(null);
  const confirmationBox = useRef<HTMLInputElement>(null);
  const problem = passwordProblem(password, confirmation);
  return {
    password,
    confirmation,
    problem: checked ? problem : null,
    passwordBox,
    confirmationBox,
    setPassword,
    setConfirmation,
    check: () => {
      setChecked(true);
      if (problem === "differs") notify(NOTICES.passwordsDiffer);
      if (problem !== null) focusAll(problem === "short" ? passwordBox : confirmationBox);
      return problem === null;
    },
  };
}

function focusAll({ current }: RefObject<HTMLInputElement | null>): void {
  current?.focus();
  current?.select();
}

const HINT = `At least ${PASSWORD_MIN_LENGTH} characters.`;

/** The two boxes of a `usePasswordPair`. */
export function PasswordPair({
  label,
  confirmLabel,
  password,
  confirmation,
  problem,
  passwordBox,
  confirmationBox,
  setPassword,
  setConfirmation,
}: Pair & { label: string; confirmLabel: string }) {
  const rules = {
    type: "password",
    autoComplete: "new-password",
    required: true,
    minLength: PASSWORD_MIN_LENGTH,
  } as const;
  return (
    <>
      <Field
        {...rules}
        ref={passwordBox}
        label={label}
        name="password"
        {...(problem === "short" ? { error: HINT } : { hint: HINT })}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Field
        {...rules}
        ref={confirmationBox}
        label={confirmLabel}
        name="confirm-password"
        error={problem === "differs" ? NOTICES.passwordsDiffer.description : undefined}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
    </>
  );
}
