import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import config from "../../../tailwind.config.ts";

const css = readFileSync(new URL("../../../src/index.css", import.meta.url), "utf8");

it("what moves takes 120 to 200 ms, and nothing moves for people who asked for less motion [look.motion]", () => {
  const { shimmer: _, ...animations } = config.theme.extend.animation;
  const texts = [...Object.values(animations), ...Object.values(config.theme.transitionDuration)];
  const durations = texts.map((text) => Number.parseInt(/\d+(?=ms)/.exec(text)?.[0] ?? "", 10));
  expect(durations.length).toBeGreaterThan(5);
  for (const duration of durations) {
    expect(duration).toBeGreaterThanOrEqual(120);
    expect(duration).toBeLessThanOrEqual(200);
  }
  expect(css).toMatch(/prefers-reduced-motion: reduce[^@]+animation-duration: 1ms !important/);
});
