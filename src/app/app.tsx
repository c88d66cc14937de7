import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "#lib/query-client.ts";
import { AppRouter } from "./app-router.tsx";
import { NoticeHost } from "./notices/notice-host.tsx";
import { prefetchWhenIdle } from "./prefetch.ts";
import { AppRoutes } from "./routes.tsx";

export function App() {
  useEffect(prefetchWhenIdle, []);
  return (
    <QueryClientProvider client={queryClient}>
      <AppRouter>
        <AppRoutes />
        <NoticeHost />
      </AppRouter>
    </QueryClientProvider>
  );
}
