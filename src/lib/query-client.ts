import { QueryClient } from "@tanstack/react-query";

/**
 * Failures show at once, without retries. Returning to the tab or to the network reads again. `networkMode` is "always"
 * because a read without a network must fail with its notice instead of waiting silently.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
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
