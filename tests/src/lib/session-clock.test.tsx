import { afterEach, beforeEach, expect, test, vi } from "vitest";

const HOUR = 3600;
const MINUTE_MS = 60_000;

const fetched = vi.fn<typeof fetch>();
/** How far the device's clock is ahead of the server's, in ms. */
let ahead = 0;
let monotonic = 0;
/** How many renewals the service has made. */
let renewals = 0;
const real = Date.now();

/** A session as the service gives it: its end is by the server's clock. */
const session = (token: string) => ({
  access_token: token,
  refresh_token: `r-${token}`,
  token_type: "bearer",
  expires_in: HOUR,
  expires_at: Math.round((real + monotonic) / 1000) + HOUR,
  user: { id: "ann", email: "ann@example.com", created_at: "2026-11-21T08:00:00Z" },
});
const key = "sb-localhost-auth-token";
const store = (value: object) => localStorage.setItem(key, JSON.stringify(value));
const renewed = async () => {
  renewals += 1;
  return Response.json(session(`renewed-${renewals}`));
};
const addressOf = (input: RequestInfo | URL) =>
  input instanceof Request ? input.url : new URL(input).href;
const refusedRenewal = async () =>
  Response.json({ code: 400, error_code: "refresh_token_not_found", msg: "No." }, { status: 400 });
let renew: () => Promise<Response> = renewed;

/** The page's session module, as a page that has just been opened has it. */
async function open() {
  vi.resetModules();
  return import("#lib/session.ts");
}

/** Requests that the server refuses with these tokens. */
const requestRefusing = (...refused: readonly string[]) =>
  vi.fn<(token: string) => Promise<Response>>(
    async (token) => new Response(null, { status: refused.includes(token) ? 401 : 200 }),
  );

beforeEach(() => {
  [ahead, monotonic, renewals, renew] = [0, 0, 0, renewed];
  vi.spyOn(Date, "now").mockImplementation(() => real + ahead + monotonic);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic);
  vi.spyOn(console, "error").mockImplementation(() => {});
  // Each test opens the page anew, and the library takes that for a second client of one page.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("fetch", fetched);
  fetched.mockImplementation((input) =>
    addressOf(input).includes("grant_type=refresh_token")
      ? renew()
      : Promise.resolve(Response.json({}, { status: 503 })),
  );
});

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ["two hours slow", -2 * HOUR * 1000],
  ["five minutes slow", -5 * MINUTE_MS],
  ["two hours fast", 2 * HOUR * 1000],
])(
  "on a device whose clock is %s a token is renewed once an hour, before it ends [session.clock]",
  async (_, milliseconds) => {
    ahead = milliseconds;
    store({ ...session("old"), expires_at: 1 });
    const { accessToken } = await open();
    expect(await accessToken()).toBe("renewed-1");
    expect(await accessToken()).toBe("renewed-1");
    monotonic += 58 * MINUTE_MS;
    expect(await accessToken()).toBe("renewed-1");
    monotonic += MINUTE_MS;
    expect(await accessToken()).toBe("renewed-2");
    expect(await accessToken()).toBe("renewed-2");
    const reloaded = await open();
    expect(await reloaded.accessToken()).toBe("renewed-2");
    expect(renewals).toBe(2);
  },
);

test("a clock that is set while the page is open changes nothing about how long a token lasts [session.clock]", async () => {
  store(session("first"));
  const { accessToken } = await open();
  expect(await accessToken()).toBe("first");
  ahead = 2 * HOUR * 1000;
  expect(await accessToken()).toBe("first");
  ahead = -2 * HOUR * 1000;
  expect(await accessToken()).toBe("first");
  monotonic += 59 * MINUTE_MS;
  expect(await accessToken()).toBe("renewed-1");
});

test.each([
  ["two hours slow", -2 * HOUR * 1000],
  ["right", 0],
  ["two hours fast", 2 * HOUR * 1000],
])(
  "on a device whose clock is %s the server's time is known by the token, also after a reload [session.server-time]",
  async (_, milliseconds) => {
    ahead = milliseconds;
    const payload = btoa(JSON.stringify({ iat: Math.round(real / 1000) }));
    renew = async () => Response.json(session(`head.${payload}.tail`));
    store({ ...session("old"), expires_at: 1 });
    const { accessToken, serverTime } = await open();
    expect(serverTime(5)).toBe(5);
    await accessToken();
    monotonic += 30 * MINUTE_MS;
    const reloaded = await open();
    for (const time of [serverTime(), reloaded.serverTime()]) {
      expect(Math.abs(time - (real + 30 * MINUTE_MS))).toBeLessThan(2_000);
    }
  },
);

/** Stores a session whose token the server issued when the test began, and which came then. */
const storeIssued = () => {
  const payload = btoa(JSON.stringify({ iat: Math.round(real / 1000) }));
  const endsAt = Math.round((real + ahead) / 1000) + HOUR;
  store({ ...session(`head.${payload}.tail`), expires_at: endsAt });
};

test.each([
  ["two hours", 2],
  ["ten days", 240],
])(
  "a clock that is set back by %s while the page is open changes nothing about the server's time [session.server-time]",
  async (_, hours) => {
    storeIssued();
    const { serverTime } = await open();
    const before = serverTime();
    const readAt = Date.now();
    ahead -= hours * HOUR * 1000;
    monotonic += 9 * MINUTE_MS;
    expect(serverTime() - before).toBe(9 * MINUTE_MS);
    // What was read before is not taken for later than now.
    expect(serverTime(readAt)).toBe(serverTime());
    expect(serverTime(Date.now() - MINUTE_MS)).toBe(serverTime() - MINUTE_MS);
  },
);

test("a device that slept, whose steady clock stood still, knows the server's time [session.server-time]", async () => {
  storeIssued();
  const { serverTime } = await open();
  const before = serverTime();
  ahead += 30 * MINUTE_MS;
  expect(serverTime() - before).toBe(30 * MINUTE_MS);
});

test("where a fast clock was put right before the page was opened again, the server's time is not before its token [session.server-time]", async () => {
  ahead = 240 * HOUR * 1000;
  storeIssued();
  ahead = 0;
  monotonic += 20 * MINUTE_MS;
  const { serverTime } = await open();
  expect(Math.abs(serverTime() - real)).toBeLessThan(1_000);
  monotonic += MINUTE_MS;
  expect(Math.abs(serverTime() - real - MINUTE_MS)).toBeLessThan(1_000);
});

test("a request that is refused with 401 renews the token once and is made again [session.refused]", async () => {
  store(session("dead"));
  const { withToken } = await open();
  const request = requestRefusing("dead");
  expect((await withToken(request)).status).toBe(200);
  expect((await withToken(request)).status).toBe(200);
  expect(request.mock.calls.flat()).toEqual(["dead", "renewed-1", "renewed-1"]);
});

test("a request that is refused with the renewed token too fails, and the session stays [session.refused]", async () => {
  store(session("dead"));
  const { withToken, storedUser } = await open();
  const request = requestRefusing("dead", "renewed-1");
  expect((await withToken(request)).status).toBe(401);
  expect(request).toHaveBeenCalledTimes(2);
  expect(storedUser()?.id).toBe("ann");
});

test("only where the service refuses to renew the token does a session end [session.refused]", async () => {
  renew = refusedRenewal;
  store(session("dead"));
  const { withToken, storedUser, startSession, currentSession } = await open();
  startSession();
  expect((await withToken(requestRefusing("dead"))).status).toBe(401);
  expect(storedUser()).toBeUndefined();
  expect(currentSession().status).toBe("signed-out");
});

test.each([
  ["a firewall's 403", 403, "<h1>Forbidden</h1>"],
  ["a gateway's 404", 404, "{}"],
  ["a limit", 429, '{"code":429,"error_code":"over_request_rate_limit"}'],
  ["a server's fault", 500, '{"code":500,"error_code":"unexpected_failure"}'],
])(
  "a session stays when its renewal meets %s, and is renewed after that [session.refused]",
  async (_, status, body) => {
    renew = async () => {
      renew = renewed;
      return new Response(body, { status });
    };
    store(session("dead"));
    const { withToken, storedUser } = await open();
    expect((await withToken(requestRefusing("dead"))).status).toBe(200);
    expect(storedUser()?.id).toBe("ann");
  },
);

test.each([
  ["renews its token", renewed, "ann", true],
  ["refuses to renew its token", refusedRenewal, undefined, false],
])(
  "a session of which the service says that it is over ends only where the service %s [session.refused]",
  async (_, renewal, owner, isVerified) => {
    const verified = vi.fn<(token: string | null) => void>();
    renew = renewal;
    fetched.mockImplementation((input, init) => {
      if (!addressOf(input).endsWith("/user")) return renew();
      const token = new Headers(init?.headers).get("Authorization");
      if (token !== "Bearer dead") verified(token);
      return Promise.resolve(
        token === "Bearer dead"
          ? Response.json({ code: 403, error_code: "session_not_found" }, { status: 403 })
          : Response.json({ id: "ann" }),
      );
    });
    store(session("dead"));
    const { verifySession, storedUser } = await open();
    await verifySession();
    expect(storedUser()?.id).toBe(owner);
    expect(verified.mock.calls).toEqual(isVerified ? [["Bearer renewed-1"]] : []);
  },
);

test("a token that another page has renewed meanwhile is used [session.refused]", async () => {
  store(session("dead"));
  const { withToken } = await open();
  const request = vi.fn<(token: string) => Promise<Response>>(async (token) => {
    if (token === "dead") store(session("from another page"));
    return new Response(null, { status: token === "dead" ? 401 : 200 });
  });
  expect((await withToken(request)).status).toBe(200);
  expect(renewals).toBe(0);
});
