import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LoginPage } from "#features/auth/login-page.tsx";
import { LoginPrompt } from "#features/auth/login-prompt.tsx";
import { SignupPage } from "#features/auth/signup-page.tsx";
import { NOTICES, onNotice } from "#lib/notices.ts";
import type { Notice } from "#lib/notify.ts";
import { createQueryClient } from "#lib/query-client.ts";

let notices: Notice[] = [];
let stopListening = () => {};
beforeEach(() => {
  notices = [];
  stopListening = onNotice((notice) => notices.push(notice));
});
afterEach(() => stopListening());

function Place() {
  const { pathname, state } = useLocation();
  return <p>{`at ${pathname} with ${JSON.stringify(state)}`}</p>;
}

function open(path: string, state: unknown = null) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: path, state }]}>
        <Routes>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/signup" element={<SignupPage />} />
          <Route path="/chats/1" element={<LoginPrompt onClose={() => {}} />} />
          <Route path="*" element={null} />
        </Routes>
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const link = (name: string) => screen.getByRole("link", { name });
const place = () => screen.getByText(/^at /).textContent;

describe("/login", () => {
  test("has a heading, two required fields of the right type and a button [login.fields]", () => {
    open("/login");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome back");
    expect([box("Email").type, box("Email").required]).toEqual(["email", true]);
    expect([box("Password").type, box("Password").required]).toEqual(["password", true]);
    expect(button("Log in").type).toBe("submit");
    expect(document.title).toContain("Log in");
  });

  test("focuses the first empty field", () => {
    open("/login");
    expect(document.activeElement).toBe(box("Email"));
  });

  test("fills in the e-mail of a sign-up and focuses the password [signup.leads-to-login]", () => {
    open("/login", { email: "a@example.com" });
    expect(box("Email").value).toBe("a@example.com");
    expect(document.activeElement).toBe(box("Password"));
  });

  test.each([
    ["without an e-mail", "", "secret"],
    ["with half an e-mail", "a@", "secret"],
    ["without a password", "a@example.com", ""],
  ])("is not sent %s [login.required]", async (_name, email, password) => {
    open("/login");
    if (email) await userEvent.type(box("Email"), email);
    if (password) await userEvent.type(box("Password"), password);
    await userEvent.click(button("Log in"));
    // A request would have failed by now, with a notice.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(notices).toEqual([]);
  });

  test("shows a notice when there is no network, and keeps what was typed", async () => {
    open("/login");
    await userEvent.type(box("Email"), "a@example.com");
    await userEvent.type(box("Password"), "secret{Enter}");
    await waitFor(() =>
      expect(notices).toEqual([
        NOTICES.loginFailed("The network could not be reached. Please try again."),
      ]),
    );
    expect(box("Password").value).toBe("secret");
  });

  test("says below the password why the log-in failed, marks the field and focuses it, until something is typed [login.failure-at-field]", async () => {
    open("/login");
    await userEvent.type(box("Email"), "a@example.com");
    await userEvent.type(box("Password"), "secret{Enter}");
    await waitFor(() => expect(box("Password").getAttribute("aria-invalid")).toBe("true"));
    const described = box("Password").getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe(
      "Login failed: The network could not be reached. Please try again.",
    );
    expect(document.activeElement).toBe(box("Password"));
    await userEvent.type(box("Email"), "m");
    expect(box("Password").getAttribute("aria-invalid")).toBeNull();
    expect(screen.queryByText(/Login failed/)).toBeNull();
  });

  test("tells a newcomer to check their email, and others to pick up where they left off [login.newcomer]", () => {
    open("/login", { email: "a@example.com" });
    expect(screen.getByText(/^Check your email/).textContent).toContain("a@example.com");
    expect(screen.queryByText(/left off/)).toBeNull();
    cleanup();
    open("/login");
    expect(screen.getByText(/left off/)).toBeTruthy();
    expect(screen.queryByText(/Check your email/)).toBeNull();
  });

  test("links to the sign-up, which remembers where the visitor came from, and home [login.links]", async () => {
    open("/login", { from: "/chats/1" });
    expect(link("Continue without logging in").getAttribute("href")).toBe("/");
    await userEvent.click(link("Sign up"));
    expect(place()).toBe('at /signup with {"from":"/chats/1"}');
  });

  test("'Forgot password?' opens a dialog that asks for the e-mail and closes on Esc [login.forgot-password]", async () => {
    open("/login");
    await userEvent.type(box("Email"), "a@example.com");
    await userEvent.click(button("Forgot password?"));
    const dialog = await screen.findByRole("dialog", { name: "Reset your password" });
    expect(dialog.querySelector("input")?.value).toBe("a@example.com");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("/signup", () => {
  const fill = async (password: string, confirmation: string) => {
    await userEvent.type(box("Email"), "a@example.com");
    await userEvent.type(box("Password"), password);
    await userEvent.type(box("Confirm password"), confirmation);
    await userEvent.click(button("Sign up"));
  };

  test("has three required fields, and asks for passwords of at least 6 characters [signup.fields]", () => {
    open("/signup");
    const boxes = ["Email", "Password", "Confirm password"].map(box);
    expect(boxes.map(({ required }) => required)).toEqual([true, true, true]);
    expect(boxes.slice(1).map(({ minLength }) => minLength)).toEqual([6, 6]);
  });

  test("does not send a password of five characters", async () => {
    open("/signup");
    await fill("12345", "12345");
    expect(notices).toEqual([]);
    expect(box("Password").validationMessage || box("Password").ariaInvalid).toBeTruthy();
  });

  test("does not send passwords that differ, and shows which field to change [signup.mismatch]", async () => {
    open("/signup");
    await fill("secret1", "secret2");
    expect(notices).toEqual([
      {
        title: "Passwords don't match",
        description: "Please make sure your passwords match",
        tone: "error",
      },
    ]);
    expect(document.activeElement).toBe(box("Confirm password"));
    expect(box("Confirm password").getAttribute("aria-invalid")).toBe("true");
    expect(button("Sign up").disabled).toBe(false);
  });

  test("hides the hint once the passwords match", async () => {
    open("/signup");
    await fill("secret1", "secret2");
    fireEvent.change(box("Confirm password"), { target: { value: "secret1" } });
    expect(box("Confirm password").getAttribute("aria-invalid")).toBeNull();
  });

  test("sends a password of six characters, and shows a notice when there is no network [signup.password-length]", async () => {
    open("/signup");
    await fill("123456", "123456");
    await waitFor(() => expect(notices.map(({ title }) => title)).toEqual(["Sign up failed"]));
  });

  test("links to the terms and the privacy policy in new tabs [signup.legal-links]", () => {
    open("/signup");
    expect(
      ["Terms of Service", "Privacy Policy"].map((name) => [
        link(name).getAttribute("href"),
        link(name).getAttribute("target"),
      ]),
    ).toEqual([
      ["/terms", "_blank"],
      ["/privacy", "_blank"],
    ]);
  });

  test("links to the log-in and home [signup.links]", async () => {
    open("/signup", { from: "/chats/1" });
    expect(link("Continue without signing up").getAttribute("href")).toBe("/");
    await userEvent.click(link("Log in"));
    expect(place()).toBe('at /login with {"from":"/chats/1"}');
  });
});

describe("the login prompt", () => {
  test("has its text and three buttons [login-prompt.words]", () => {
    open("/chats/1");
    const dialog = screen.getByRole("dialog", { name: "Log in to continue" });
    expect(dialog.textContent).toContain(
      "You need to be logged in to send messages. Create an account or log in to start chatting.",
    );
    expect(["Cancel", "Sign up", "Log in"].map((name) => button(name).tagName)).toEqual([
      "BUTTON",
      "BUTTON",
      "BUTTON",
    ]);
  });

  test("has the focus on 'Log in' [login-prompt.focus]", () => {
    open("/chats/1");
    expect(document.activeElement).toBe(button("Log in"));
  });

  test.each([
    ["Log in", "/login"],
    ["Sign up", "/signup"],
  ])("'%s' goes to %s and remembers the chat [login-prompt.leads]", async (name, path) => {
    open("/chats/1");
    await userEvent.click(button(name));
    expect(place()).toBe(`at ${path} with {"from":"/chats/1"}`);
  });
});
