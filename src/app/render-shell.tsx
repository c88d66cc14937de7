import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { Screens } from "./routes.tsx";

/**
 * The markup of the shell: the home screen as it is before anything is known about the reader. vite.documents.ts puts
 * it into index.html; `IS_SHELL` is true in it.
 */
export function renderShell(): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <StaticRouter location={paths.home}>
        <Screens />
      </StaticRouter>
    </QueryClientProvider>,
  );
}
