import { useRef, useState } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { Field } from "#ui/field.tsx";
import { PASSWORD_MIN_LENGTH, passwordProblem } from "./auth-rules.ts";

const HINT = `At least ${PASSWORD_MIN_LENGTH} characters.`;
const RULES = {
  type: "password",
  autoComplete: "new-password",
  required: true,
  minLength: PASSWORD_MIN_LENGTH,
} as const;

/**
 * A new password, and the two boxes in which it is typed and repeated. `check()` returns whether they are valid. When
 * they are not, it shows why and moves the focus to the box that must change. From then on what is shown follows what is
 * typed. `retype()` moves the focus to the password when it was refused.
 */
export function usePasswordPair(label: string) {
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [checked, setChecked] = useState(false);
  const passwordBox = useRef<HTMLInputElement>(null);
  const confirmationBox = useRef<HTMLInputElement>(null);
  const problem = passwordProblem(password, confirmation);
  const shown = checked ? problem : null;

  const retype = (box = passwordBox) => {
    box.current?.focus();
    box.current?.select();
  };
  const check = () => {
    setChecked(true);
    if (problem === null) return true;
    if (problem === "differs") notify(NOTICES.passwordsDiffer);
    retype(problem === "short" ? passwordBox : confirmationBox);
    return false;
  };
  const boxes = (
    <>
      <Field
        {...RULES}
        ref={passwordBox}
        label={label}
        name="password"
        {...(shown === "short" ? { error: HINT } : { hint: HINT })}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Field
        {...RULES}
        ref={confirmationBox}
        label={`Confirm ${label.toLowerCase()}`}
        name="confirm-password"
        error={shown === "differs" ? NOTICES.passwordsDiffer.description : undefined}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
    </>
  );
  return { password, boxes, check, retype };
}
