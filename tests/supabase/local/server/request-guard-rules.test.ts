import { describe, expect, it } from "vitest";
import {
  asksOtherwise,
  guessAt,
  isPlainPath,
  isWrongGuess,
} from "../../../../supabase/local/server/request-guard-rules.ts";

describe("the path of a request", () => {
  it.each([
    "/auth/v1/token",
    "/auth/v1/admin/users/5b2c6d1e-0f0a-4b7e-9b57-0c5d3a1f2e11",
    "/auth/v1/.well-known/jwks.json",
    "/rest/v1/",
    "/rest/v1/chats",
    "/rest/v1/rpc/begin_turn",
  ])("is passed on: %s", (path) => {
    expect(isPlainPath(path)).toBe(true);
  });

  it.each([
    "/auth/v1/%74oken",
    "/auth/v1/token%2F",
    "/auth/v1/token%00",
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
  ])("is refused: %s", (path) => {
    expect(isPlainPath(path)).toBe(false);
  });
});

describe("a request that may be a guess", () => {
  const guessed = (path: string) => guessAt(new URL(path, "http://localhost"));

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
  ])("tries a password at /auth/v1/token%s", (search) => {
    expect(guessed(`/auth/v1/token${search}`)).toBe("password");
  });

  it.each(["", "?token=0&type=recovery", "?grant_type=refresh_token"])(
    "tries a code at /auth/v1/verify%s",
    (search) => {
      expect(guessed(`/auth/v1/verify${search}`)).toBe("code");
    },
  );

  it.each([
    "/auth/v1/token?grant_type=refresh_token",
    "/auth/v1/token?grant_type=pkce",
    "/auth/v1/signup",
    "/auth/v1/user?grant_type=password",
    "/rest/v1/token?grant_type=password",
    "/rest/v1/verify",
  ])("tries nothing at %s", (path) => {
    expect(guessed(path)).toBeUndefined();
  });
});

describe("the response to a wrong guess", () => {
  it.each([
    [400, null],
    [403, null],
    [303, "http://localhost:5173/settings/account#error=access_denied&error_code=otp_expired"],
    [303, "http://localhost:5173/#x#error=access_denied"],
    [303, "http://localhost:5173/?error=access_denied"],
  ])("may have status %d and location %s", (status, location) => {
    expect(isWrongGuess(status, location)).toBe(true);
  });

  it.each([
    [200, null],
    [303, "http://localhost:5173/settings/account#access_token=a.b.c&type=recovery"],
    [303, "http://localhost:5173/no-error=here#access_token=a"],
    [401, null],
    [500, null],
  ])("never has status %d and location %s", (status, location) => {
    expect(isWrongGuess(status, location)).toBe(false);
  });
});

const isOdd = (query: string, path = "/rest/v1/messages") =>
  asksOtherwise(path, new URLSearchParams(query));

describe("the limit on what a query asks for", () => {
  const names = (count: number) => Array.from({ length: count }, () => "name").join();
  const conditions = (count: number) => names(count).replaceAll(/(?=,|$)/g, ".eq.1");

  it.each([
    ["nothing", ""],
    ["every column", "select=*"],
    ["a further page of messages", "or=(created_at.lt.x,and(created_at.eq.x,id.lt.y))&limit=30"],
    ["30 names", `select=${names(30)}`],
    ["many values", `id=in.(${names(100)})`],
    ["150 conditions in an order by three columns", `or=(${conditions(150)})&order=a,b,c`],
    ["lists of many values in an or", `or=(id.in.(${names(100)}),reply_to.in.(${names(100)}))`],
  ])("allows %s", (_name, query) => {
    expect(isOdd(query)).toBe(false);
  });

  it.each([
    ["a table within a table", "select=id,messages(*)"],
    ["the same encoded", "select=messages%28id%29"],
    ["the same given second", "select=id&select=messages(id)"],
    ["the same under an encoded name", "%73elect=messages(id)"],
    ["a filter nested deeper than four", "or=(and(or(and(or(a.eq.1,b.eq.1)))))"],
    ["parentheses in a name", "a(b(c(d(e("],
    ["an order by four columns", "order=role&order=model,role,id"],
    ["151 conditions", `or=(${conditions(151)})`],
    ["31 names", `select=${names(31)}`],
  ])("refuses %s", (_name, query) => {
    expect(isOdd(query)).toBe(true);
  });
});

describe("a query over REST", () => {
  const ID = "5b2c6d1e-0f0a-4b7e-9b57-0c5d3a1f2e11";

  it.each([
    "",
    "select=*&id=eq.a&limit=1",
    "select=id, answer_id&offset=50&order=id",
    "order=last_message_at.desc.nullsfirst,created_at.desc.nullslast,id.desc",
    "last_message_at=not.is.null&created_at=lte.2026-11-24T08:04:19.123456%2B00:00",
    `id=in.(${ID},${ID})&title=eq.a,content.match.a`,
    `or=(created_at.lt."2026-11-24 08:04:19.123456%2B00:00",id.lt.${ID})`,
    `or=(and(created_at.eq.2026-11-24T08:04:19.1%2B00:00,id.gt.${ID}),last_message_at.is.null)`,
    `or=(claimed_until.not.is.null,question_id.in.(${ID},${ID}))`,
    "content=eq.Hello",
  ])("of the page's own kinds is passed on: %s", (query) => {
    expect(isOdd(query)).toBe(false);
  });

  it.each([
    ["", false],
    [`p_chat_id=${ID}&p_after=${ID}`, false],
    ["p_known={}", false],
    [`p_known={"${ID}":null,"${ID}":[1795800000123456,9],"${ID}":[-1,0]}`, false],
    ["p_chat_id=nobody", true],
    [`p_known=["${ID}"]`, true],
    [`p_known={"${ID}":{}}`, true],
    [`p_known={"${ID}":[1,99999999999]}`, true],
    [`p_known={"one":null}`, true],
    ["p_known=", true],
    ["select=*", true],
    ["limit=1", true],
  ])("for the open answers is the page's own or refused: %s", (query, isRefused) => {
    expect(isOdd(query, "/rest/v1/rpc/open_answers")).toBe(isRefused);
  });

  it.each([
    ..."neq match imatch like ilike like(any) isdistinct cs cd ov sl sr nxl nxr adj fts plfts phfts wfts fts(english) eq(any)"
      .split(" ")
      .flatMap((operator) => [
        `title=${operator}.a`,
        `title=not.${operator}.a`,
        `or=(title.${operator}.a,id.eq.b)`,
        `or=(id.eq.b,and(id.eq.c,title.not.${operator}.a))`,
      ]),
    "content=gt.a",
    "content=not.eq.a",
    "content=in.(a,b)",
    "or=(id.eq.a,content.lt.a)",
    "order=content",
    "order=id,content.desc",
    "asked_together->>0=eq.a",
    "order=asked_together->0",
    "select=asked_together->0",
    "select=content::text",
    "select=a:content",
    "select=count()",
    'or=(id.eq.a",content.match.a,id.eq.")',
    'or=(id.eq."a\\",content.match.a,id.eq.")',
    'or=("content".match.a)',
    "messages.or=(content.match.a)",
    "not.or=(content.match.a)",
    "Or=(content.match.a)",
    "columns=id",
  ])("of another kind is refused: %s", (query) => {
    expect(isOdd(query)).toBe(true);
  });
});
