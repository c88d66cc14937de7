import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accessToken, currentSession, NoSessionError, startSession } from "#lib/session.ts";
import { separateClient, sessionKey } from "#lib/supabase.ts";

const session = (id: string) => ({
  access_token: "a.b.c",
  refresh_token: "r",
  token_type: "bearer",
  expires_in: 3600,
  expires_at: Math.round(Date.now() / 1000) + 3600,
  user: { id, email: `${id}@example.com`, created_at: "2026-11-21T08:00:00Z" },
});
const store = (value: unknown) => localStorage.setItem(sessionKey, JSON.stringify(value));
const fromOtherTab = () => window.dispatchEvent(new StorageEvent("storage", { key: sessionKey }));

let log = vi.spyOn(console, "error");
beforeEach(() => {
  // Nobody answers at this page's address, which the store only logs.
  log = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  localStorage.clear();
  fromOtherTab();
  vi.restoreAllMocks();
});

test("the session is kept under a key derived from the backend's host [session.storage-key]", () => {
  expect(sessionKey).toBe("sb-localhost-auth-token");
});

test("a log-out that happened while the page lay in the back/forward cache is noticed when it is shown again", () => {
  store(session("ann"));
  startSession();
  localStorage.clear();
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(currentSession()).toEqual({ status: "signed-out" });
});

describe("a stored value that is no session leaves the visitor signed out", () => {
  test.each(["{", "null", "7", "[]", '{"user":7}', '{"user":{"id":7}}', '{"user":{"id":"x"}}'])(
    "%s",
    (junk) => {
      localStorage.setItem(sessionKey, junk);
      startSession();
      expect(currentSession()).toEqual({ status: "signed-out" });
    },
  );
});

test("a stored session is known before the client library is loaded, and a failure to load its user is only logged", async () => {
  store(session("ann"));
  startSession();
  expect(currentSession()).toEqual({
    status: "signed-in",
    user: { id: "ann", email: "ann@example.com", createdAt: "2026-11-21T08:00:00Z" },
  });
  await waitFor(() => expect(log.mock.calls.flat().join()).toContain("could not be loaded"));
  expect(currentSession().status).toBe("signed-in");
});

test("there is no token of anybody but the one who is signed in [session.author]", async () => {
  store(session("bea"));
  await expect(accessToken("ann")).rejects.toThrow(NoSessionError);
  await expect(accessToken("bea")).resolves.toBe("a.b.c");
});

test("a renewal that found no network is tried again as soon as there is one [session.refresh-backoff]", async () => {
  vi.useFakeTimers();
  store({ ...session("ann"), expires_at: Math.round(Date.now() / 1000) - 10 });
  const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("No network"));
  startSession();
  const failed = accessToken().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await failed).toMatchObject({ message: "No network" });
  const renewed = { ...session("ann"), access_token: "d.e.f" };
  fetched.mockImplementation(async () => Response.json(renewed));
  await expect(accessToken()).rejects.toThrow("No network");
  dispatchEvent(new Event("online"));
  await expect(accessToken()).resolves.toBe("d.e.f");
  vi.useRealTimers();
});

test("the library does not warn when a page makes two separate clients", async () => {
  const warn = vi.spyOn(console, "warn");
  await separateClient();
  await separateClient();
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
