import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { useSession } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { signUp } from "./auth-api.ts";
import { handOver, pathToReturn, readableText } from "./auth-rules.ts";
import { AuthScreen } from "./auth-screen.tsx";
import { EmailField } from "./email-field.tsx";
import { usePasswordPair } from "./password-pair.tsx";

/**
 * /signup. Leaves nobody signed in and goes to /login with the e-mail filled in. Somebody who is signed in is led back
 * to where they were, or to `/`.
 */
export function SignupPage() {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const isSignedIn = useSession().status === "signed-in";
  const [email, setEmail] = useState("");
  const passwords = usePasswordPair("Password");
  const emailBox = useRef<HTMLInputElement>(null);
  const signingUp = useMutation({
    mutationFn: signUp,
    onSuccess: (_nothing, { email }) => {
      notify(NOTICES.accountCreated);
      void navigate(paths.login, { state: handOver(state, email) });
    },
    onError: (error) => {
      notify(NOTICES.signupFailed(readableText(error)));
      // The pressed button was disabled meanwhile and has lost the focus.
      emailBox.current?.focus();
    },
  });

  useEffect(() => emailBox.current?.focus(), []);

  if (isSignedIn) return <Navigate replace to={pathToReturn(state)} />;
  return (
    <AuthScreen
      title="Sign up"
      heading="Create your account"
      intro="Four assistants, one place to talk to them."
      other={
        <>
          <span>Already have an account? </span>
          <TextLink to={paths.login} state={handOver(state)}>
            Log in
          </TextLink>
        </>
      }
      goOn="Continue without signing up"
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (signingUp.isPending || !passwords.check()) return;
          signingUp.mutate({ email: email.trim(), password: passwords.password });
        }}
      >
        <EmailField
          ref={emailBox}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {passwords.boxes}
        <Button type="submit" variant="primary" busy={signingUp.isPending} className="mt-1 w-full">
          {signingUp.isPending ? "Creating account..." : "Sign up"}
        </Button>
        {/* In a new tab, so that what was typed stays. */}
        <p className="text-center text-sm text-ink-muted">
          By signing up you agree to the{" "}
          <TextLink to={paths.terms} target="_blank">
            Terms of Service
          </TextLink>{" "}
          and the{" "}
          <TextLink to={paths.privacy} target="_blank">
            Privacy Policy
          </TextLink>
          .
        </p>
      </form>
    </AuthScreen>
  );
}
