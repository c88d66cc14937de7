import { expect, it, vi } from "vitest";
import { benchExitCode, printRow } from "../bench/table.ts";
import { countPlaywright, countVitest, missingEngines } from "../report-rules.ts";

it("npm test counts a unit test that passed at its second try, and names it with its failure", () => {
  const result = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  expect(
    countVitest({
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [
        {
          name: "a.test.ts",
          assertionResults: [
            result("a good one", "passed"),
            result("a lost race", "passed", "Error: \u001b[31mtoo late\u001b[39m\n  at a.ts:1"),
            result("a broken one", "failed", "Error: broken", "Error: broken"),
          ],
        },
      ],
    }),
  ).toEqual({ passed: 2, failed: 1, secondTries: ["a.test.ts: a lost race\n    Error: too late"] });
});

it("npm test counts a browser test that passed at its second try, and names it with its failure", () => {
  const spec = (title: string, status: string, ...failures: string[]) => ({
    title,
    file: "a.spec.ts",
    tests: [{ status, results: [...failures.map((message) => ({ error: { message } })), {}] }],
  });
  expect(
    countPlaywright({
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      suites: [
        {
          specs: [spec("a good one", "expected")],
          suites: [{ specs: [spec("a lost race", "flaky", "too late"), spec("x", "unexpected")] }],
        },
      ],
    }),
  ).toEqual({ passed: 2, failed: 1, secondTries: ["a.spec.ts: a lost race\n    too late"] });
});

it("names each browser that is not installed on a line of its own, and no other", () => {
  const start = () => undefined;
  expect(missingEngines({ Chromium: start, Firefox: undefined, WebKit: undefined })).toEqual([
    "Firefox is not installed; its journeys were not run.",
    "WebKit is not installed; its journeys were not run.",
  ]);
  expect(missingEngines({ Chromium: start })).toEqual([]);
});

it("npm run bench exits 1 when a bar does not hold, whatever holds after it", () => {
  const printed = vi.spyOn(console, "log").mockReturnValue();
  printRow({ what: "no bar", measured: "1 ms" });
  printRow({ what: "a good one", measured: "1 ms", bar: "at most 2 ms", holds: true });
  expect(benchExitCode()).toBe(0);
  printRow({ what: "a bad one", measured: "3 ms", bar: "at most 2 ms", holds: false });
  printRow({ what: "a good one", measured: "1 ms", bar: "at most 2 ms", holds: true });
  expect(benchExitCode()).toBe(1);
  const rows = printed.mock.calls.flat();
  expect(rows.filter((row) => row.includes("DOES NOT HOLD"))).toHaveLength(1);
  printed.mockRestore();
});
