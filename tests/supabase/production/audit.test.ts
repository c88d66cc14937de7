import { execFile } from "node:child_process";
import { expect, it } from "vitest";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { shippedPackages } from "./packages.ts";

type Report = { vulnerabilities?: Record<string, { severity: string; nodes: string[] }> };

/**
 * What `npm audit --json` found in the packages at the given paths, as `name: severity`; undefined when it could not
 * ask the registry.
 */
function readAudit(output: string, shipped: ReadonlyMap<string, unknown>): string[] | undefined {
  try {
    const { vulnerabilities } = JSON.parse(output) as Report;
    return (
      vulnerabilities &&
      Object.entries(vulnerabilities)
        .filter(([, { nodes }]) => nodes.some((path) => shipped.has(path)))
        .map(([name, { severity }]) => `${name}: ${severity}`)
    );
  } catch {
    return undefined;
  }
}

const audit = () =>
  new Promise<string>((done) => {
    const args = ["audit", "--json", "--fetch-retries=0", "--fetch-timeout=15000"];
    execFile("npm", args, { cwd: ROOT, timeout: 45_000 }, (_error, stdout) => done(stdout));
  });

it("npm audit finds nothing in what the page and the functions consist of", async () => {
  const found = readAudit(await audit(), shippedPackages());
  if (found === undefined) {
    process.stdout.write(
      "npm audit: this registry gives no advisories, so nothing was compared.\n",
    );
  }
  expect(found ?? []).toEqual([]);
});

it("the check of npm audit notices what it finds in shipped packages, and in no others", () => {
  const shipped = new Map([["node_modules/leftpad", {}]]);
  const vulnerabilities = {
    leftpad: { severity: "high", nodes: ["node_modules/leftpad"] },
    compiler: { severity: "low", nodes: ["node_modules/compiler"] },
  };
  expect(readAudit(JSON.stringify({ vulnerabilities }), shipped)).toEqual(["leftpad: high"]);
});
