/**
 * What the address says of an e-mailed link that did not work.
 * @param hash the address's fragment, with its `#`
 * @returns the server's text, "" when it gave none, undefined when no link failed
 */
export function failedLink(hash: string): string | undefined {
  const parameters = new URLSearchParams(hash.slice(1));
  if (!parameters.has("error") && !parameters.has("error_code")) return undefined;
  return parameters.get("error_description") ?? "";
}

/** Whether the address is that of a working link to set a new password. */
export function isRecovery(hash: string): boolean {
  const parameters = new URLSearchParams(hash.slice(1));
  return parameters.has("access_token") && parameters.get("type") === "recovery";
}
