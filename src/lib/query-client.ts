import { QueryClient, type QueryState } from "@tanstack/react-query";

const READ_AGAIN_AT_MOST_MS = 30_000;

/** Whether a read has failed and none has succeeded since: unlike `isError`, also while it is made again. */
export const hasFailed = (read: Pick<QueryState, "errorUpdatedAt" | "dataUpdatedAt">): boolean =>
  read.errorUpdatedAt > read.dataUpdatedAt;

/**
 * The pause in ms before a read that failed is made again: 4 s after the first time, and up to 30 s. False for one that
 * has not, and without a network, which is waited for. While the page is hidden nothing is read.
 */
export const readAgain = ({ state }: { state: QueryState }): number | false =>
  state.status === "error" &&
  navigator.onLine &&
  Math.min(2_000 * 2 ** state.errorUpdateCount, READ_AGAIN_AT_MOST_MS);

/**
 * Failures show at once, and are read again after a pause. Returning to the tab or to the network reads again too.
 * `networkMode` is "always" because a read without a network must fail with its notice instead of waiting silently.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchInterval: readAgain,
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 5_000,
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** The page's one client. */
export const queryClient = createQueryClient();
