import type { TurnEvent } from "#contract";

/**
 * Reads an event stream piece by piece, wherever the network cuts it.
 * @returns a function that takes the next piece of text and answers the events it completed
 * @throws SyntaxError when a `data:` line is not JSON
 */
export function eventReader(): (piece: string) => TurnEvent[] {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? "";
    return lines
      .filter((line) => line.startsWith("data:"))
      .map((line) => JSON.parse(line.slice(5)) as TurnEvent);
  };
}
