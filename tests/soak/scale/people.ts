import { createHash } from "node:crypto";

/** Everything that is filled in has an id that follows from its place, so that two databases can hold the same rows. */
const idOf = (name: string) => {
  const digits = createHash("md5").update(name).digest("hex");
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
};

/** How many members have chats like everybody's, beside the one who has very many. */
export const MEMBER_COUNT = 3_000;
/** How many of them are measured one by one. Their rows alone are the almost empty database. */
export const MEASURED = 10;
/** The number of that one member. */
export const HEAVY_MEMBER = 0;
export const HEAVY_MESSAGES = 100_000;

/** A member as the calls of the product need them. */
export type FilledMember = {
  id: string;
  email: string;
  /** The ids of their chats. The first one has the most messages. */
  chats: readonly string[];
};

/** @param chats How many chats the member has. */
export function filledMember(number: number, chats: number): FilledMember {
  return {
    id: idOf(`member ${number}`),
    email: `member-${number}@example.com`,
    chats: Array.from({ length: chats }, (_, index) => idOf(`chat ${number} ${index + 1}`)),
  };
}
