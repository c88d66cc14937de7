import { expect, test } from "vitest";
import { toSafetySettings } from "#features/preferences/safety-rules.ts";

const OFF = { allowNSFW: false, allowAcademicDishonesty: false };

test.each([
  [undefined],
  [null],
  [true],
  [1],
  ["true"],
  [[]],
  [{}],
  [{ allowNSFW: "true", allowAcademicDishonesty: 1 }],
  [{ allowNSFW: null }],
])("%j reads as both off [safety.default-off]", (stored) => {
  expect(toSafetySettings(stored)).toEqual(OFF);
});

test.each([
  [{ allowNSFW: true }, { ...OFF, allowNSFW: true }],
  [{ allowAcademicDishonesty: true }, { ...OFF, allowAcademicDishonesty: true }],
  [
    { allowNSFW: true, allowAcademicDishonesty: "yes" },
    { ...OFF, allowNSFW: true },
  ],
  [{ allowNSFW: false, extra: 1 }, OFF],
])("%j reads as %j", (stored, settings) => {
  expect(toSafetySettings(stored)).toEqual(settings);
});
