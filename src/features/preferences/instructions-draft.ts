import { keptStore } from "#lib/store.ts";
import { toInstructionsDraft } from "./instructions-rules.ts";

/** Instructions that a person has typed and not saved. They survive closing the dialog and a reload. */
export const instructionsDraft = (userId: string) =>
  keptStore(`instructions-draft:${userId}`, toInstructionsDraft, true);
