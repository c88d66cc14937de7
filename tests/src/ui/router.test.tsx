import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Link, Navigate, useLocation, useNavigate } from "#ui/router.tsx";
import { AtAddress } from "../../support/at-address.tsx";

function Place() {
  const { pathname, search, hash, state, wasPushed } = useLocation();
  const how = wasPushed ? "pushed" : "not pushed";
  return <output>{`${pathname}${search}${hash} ${JSON.stringify(state)} ${how}`}</output>;
}
const place = () => screen.getByRole("status").textContent;

function Shortcut() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate("/new", { replace: true, state: 1 })}>
        Replace
      </button>
      <button
        type="button"
        onClick={(event) => {
          navigate("/at-once", { flushSync: true });
          event.currentTarget.title = place() ?? "";
        }}
      >
        At once
      </button>
    </>
  );
}

test("a link adds a history entry with its state, and Back leads to the one before", async () => {
  render(
    <AtAddress path="/start?a#b" state="first">
      <Link to="/there" state={{ from: "/start" }}>
        Go
      </Link>
      <Place />
    </AtAddress>,
  );
  expect(place()).toBe('/start?a#b "first" not pushed');
  const entries = history.length;
  fireEvent.click(screen.getByRole("link"));
  expect(place()).toBe('/there {"from":"/start"} pushed');
  expect([location.pathname, history.length]).toEqual(["/there", entries + 1]);
  act(() => history.back());
  await waitFor(() => expect(place()).toBe('/start?a#b "first" not pushed'));
});

test("a link to the address that is shown adds no history entry", () => {
  render(
    <AtAddress path="/here?a">
      <Link to={{ pathname: "/here", search: "?a" }}>Go</Link>
    </AtAddress>,
  );
  const entries = history.length;
  fireEvent.click(screen.getByRole("link"));
  expect(history.length).toBe(entries);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  "a click with %j on a link is left to the browser",
  (click) => {
    render(
      <AtAddress path="/start">
        <Link to="/there">Go</Link>
        <Place />
      </AtAddress>,
    );
    // jsdom cannot open what the click would.
    const link = screen.getByRole("link");
    link.removeAttribute("href");
    fireEvent.click(link, click);
    expect(place()).toBe("/start null not pushed");
  },
);

test("a link for a new tab, or one whose click is handled elsewhere, does not navigate", () => {
  render(
    <AtAddress path="/start">
      <Link to="/there" target="_blank">
        New tab
      </Link>
      <Link to="/there" onClick={(event) => event.preventDefault()}>
        Handled
      </Link>
      <Place />
    </AtAddress>,
  );
  for (const name of ["New tab", "Handled"]) {
    fireEvent.click(screen.getByRole("link", { name }));
  }
  expect(place()).toBe("/start null not pushed");
});

test("navigate can replace the entry, and can draw the screen before it returns", () => {
  render(
    <AtAddress path="/start">
      <Shortcut />
      <Place />
    </AtAddress>,
  );
  const entries = history.length;
  fireEvent.click(screen.getByRole("button", { name: "Replace" }));
  expect([place(), history.length]).toEqual(["/new 1 not pushed", entries]);
  fireEvent.click(screen.getByRole("button", { name: "At once" }));
  expect(screen.getByTitle("/at-once null pushed")).toBeTruthy();
});

test("Navigate leads on as soon as it is rendered", () => {
  render(
    <AtAddress path="/start">
      <Start />
      <Place />
    </AtAddress>,
  );
  expect(place()).toBe('/end "why" not pushed');
});

function Start() {
  return useLocation().pathname === "/start" && <Navigate replace to="/end" state="why" />;
}
