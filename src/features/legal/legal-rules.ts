import type { LinkedText } from "#ui/linked-text.tsx";

/** A bulleted list. */
export type Bullets = { readonly bullets: readonly LinkedText[] };

/** A heading with its paragraphs and lists. */
export type Section = {
  readonly heading: string;
  readonly body: readonly (LinkedText | Bullets)[];
};

const LONG_US = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

/** The date line of the legal texts: always today, in the reader's time zone. */
export function lastUpdated(now: number): string {
  return `Last updated: ${LONG_US.format(now)}`;
}
