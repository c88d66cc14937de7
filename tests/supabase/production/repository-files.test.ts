import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { manifest, readRepositoryJson } from "./packages.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const workflow = read(".github/workflows/test.yml");

it("the workflow runs the test command of the README", () => {
  const [, command = "none"] = /^(npm test)\b/m.exec(read("README.md")) ?? [];
  expect(workflow).toMatch(new RegExp(`^ +- run: ${command}$`, "m"));
});

it("the workflow names every action by its commit, with the version beside it", () => {
  const actions = workflow.match(/uses: .*/g) ?? [];
  expect(actions.length).toBeGreaterThan(1);
  for (const action of actions) expect(action).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$/);
});

it(".nvmrc names the major version of Node that the product runs on", () => {
  const majors = Object.values(manifest.optionalDependencies).map(
    (version) => version.split(".")[0],
  );
  expect(majors).toHaveLength(5);
  expect(new Set(majors)).toEqual(new Set([read(".nvmrc").trim()]));
});

it("the newest release in the changelog is the version in package.json", () => {
  const { version } = readRepositoryJson("package.json") as { version: string };
  expect(/^## \[(\d[^\]]*)\]/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
});
