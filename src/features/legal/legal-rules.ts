/** A heading with its text: a string is a paragraph, a list of strings a bulleted list. */
export type Section = {
  readonly heading: string;
  readonly body: readonly (string | readonly string[])[];
};

const LONG_US = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

/** The date line of the legal texts: always today, in the reader's time zone. */
export function lastUpdated(now: number): string {
  return `Last updated: ${LONG_US.format(now)}`;
}
