import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { readHealth } from "./health-api.ts";
import type { ModelHealths } from "./health-rules.ts";

/** How the models are doing. Read only when somebody wants to know, and not when a page opens. */
const healthQuery = queryOptions({
  queryKey: ["model-health"],
  queryFn: ({ signal }): Promise<ModelHealths> => readHealth(signal),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
});

/**
 * What is known of the models' health, and a function that asks again, at most every few seconds.
 * @param isWanted Whether it is to be known at once.
 */
export function useModelHealth(isWanted = false): { healths: ModelHealths; ask: () => void } {
  const client = useQueryClient();
  const { data: healths = {} } = useQuery({ ...healthQuery, enabled: isWanted });
  return { healths, ask: () => void client.prefetchQuery(healthQuery) };
}
