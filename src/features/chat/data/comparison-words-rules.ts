const COUNTS = "two three four five six seven eight nine ten eleven twelve".split(" ");

/**
 * The line above a comparison or a second opinion.
 * @param writer The label of the model that wrote it.
 * @param count How many replies it is about.
 */
export function writtenFrom(writer: string | null, count: number): string {
  const from = count === 1 ? "this reply" : `the ${COUNTS[count - 2]} replies`;
  return `Written by ${writer ?? "another model"} from ${from}. It can be wrong.`;
}

/** How long the verdict of a second opinion is, which is its first sentence, in characters. */
export function verdictLength(text: string): number {
  const [line = ""] = /^\s*[^\n]*/.exec(text) ?? [];
  const [first] = new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(line);
  const sentence = first?.segment ?? "";
  if (!/\S/.test(sentence)) return line.length;
  // With the signs that close what is bold in it.
  const [signs = ""] = /^[*_]+/.exec(line.slice(sentence.length)) ?? [];
  const isOpen = signs !== "" && sentence.split(signs).length % 2 === 0;
  return sentence.length + (isOpen ? signs.length : 0);
}
