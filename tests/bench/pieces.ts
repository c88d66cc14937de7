import { request } from "node:http";
import type { MemberSession } from "../support/member-session.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import type { FunctionsUnderTest } from "./functions.ts";
import { median } from "./statistics.ts";
import { atMost, MILLISECONDS, type TableRow } from "./table.ts";

const PIECES = Array.from({ length: 100 }, (_, index) => `word${index} `);
const PIECE_MS = 10;
const ROUNDS = 4;
const LIMIT_MS = 2;

/** What the functions add to the time that a streamed piece takes: directly and through them, by turns. */
export async function measurePieces(
  functions: FunctionsUnderTest,
  provider: ScriptedProvider,
  member: MemberSession,
): Promise<TableRow> {
  provider.script({ pieces: PIECES, pieceMs: PIECE_MS });
  const sentAt: number[] = [];
  provider.onPiece((index, at) => {
    sentAt[index] = at;
  });
  const straight: number[] = [];
  const through: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // The first event of OpenAI's streams has an empty content and belongs to no piece.
    const direct = collect('"content":"w', sentAt, straight);
    await askStraight(provider.env.OPENAI_BASE_URL, direct);
    const streamed = collect('"type":"delta"', sentAt, through);
    const body = { message: "Count to a hundred" };
    await functions.send({ name: "start_chat", member, stream: true, body }, streamed);
  }
  provider.script({ pieces: ["Good."], pieceMs: 0 });
  const added = median(through) - median(straight);
  const from = `${MILLISECONDS.show(median(through))} - ${MILLISECONDS.show(median(straight))}`;
  return atMost("added to each streamed piece", added, LIMIT_MS, MILLISECONDS, from);
}

/** A listener that adds how long each piece was under way; pieces are told by `mark`. */
function collect(mark: string, sentAt: readonly number[], into: number[]) {
  let count = 0;
  return (text: string) => {
    const now = performance.now();
    for (const _ of text.split(mark).slice(1)) {
      into.push(now - (sentAt[count] ?? now));
      count += 1;
    }
  };
}

function askStraight(url: string, onData: (text: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/chat/completions`, { method: "POST" }, (response) => {
      response.setEncoding("utf8").on("data", onData).once("end", resolve);
    });
    asking.once("error", reject).end("{}");
  });
}
