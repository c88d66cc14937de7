import { QueryCache, QueryClient, type QueryState } from "@tanstack/react-query";

const READ_AGAIN_AT_MOST_MS = 30_000;

/**
 * Whether a read has failed and none has succeeded since: unlike `isError`, also while it is made again. Not by which was
 * later: the device's clock may have been set back.
 */
export const hasFailed = ({
  status,
  errorUpdatedAt,
  dataUpdatedAt,
}: Pick<QueryState, "status" | "errorUpdatedAt" | "dataUpdatedAt">): boolean =>
  status === "error" || (dataUpdatedAt === 0 && errorUpdatedAt > 0);

/** A `staleTime` in ms. What was read before the device's clock was set back is stale. */
export const staleAfter =
  (milliseconds: number) =>
  ({ state }: { readonly state: Pick<QueryState, "dataUpdatedAt"> }): number =>
    state.dataUpdatedAt > Date.now() ? -Infinity : milliseconds;

/** How often a read has failed in a row, and when it had been good before. */
const outages = new WeakMap<object, { readonly goodAt: number; readonly times: number }>();

/**
 * The pause in ms before a read that failed is made again: 4 s after the first time, and up to 30 s. False for one that
 * has not, and without a network, which is waited for. While the page is hidden nothing is read. Not the library's own
 * `retry`: the failure would not be told before the last try, and 'Try again' would wait out the pause.
 */
export const readAgain = (query: { readonly state: Pick<QueryState, "status"> }): number | false =>
  query.state.status === "error" &&
  navigator.onLine &&
  Math.min(2_000 * 2 ** (outages.get(query)?.times ?? 1), READ_AGAIN_AT_MOST_MS);

/**
 * Failures show at once, and are read again after a pause. Returning to the tab or to the network reads again too.
 * `networkMode` is "always" because a read without a network must fail with its notice instead of waiting silently.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(_, query) {
        const { dataUpdatedAt: goodAt } = query.state;
        const before = outages.get(query);
        outages.set(query, { goodAt, times: before?.goodAt === goodAt ? before.times + 1 : 1 });
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchInterval: readAgain,
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: staleAfter(5_000),
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** The page's one client. */
export const queryClient = createQueryClient();
