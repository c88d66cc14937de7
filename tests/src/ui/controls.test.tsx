import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";
import { describe, expect, test } from "vitest";
import { Button, ButtonLink, ExternalLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Page } from "#ui/page.tsx";
import { Progress } from "#ui/progress.tsx";
import { Switch } from "#ui/switch.tsx";

function Place() {
  return <p>{useLocation().pathname}</p>;
}

describe("buttons", () => {
  test("a busy button is disabled and says so", () => {
    render(<Button busy>Saving</Button>);
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Saving" });
    expect([button.disabled, button.getAttribute("aria-busy")]).toEqual([true, "true"]);
  });

  test("a button does not submit unless told to", () => {
    render(<Button>Go</Button>);
    expect(screen.getByRole<HTMLButtonElement>("button").type).toBe("button");
  });

  test.each(["{Enter}", " "])("a link announced as a button goes with the key %j", async (key) => {
    render(
      <MemoryRouter>
        <ButtonLink to="/there">Go</ButtonLink>
        <Place />
      </MemoryRouter>,
    );
    screen.getByRole("button", { name: "Go" }).focus();
    await userEvent.keyboard(key);
    expect(screen.getByText("/there")).toBeTruthy();
  });

  test("a link out opens a tab that knows nothing of this one [product.external-links]", () => {
    render(<ExternalLink href="https://example.com/">Out</ExternalLink>);
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Out" });
    expect([link.target, link.rel]).toEqual(["_blank", "noopener noreferrer"]);
  });
});

describe("a field", () => {
  test("has its label, hint and error wired", () => {
    render(<Field label="Name" hint="As on the card." error="Too long." defaultValue="x" />);
    const input = screen.getByLabelText("Name");
    const described = input.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      "As on the card.",
      "Too long.",
    ]);
    expect(input.getAttribute("aria-invalid")).toBe("true");
  });

  test("shows a password at a press of its button, and hides it again [login.show-password]", async () => {
    render(<Field label="Password" type="password" defaultValue="secret" />);
    const input = screen.getByLabelText<HTMLInputElement>("Password");
    expect(input.type).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Show password", pressed: false }));
    expect([input.type, input.value]).toEqual(["text", "secret"]);
    await userEvent.click(screen.getByRole("button", { name: "Hide password", pressed: true }));
    expect(input.type).toBe("password");
  });

  test("may have several lines", () => {
    render(<Field multiline label="Message" />);
    expect(screen.getByLabelText("Message").tagName).toBe("TEXTAREA");
  });
});

test("a dialog has its name and text, and closes by Esc and by its button", async () => {
  let closed = 0;
  render(
    <Dialog
      open
      onOpenChange={() => closed++}
      title="Really?"
      description="It cannot be undone."
    />,
  );
  const dialog = screen.getByRole("dialog", { name: "Really?" });
  const description = dialog.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(description)?.textContent).toBe("It cannot be undone.");
  expect(dialog.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(closed).toBe(2);
  expect(document.querySelector("style")).toBeNull();
});

test("a switch is named by its label and turned by it", async () => {
  const seen: boolean[] = [];
  render(
    <Switch
      label="Sound"
      description="Beeps."
      checked={false}
      onCheckedChange={(on) => seen.push(on)}
    />,
  );
  await userEvent.click(screen.getByText("Sound"));
  expect(seen).toEqual([true]);
  expect(screen.getByRole("switch", { name: "Sound" }).getAttribute("aria-checked")).toBe("false");
});

test("a progress bar has its name and value", () => {
  render(<Progress label="Countdown" value={5} max={15} />);
  const bar = screen.getByRole<HTMLProgressElement>("progressbar", { name: "Countdown" });
  expect(bar.position).toBeCloseTo(1 / 3);
});

test("a page has one heading, the way back and the document's title", () => {
  render(
    <MemoryRouter>
      <Page title="Things" back={{ to: "/settings", label: "Back to Settings" }}>
        x
      </Page>
    </MemoryRouter>,
  );
  expect(screen.getAllByRole("heading", { level: 1 }).map((h) => h.textContent)).toEqual([
    "Things",
  ]);
  expect(screen.getByRole("button", { name: "Back to Settings" }).getAttribute("href")).toBe(
    "/settings",
  );
  expect(document.title).toBe("Things · Quartet");
});
