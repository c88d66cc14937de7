import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import {
  imports,
  locate,
  lock,
  manifest,
  readRepositoryJson,
  shippedPackages,
} from "./packages.ts";

/** Licences that let us ship a package inside a product that is not open source, by their SPDX ids. */
const ALLOWED = /^(0BSD|Apache-2\.0|BSD-[23]-Clause|ISC|MIT|Unlicense)$/;

const EXACT = /^(?:npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

describe("the versions of packages", () => {
  it("every version in package.json is exact", () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const asked = { ...dependencies, ...devDependencies, ...optionalDependencies };
    expect(Object.entries(asked).filter(([, version]) => !EXACT.test(version))).toEqual([]);
  });

  it("every version in the functions' deno.json is exact and the one that the tests run with", () => {
    const installed = Object.keys(imports).map((name) => [
      name,
      `npm:${name}@${lock[`node_modules/${name}`]?.version}`,
    ]);
    expect(imports).toEqual(Object.fromEntries(installed));
  });
});

it("the workflow names every action by its commit, with the version beside it", () => {
  const workflow = readFileSync(join(ROOT, ".github/workflows/test.yml"), "utf8");
  const actions = workflow.match(/uses: .*/g) ?? [];
  expect(actions.length).toBeGreaterThan(1);
  for (const action of actions) expect(action).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$/);
});

describe("the lockfiles", () => {
  const packages = Object.entries(lock).filter(([path]) => path !== "");

  it("the lockfiles know every package by its content", () => {
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  });

  // npm drops the ones it cannot fetch where it writes the file, and `npm ci` then refuses the file everywhere.
  it("the lockfile names the programs for every machine", () => {
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies).filter(([name, version]) => {
        const found = lock[locate(path, name) ?? ""];
        return !found || (EXACT.test(version) && found.version !== version);
      }),
    );
    expect(missing).toEqual([]);
  });

  it("the lockfiles name no registry, so that any may serve", () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(readFileSync(join(ROOT, "supabase/functions/deno.lock"), "utf8")).not.toContain("://");
  });

  it("the two lockfiles agree on the content of what both name", () => {
    const { npm } = readRepositoryJson("supabase/functions/deno.lock") as {
      npm: Record<string, { integrity: string }>;
    };
    const shared = Object.entries(npm).flatMap(([key, { integrity }]) => {
      const [, name = "", version] = /^(@?[^@]+)@([^_]+)/.exec(key) ?? [];
      const locked = lock[`node_modules/${name}`];
      return locked?.version === version ? [[name, integrity, locked?.integrity]] : [];
    });
    expect(shared.length).toBeGreaterThan(5);
    expect(shared.filter(([, one, other]) => one !== other)).toEqual([]);
  });
});

describe("each package that is shipped", () => {
  const shipped = shippedPackages();

  it("each shipped package has a licence that allows it", () => {
    const licences = [...shipped.keys()].map((path) => [
      path,
      (readRepositoryJson(join(path, "package.json")) as { license?: string }).license,
    ]);
    expect(licences.length).toBeGreaterThan(20);
    expect(licences.filter(([, licence]) => !ALLOWED.test(licence ?? ""))).toEqual([]);
  });

  it("no shipped package runs a script when it is installed", () => {
    expect([...shipped].filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });
});
