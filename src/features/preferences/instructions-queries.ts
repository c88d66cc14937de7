import { queryOptions } from "@tanstack/react-query";
import { readInstructions } from "./instructions-api.ts";

/** The person's instructions for all models; empty where there are none. */
export const instructionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["instructions", userId],
    queryFn: ({ signal }) => readInstructions(userId, signal),
  });
