import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../../../src/index.css", import.meta.url), "utf8");
const COLORS = ["blue", "green", "purple", "pink", "orange", "red", "indigo", "teal"];
const SCHEMES = ["light", "dark"] as const;

/** The value of a custom property in the rule that holds `selector`, for one scheme. */
function value(name: string, scheme: (typeof SCHEMES)[number], selector = ":root"): string {
  const start = css.indexOf(selector);
  const rule = css.slice(start, css.indexOf("}", start));
  const pair = new RegExp(`--${name}: (?:light-dark\\((#\\w{6}), )?(#\\w{6})`).exec(rule);
  const found = pair?.[scheme === "light" ? 1 : 2] ?? pair?.[2];
  if (found === undefined) throw new Error(`--${name} of ${selector} is not there`);
  return found;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test("black on white has the ratio 21", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
});

describe.each(SCHEMES)("in the %s scheme", (scheme) => {
  const surfaces = ["surface", "surface-raised", "surface-sunken"];
  const texts = ["ink", "ink-muted", "danger", "success", "warning"];

  test.each(texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)))(
    "%s is readable on %s [look.contrast]",
    (text, surface) => {
      expect(contrast(value(text, scheme), value(surface, scheme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(surfaces)("the edge of a box and a switch is seen on %s [look.contrast]", (surface) => {
    expect(contrast(value("line-strong", scheme), value(surface, scheme))).toBeGreaterThanOrEqual(
      3,
    );
  });

  // Its words name it, so that the edge may be quiet where the page is bright.
  test.each(surfaces)("the edge of a button is seen on %s [look.contrast]", (surface) => {
    const ratio = contrast(value("line-button", scheme), value(surface, scheme));
    expect(ratio).toBeGreaterThanOrEqual(scheme === "light" ? 1.6 : 3);
  });

  test("a danger button is readable", () => {
    const ratio = contrast("#ffffff", value("danger-fill", scheme));
    expect(ratio).toBeGreaterThanOrEqual(4.5);
  });

  describe.each(COLORS)("%s", (color) => {
    const of = (name: string) => value(name, scheme, `[data-color="${color}"] {`);

    test("text and focus rings in this colour are readable on every surface [look.schemes] [look.contrast]", () => {
      for (const surface of [...surfaces.map((name) => value(name, scheme)), of("primary-soft")]) {
        expect(contrast(of("primary"), surface)).toBeGreaterThanOrEqual(4.5);
      }
    });

    test("the text on a button is readable, and the button is seen on the page [look.schemes]", () => {
      expect(
        contrast(value("primary-ink", scheme, "[data-color] {"), of("primary-fill")),
      ).toBeGreaterThanOrEqual(4.5);
      for (const surface of surfaces) {
        expect(contrast(of("primary-fill"), value(surface, scheme))).toBeGreaterThanOrEqual(3);
      }
    });

    test("the text of the person's messages is readable [look.schemes]", () => {
      for (const ink of ["ink", "ink-muted"]) {
        expect(contrast(value(ink, scheme), of("primary-soft"))).toBeGreaterThanOrEqual(4.5);
      }
    });
  });
});
