/** What a suite's report says. `secondTries` names the tests that failed once and passed then; they count as passed. */
export type Count = { passed: number; failed: number; secondTries: string[] };

/** The parts of Vitest's JSON report that are read here. */
export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/** The parts of Playwright's JSON report that are read here. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
};
type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
};

export function countVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Count {
  const secondTries = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, status, failureMessages: [first] }) =>
      status === "passed" && first !== undefined ? [describeTry(name, fullName, first)] : [],
    ),
  );
  return { passed: numPassedTests, failed: numFailedTests, secondTries };
}

export function countPlaywright({ stats, suites }: PlaywrightReport): Count {
  const { expected, unexpected, flaky } = stats;
  return { passed: expected + flaky, failed: unexpected, secondTries: suites.flatMap(flakyIn) };
}

function flakyIn({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "flaky")
      .map(({ results: [first] }) => describeTry(file, title, first?.error?.message ?? "")),
  );
  return [...own, ...suites.flatMap(flakyIn)];
}

/** The test and the first line of its failure, without the colors of a terminal. */
function describeTry(file: string, title: string, failure: string): string {
  const [line = ""] = failure.split("\n");
  // oxlint-disable-next-line no-control-regex -- colors begin with a control character.
  return `${file}: ${title}\n    ${line.replaceAll(/\u001b\[\d+m/g, "")}`;
}

/** Says which browsers are not there: their journeys are neither run nor counted. */
export function missingEngines(engines: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(engines)
    .filter(([, start]) => start === undefined)
    .map(([name]) => `${name} is not installed; its journeys were not run.`);
}
