import { TextLink } from "./text-link.tsx";

/** A text in which some words lead to a screen of the product. */
export type LinkedText =
  | string
  | readonly (string | { readonly label: string; readonly to: string })[];

/** The text as one plain string, without its links. */
export function plainText(text: LinkedText): string {
  if (typeof text === "string") return text;
  return text.map((part) => (typeof part === "string" ? part : part.label)).join("");
}

/** Shows a text with its links, inside a paragraph or a list item. */
export function Linked({ text }: { text: LinkedText }) {
  if (typeof text === "string") return text;
  return text.map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <TextLink key={part.label} to={part.to}>
        {part.label}
      </TextLink>
    ),
  );
}
