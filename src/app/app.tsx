import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { BrowserRouter } from "react-router-dom";
import { queryClient } from "#lib/query-client.ts";
import { NoticeHost } from "./notice-host.tsx";
import { prefetchWhenIdle } from "./prefetch.ts";
import { AppRoutes } from "./routes.tsx";

export function App() {
  useEffect(prefetchWhenIdle, []);
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
        <NoticeHost />
      </BrowserRouter>
    </QueryClientProvider>
  );
}
