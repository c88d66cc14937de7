import { QueryClient } from "@tanstack/react-query";

/**
 * Failures show at once (no retries), returning to the tab and to the network asks again. `networkMode` is "always"
 * because an offline read must fail with its notice instead of waiting silently.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: "always",
        refetchOnReconnect: true,
        refetchOnWindowFocus: true,
        staleTime: 5_000,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** The page's one client. */
export const queryClient = createQueryClient();
