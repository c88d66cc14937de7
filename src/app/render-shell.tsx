import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { paths } from "#lib/paths.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { type Address, Router } from "#ui/router.tsx";
import { AppRoutes } from "./routes.tsx";

const HOME: Address = {
  pathname: paths.home,
  search: "",
  hash: "",
  state: null,
  wasPushed: false,
};

/**
 * The markup of the shell: the home screen as it is before anything is known about the reader. vite.documents.ts puts
 * it into index.html; `IS_SHELL` is true in it.
 */
export function renderShell(): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Router start={HOME}>
        <AppRoutes />
      </Router>
    </QueryClientProvider>,
  );
}
