import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer, json } from "node:stream/consumers";
import { serveLocally } from "../../support/serve-locally.ts";

/** The ref of the rehearsal's only project. */
export const PROJECT = "abcdefghijklmnopqrst";

export type ProjectChange = { method: string; path: string; body: unknown };
/** What `supabase functions deploy` sent for one function: its settings, and each file by its path. */
export type Deployment = { metadata: Record<string, unknown>; files: Map<string, string> };

export type ManagementApi = {
  url: string;
  /** Every request that would have changed the project, in order. */
  changes: ProjectChange[];
  deployments: Map<string, Deployment>;
  stop: () => Promise<void>;
};

/** Some settings of a project just made. */
const FRESH_SETTINGS = {
  api: { db_schema: "public,graphql_public", db_extra_search_path: "public,extensions" },
  auth: { site_url: "http://localhost:3000", uri_allow_list: "", password_min_length: 8 },
};

const ANSWERS: Record<string, unknown> = {
  [`/v1/projects/${PROJECT}`]: {
    id: PROJECT,
    ref: PROJECT,
    name: "rehearsal",
    organization_id: "rehearsal",
    organization_slug: "rehearsal",
    region: "eu-central-1",
    created_at: "2026-11-21T00:00:00Z",
    status: "ACTIVE_HEALTHY",
    database: { host: "127.0.0.1", version: "17.4", postgres_engine: "17", release_channel: "ga" },
  },
  [`/v2/projects/${PROJECT}/config`]: {
    data: { type: "project_config", attributes: FRESH_SETTINGS },
  },
  [`/v1/projects/${PROJECT}/functions`]: [],
};

/**
 * Stands in for Supabase's management API, so that the real command line runs its commands to the end without a
 * network: it answers as for a fresh project and keeps what it was sent.
 */
export async function startManagementApi(): Promise<ManagementApi> {
  const changes: ProjectChange[] = [];
  const deployments = new Map<string, Deployment>();
  const server = createServer((request, response) => void reply(request, response));
  const { origin, stop } = await serveLocally(server);

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://api");
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.method === "GET") {
      const known = ANSWERS[pathname];
      answer(known ? 200 : 404, known ?? { message: "Not known to the rehearsal." });
      return;
    }
    const slug = searchParams.get("slug");
    if (slug !== null) {
      deployments.set(slug, await readDeployment(request));
      answer(201, { id: slug, slug, name: slug, status: "ACTIVE", version: 1 });
      return;
    }
    const body: unknown = await json(request);
    changes.push({ method: request.method ?? "", path: pathname, body });
    answer(pathname.endsWith("/secrets") ? 201 : 200, body);
  }
  return { url: origin, changes, deployments, stop };
}

async function readDeployment(request: IncomingMessage): Promise<Deployment> {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = await new Response(await buffer(request), { headers }).formData();
  const files = new Map<string, string>();
  for (const file of form.getAll("file")) {
    if (typeof file !== "string") files.set(file.name, await file.text());
  }
  const metadata = form.get("metadata");
  return { metadata: JSON.parse(typeof metadata === "string" ? metadata : "{}"), files };
}
