import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SafetyPage } from "#features/preferences/safety-page.tsx";
import { NOTICES, onNotice } from "#lib/notices.ts";
import type { Notice } from "#lib/notify.ts";

const NSFW = "Allow NSFW Content";
const ACADEMIC = "Allow Academic Dishonesty";
const KEY = "safety-settings";

let notices: Notice[] = [];
let end = () => {};
beforeEach(() => {
  localStorage.clear();
  notices = [];
  end = onNotice((notice) => notices.push(notice));
});
afterEach(() => {
  cleanup();
  end();
  vi.restoreAllMocks();
});

const isOn = (name: string) => screen.getByRole("switch", { name }).getAttribute("aria-checked");
const states = () => [isOn(NSFW), isOn(ACADEMIC)];
const toggle = (name: string) => userEvent.click(screen.getByRole("switch", { name }));
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? "null") as unknown;
const open = () => render(<SafetyPage />, { wrapper: MemoryRouter });

test("both switches are off until someone turns them on [safety.default-off]", () => {
  open();
  expect(states()).toEqual(["false", "false"]);
  expect(stored()).toBeNull();
});

test("each toggle is stored as JSON and confirmed [safety.stored]", async () => {
  open();
  await toggle(NSFW);
  expect(stored()).toEqual({ allowNSFW: true, allowAcademicDishonesty: false });
  await toggle(ACADEMIC);
  await toggle(NSFW);
  expect(stored()).toEqual({ allowNSFW: false, allowAcademicDishonesty: true });
  expect(notices).toEqual([NOTICES.safetyUpdated, NOTICES.safetyUpdated, NOTICES.safetyUpdated]);
  cleanup();
  open();
  expect(states()).toEqual(["false", "true"]);
});

test.each(["{broken", "null", "[true]", '{"allowNSFW":"true","allowAcademicDishonesty":1}'])(
  "stored as %s, both are off and can be turned on",
  async (text) => {
    localStorage.setItem(KEY, text);
    open();
    expect(states()).toEqual(["false", "false"]);
    await toggle(ACADEMIC);
    expect(stored()).toEqual({ allowNSFW: false, allowAcademicDishonesty: true });
  },
);

test("a change in another tab shows here, and the next toggle keeps it", async () => {
  open();
  localStorage.setItem(KEY, '{"allowNSFW":true,"allowAcademicDishonesty":false}');
  dispatchEvent(new StorageEvent("storage", { key: KEY }));
  await expect.poll(() => states()).toEqual(["true", "false"]);
  await toggle(ACADEMIC);
  expect(stored()).toEqual({ allowNSFW: true, allowAcademicDishonesty: true });
});

test("with blocked storage the switches work, and no notice says that they were saved", async () => {
  const blocked = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(blocked);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(blocked);
  open();
  await toggle(NSFW);
  await toggle(ACADEMIC);
  expect(states()).toEqual(["true", "true"]);
  expect(screen.getByRole("alert").textContent).toContain("does not let this page store anything");
  expect(notices).toEqual([]);
});
