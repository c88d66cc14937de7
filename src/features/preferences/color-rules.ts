/** The primary colours a person can choose among. SPEC 2 (/settings/chat/color), 3 and 9. */
export type ColorValue =
  | "blue"
  | "green"
  | "purple"
  | "pink"
  | "orange"
  | "red"
  | "indigo"
  | "teal";

export type ColorOption = { readonly name: string; readonly value: ColorValue };

export const COLORS: readonly ColorOption[] = [
  { name: "Blue", value: "blue" },
  { name: "Green", value: "green" },
  { name: "Purple", value: "purple" },
  { name: "Pink", value: "pink" },
  { name: "Orange", value: "orange" },
  { name: "Red", value: "red" },
  { name: "Indigo", value: "indigo" },
  { name: "Teal", value: "teal" },
];

export const DEFAULT_COLOR: ColorValue = "blue";

/** The option for `value`, or the default colour's for anything that is not one of the eight. */
export function toColor(value: string | undefined): ColorValue {
  return COLORS.find((color) => color.value === value)?.value ?? DEFAULT_COLOR;
}
