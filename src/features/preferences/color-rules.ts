/** The primary colors a person can choose from. */
export const COLORS = [
  { name: "Blue", value: "blue" },
  { name: "Green", value: "green" },
  { name: "Purple", value: "purple" },
  { name: "Pink", value: "pink" },
  { name: "Orange", value: "orange" },
  { name: "Red", value: "red" },
  { name: "Indigo", value: "indigo" },
  { name: "Teal", value: "teal" },
] as const;

/** `value` when it is one of the eight colors, else blue. */
export function toColor(value: string | undefined): (typeof COLORS)[number]["value"] {
  return COLORS.find((color) => color.value === value)?.value ?? "blue";
}
