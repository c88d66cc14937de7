import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { type Notice, NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { useSession } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { logIn } from "./auth-api.ts";
import { emailToPrefill, handOver, pathToReturn, readableText } from "./auth-rules.ts";
import { AuthScreen } from "./auth-screen.tsx";
import { EmailField } from "./email-field.tsx";
import { ForgotPassword } from "./forgot-password.tsx";

/** /login. Goes back to where the person was, or to `/`; so does somebody who is signed in already. */
export function LoginPage() {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const isSignedIn = useSession().status === "signed-in";
  const newcomer = emailToPrefill(state);
  const [email, setEmail] = useState(newcomer);
  const [password, setPassword] = useState("");
  const [forgot, setForgot] = useState(false);
  const emailBox = useRef<HTMLInputElement>(null);
  const passwordBox = useRef<HTMLInputElement>(null);
  const loggingIn = useMutation({
    mutationFn: logIn,
    onSuccess: () => {
      notify(NOTICES.loggedIn);
      // At once: the next key is pressed there.
      flushSync(() => void navigate(pathToReturn(state), { replace: true }));
    },
    onError: (error) => {
      notify(loginFailed(error));
      passwordBox.current?.focus();
      passwordBox.current?.select();
    },
  });

  useEffect(() => {
    (emailBox.current?.value ? passwordBox : emailBox).current?.focus();
  }, []);

  const forgetError = () => {
    if (loggingIn.isError) loggingIn.reset();
  };

  // Not while this form logs somebody in: it leads on itself when that has succeeded.
  if (isSignedIn && !loggingIn.isPending && !loggingIn.isSuccess) {
    return <Navigate replace to={pathToReturn(state)} />;
  }
  return (
    <AuthScreen
      title="Log in"
      heading="Welcome back"
      intro={
        newcomer === ""
          ? "Log in to pick up where you left off."
          : `Check your email to verify ${newcomer}, then log in to start chatting.`
      }
      other={
        <>
          <span>New here? </span>
          <TextLink to={paths.signup} state={handOver(state)}>
            Sign up
          </TextLink>
        </>
      }
      goOn="Continue without logging in"
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!loggingIn.isPending) loggingIn.mutate({ email: email.trim(), password });
        }}
      >
        <EmailField
          ref={emailBox}
          value={email}
          onChange={(event) => {
            forgetError();
            setEmail(event.target.value);
          }}
        />
        <Field
          ref={passwordBox}
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          error={loggingIn.isError ? inWords(loginFailed(loggingIn.error)) : undefined}
          value={password}
          onChange={(event) => {
            forgetError();
            setPassword(event.target.value);
          }}
        />
        <Button
          variant="ghost"
          size="sm"
          className="-mt-3 -mr-3.5 justify-self-end text-ink-muted"
          onClick={() => setForgot(true)}
        >
          Forgot password?
        </Button>
        <Button type="submit" variant="primary" busy={loggingIn.isPending} className="w-full">
          {loggingIn.isPending ? "Logging in..." : "Log in"}
        </Button>
      </form>
      {forgot && <ForgotPassword email={email} onClose={() => setForgot(false)} />}
    </AuthScreen>
  );
}

const loginFailed = (error: unknown) => NOTICES.loginFailed(readableText(error));

/** A notice as the text below a field. */
const inWords = ({ title, description = "" }: Notice) => `${title}: ${description}`;
