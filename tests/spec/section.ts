/**
 * A section of the specification: each of its sentence groups, by its first words, with the tests that show it as
 * "file > describe > title". A group that no test can show says why instead.
 */
export type Section = Readonly<Record<string, Shown>>;

type Shown = readonly [string, ...string[]] | { readonly noTest: string };

/** A row of the error catalogue or a success toast, with the words that a person reads. */
export type Notice = {
  readonly words: readonly string[];
  readonly shownBy: readonly [string, ...string[]];
};
