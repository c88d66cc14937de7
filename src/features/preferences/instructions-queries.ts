import { queryOptions } from "@tanstack/react-query";
import { readInstructions } from "./instructions-api.ts";

/** What the person asks of all models; empty for nothing. */
export const instructionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["instructions", userId],
    queryFn: ({ signal }) => readInstructions(userId, signal),
  });
