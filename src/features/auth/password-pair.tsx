import { type RefObject, useRef, useState } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { Field } from "#ui/field.tsx";
import { PASSWORD_MIN_LENGTH } from "./auth-rules.ts";

type Pair = {
  password: string;
  confirmation: string;
  differs: boolean;
  confirmationBox: RefObject<HTMLInputElement | null>;
  setPassword: (password: string) => void;
  setConfirmation: (confirmation: string) => void;
};

/**
 * A password and its repetition. `match()` answers whether they are equal; when not, it says so in the words of SPEC 5
 * and takes the person to the second box.
 */
export function usePasswordPair(): Pair & { match: () => boolean } {
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [told, setTold] = useState(false);
  const confirmationBox = useRef<HTMLInputElement>(null);
  const differs = password !== confirmation;
  return {
    password,
    confirmation,
    differs: told && differs,
    confirmationBox,
    setPassword,
    setConfirmation,
    match: () => {
      setTold(differs);
      if (!differs) return true;
      notify(NOTICES.passwordsDiffer);
      confirmationBox.current?.select();
      return false;
    },
  };
}

/** The two boxes of a `usePasswordPair`. */
export function PasswordPair({
  label,
  confirmLabel,
  hint,
  password,
  confirmation,
  differs,
  confirmationBox,
  setPassword,
  setConfirmation,
}: Pair & { label: string; confirmLabel: string; hint: string }) {
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
        label={label}
        name="password"
        hint={hint}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Field
        {...rules}
        ref={confirmationBox}
        label={confirmLabel}
        name="confirm-password"
        error={differs ? NOTICES.passwordsDiffer.description : undefined}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
    </>
  );
}
