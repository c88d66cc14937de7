import { TextLink } from "./text-link.tsx";

/** Shows a text in which `[words](/address)` are links. */
export function Linked({ text }: { text: string }) {
  return text.split(/(\[.+?\]\(.+?\))/).map((part) => {
    const [, label, to] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    return to === undefined ? (
      <span key={part}>{part}</span>
    ) : (
      <TextLink key={to} to={to}>
        {label}
      </TextLink>
    );
  });
}
