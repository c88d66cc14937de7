/** An error that the person who starts the product can mend: its message is shown without a stack, with exit code 1. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The code of a Node or SQLite error (`EACCES`, `ENOENT`…), or "" when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The message of an error; anything else that was thrown, as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why a request failed: Node says 'fetch failed', and the reason in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  return cause instanceof Error ? cause.message || codeOf(cause) : error.message;
}
