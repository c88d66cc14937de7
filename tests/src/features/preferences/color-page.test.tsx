import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ColorPage } from "#features/preferences/color-page.tsx";
import { NOTICES, onNotice } from "#lib/notices.ts";
import type { Notice } from "#lib/notify.ts";

let notices: Notice[] = [];
let end = () => {};
beforeEach(() => {
  notices = [];
  end = onNotice((notice) => notices.push(notice));
});
afterEach(() => {
  cleanup();
  end();
  delete document.documentElement.dataset["color"];
});

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}
const open = () =>
  render(
    <MemoryRouter initialEntries={["/settings/chat/color"]}>
      <ColorPage />
      <Place />
    </MemoryRouter>,
  );
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>("radio")
    .flatMap((radio) => (radio.checked ? radio.value : []));
const place = () => screen.getByTestId("place").textContent;

test("offers eight colours, blue chosen, and shows a choice in the preview only [color.swatches]", async () => {
  open();
  expect(screen.getAllByRole("radio")).toHaveLength(8);
  expect(chosen()).toEqual(["blue"]);
  await userEvent.click(screen.getByRole("radio", { name: "Teal" }));
  expect(chosen()).toEqual(["teal"]);
  expect(screen.getByText(/This is how/).dataset["color"]).toBe("teal");
  expect(document.documentElement.dataset["color"]).toBeUndefined();
});

test("Save Changes colours the page, says so and goes to /settings/chat [color.save]", async () => {
  open();
  await userEvent.click(screen.getByRole("radio", { name: "Pink" }));
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  expect(document.documentElement.dataset["color"]).toBe("pink");
  expect(notices).toEqual([NOTICES.colorUpdated]);
  expect(place()).toBe("/settings/chat");
  expect(localStorage).toHaveLength(0);
});

test("opens with the colour of the running page", () => {
  document.documentElement.dataset["color"] = "orange";
  open();
  expect(chosen()).toEqual(["orange"]);
});

test("Cancel changes nothing and goes to /settings [color.cancel]", async () => {
  open();
  await userEvent.click(screen.getByRole("radio", { name: "Red" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.documentElement.dataset["color"]).toBeUndefined();
  expect([place(), notices]).toEqual(["/settings", []]);
});
