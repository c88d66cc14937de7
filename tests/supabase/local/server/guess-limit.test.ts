import { expect, it } from "vitest";
import { createGuessLimit } from "../../../../supabase/local/server/guess-limit.ts";

const START = 1_000_000;

function tenTries(keys: string[]) {
  const limit = createGuessLimit();
  for (let index = 0; index < 10; index += 1) expect(limit.begin(keys, START + index)).toBe(0);
  return limit;
}

it("refuses the eleventh wrong try within a minute and says how long to wait [limits.guesses]", () => {
  expect(tenTries(["from A"]).begin(["from A"], START + 1000)).toBe(59);
});

it("allows another try as soon as the oldest is a minute old", () => {
  const limit = tenTries(["from A"]);
  expect(limit.begin(["from A"], START + 59_999)).toBe(1);
  expect(limit.begin(["from A"], START + 60_000)).toBe(0);
  expect(limit.begin(["from A"], START + 60_000)).toBe(1);
});

it("counts tries by caller and by the address tried", () => {
  const limit = tenTries(["from A", "for x"]);
  expect(limit.begin(["from B", "for x"], START + 20)).toBeGreaterThan(0);
  expect(limit.begin(["from A", "for y"], START + 20)).toBeGreaterThan(0);
  expect(limit.begin(["from B", "for y"], START + 20)).toBe(0);
});

it("counts neither a right try nor a refused one", () => {
  const limit = createGuessLimit();
  for (let index = 0; index < 50; index += 1) {
    expect(limit.begin(["from A"], START + index)).toBe(0);
    limit.forgive(["from A"], START + index);
  }
  const full = tenTries(["from A"]);
  expect(full.begin(["from A"], START + 30_000)).toBeGreaterThan(0);
  expect(full.begin(["from A"], START + 60_000)).toBe(0);
});
