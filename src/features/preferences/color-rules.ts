/** The primary colors a person can choose from. */
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

/** The color of somebody who has chosen none. */
export const DEFAULT_COLOR: ColorValue = "blue";

/** `value` when it is one of the eight colors, else the default color. */
export function toColor(value: string | undefined): ColorValue {
  return COLORS.find((color) => color.value === value)?.value ?? DEFAULT_COLOR;
}
