import type { StreamEvent } from "#contract";
import { isErrorCode } from "#error-codes";

/**
 * Reads an event stream chunk by chunk, wherever the network cuts it.
 * @returns a function that takes the next chunk and returns the events it completed
 * @throws SyntaxError when a `data:` line is not JSON
 */
export function eventReader(): (chunk: string) => StreamEvent[] {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? "";
    return lines
      .filter((line) => line.startsWith("data:"))
      .map((line) => withKnownCode(JSON.parse(line.slice(5)) as StreamEvent));
  };
}

/** While a new version is being deployed, an error may come without a code, or with one this page does not know. */
function withKnownCode(event: StreamEvent): StreamEvent {
  return event.type === "error" && !isErrorCode(event.code)
    ? { ...event, code: "internal" }
    : event;
}
