import { describe, expect, it } from "vitest";
import { isPlainPath, mayGuess } from "../../../supabase/local/gate-rules.ts";

describe("isPlainPath", () => {
  it.each([
    "/auth/v1/token",
    "/auth/v1/admin/users/5b2c6d1e-0f0a-4b7e-9b57-0c5d3a1f2e11",
    "/auth/v1/.well-known/jwks.json",
    "/rest/v1/",
    "/rest/v1/chats",
    "/rest/v1/rpc/begin_turn",
  ])("lets %s through", (path) => {
    expect(isPlainPath(path)).toBe(true);
  });

  it.each([
    "/auth/v1/%74oken",
    "/auth/v1/token%2F",
    "/auth/v1/token/",
    "/auth/v1//token",
    "/auth//v1/token",
    "//auth/v1/token",
    "/auth/v1\\token",
    "/auth/v1/token;x",
    "/auth/v1/token\n",
    "/AUTH/v1/token",
    "/rest/v1/chats/",
    "/rest/v1/ch%61ts",
    "/rest/v1//",
    "/rest/v1",
    "/_system/info",
    "/",
  ])("keeps %s out", (path) => {
    expect(isPlainPath(path)).toBe(false);
  });
});

describe("mayGuess", () => {
  const guesses = (path: string) => mayGuess(new URL(path, "http://localhost"));

  it.each([
    "?grant_type=password",
    "?grant_type=pass%77ord",
    "?grant%5Ftype=password",
    "?grant%5Ftype=refresh_token&grant_type=password",
    "?grant_type=refresh_token&grant_type=password",
    "?grant_type=password&grant_type=refresh_token",
    "?&grant_type=password",
    "?x=1&grant_type=password",
    "?grant_type=refresh_token&",
    "",
  ])("/auth/v1/token%s counts", (search) => {
    expect(guesses(`/auth/v1/token${search}`)).toBe(true);
  });

  it.each([
    "/auth/v1/token?grant_type=refresh_token",
    "/auth/v1/token?grant_type=pkce",
    "/auth/v1/signup",
    "/auth/v1/user?grant_type=password",
    "/rest/v1/token?grant_type=password",
  ])("%s does not", (path) => {
    expect(guesses(path)).toBe(false);
  });
});
