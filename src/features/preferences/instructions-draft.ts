import { keptStore } from "#lib/store.ts";
import { toInstructionsDraft } from "./instructions-rules.ts";

/** What a person has typed into the dialog 'Instructions' and not saved. It survives closing it, and a reload. */
export const instructionsDraft = (userId: string) =>
  keptStore(`instructions-draft:${userId}`, toInstructionsDraft);
