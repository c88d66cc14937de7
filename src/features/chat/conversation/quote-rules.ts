/**
 * A passage of a message as lines of a quotation. The first one names the model that wrote it; the person's own words have
 * no name. Empty for white space.
 */
export function quotationOf(passage: string, model: string | null): string {
  const text = passage.replaceAll(/\r\n?/g, "\n").replaceAll(/^(?:[^\S\n]*\n)+|\s+$/g, "");
  if (text === "") return "";
  const name = model === null ? "" : `${model}: `;
  return `${name}${text}`.replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">");
}

/**
 * What is put into a box for a quotation, so that it stands in lines of its own, with an empty line after it.
 * @param before What stands in the box before the cursor.
 */
export const quotationToInsert = (quotation: string, before: string): string =>
  `${before === "" || before.endsWith("\n") ? "" : "\n"}${quotation}\n\n`;
