import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IMPORT_LIMIT } from "#contract";
import { paths } from "#lib/paths.ts";
import { TURN_SECONDS } from "#time-limits";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { securityHeaders } from "../../../supabase/local/server/headers.ts";

const PLACEHOLDER = "https://YOUR-PROJECT-REF.supabase.co";
/** The project of this copy of the repository: the placeholder until someone puts their own in all the files. */
const PROJECT =
  /https:\/\/[\w.-]+/.exec(readFileSync(join(ROOT, "netlify.toml"), "utf8"))?.[0] ?? PLACEHOLDER;
const FUNCTIONS = `${PROJECT}/functions/v1`;
/** The domain of this copy: the placeholder likewise. */
const DOMAIN =
  /server_name ([\w.-]+);/.exec(readFileSync(join(ROOT, "docs/hosting/nginx.conf"), "utf8"))?.[1] ??
  "YOUR-DOMAIN";

const FOREVER = "public, max-age=31536000, immutable";
/**
 * For Vercel, which sets it on a file that is missing as well. A script that is there a moment later, while a deployment
 * spreads, must not be missing for a year.
 */
const LONG = "public, max-age=600, stale-while-revalidate=31536000";
/** Kept, but never used without asking whether it is still the newest. */
const NEVER_STALE = "no-cache";
/** Everything but the functions and the build's hashed files. */
const PAGES = "/((?!api/|assets/).*)";

/** The headers of `npm start`, for pages that talk to a hosted project and are reached by https only. */
const HEADERS = Object.entries({
  ...securityHeaders({ connect: [PROJECT] }),
  "Strict-Transport-Security": "max-age=31536000",
});

export function vercelJson(): string {
  const headers = (source: string, pairs: string[][]) => ({
    source,
    headers: pairs.map(([key, value]) => ({ key, value })),
  });
  const config = {
    $schema: "https://openapi.vercel.sh/vercel.json",
    framework: "vite",
    rewrites: [
      { source: "/api/:name", destination: `${FUNCTIONS}/:name` },
      { source: PAGES, destination: "/app.html" },
    ],
    headers: [
      headers("/(.*)", HEADERS),
      headers(PAGES, [["Cache-Control", NEVER_STALE]]),
      headers("/assets/(.*)", [["Cache-Control", LONG]]),
    ],
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** For Netlify and Cloudflare Pages. A header is set by one rule only: where two match, both would apply. */
export function headersFile(): string {
  const rule = (path: string, pairs: string[][]) =>
    [path, ...pairs.map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");
  const documents = ["/index.html", "/app.html"];
  const pages = [...documents, paths.home, paths.chat("*"), paths.login, paths.signup];
  const folders = [paths.settings, `${paths.settings}/*`, paths.terms, paths.privacy];
  return [
    "# For Netlify and Cloudflare Pages.",
    rule("/*", HEADERS),
    rule("/assets/*", [["Cache-Control", FOREVER]]),
    ...[...pages, ...folders].map((path) => rule(path, [["Cache-Control", NEVER_STALE]])),
  ].join("\n");
}

/** For Netlify: what answers a path that is no file. A file named `_redirects` would rule on Cloudflare Pages too. */
export function netlifyToml(): string {
  const redirect = (from: string, to: string, status: number) =>
    `\n[[redirects]]\nfrom = "${from}"\nto = "${to}"\nstatus = ${status}\n`;
  return [
    '[build]\ncommand = "npm run build"\npublish = "dist"\n',
    redirect("/api/*", `${FUNCTIONS}/:splat`, 200),
    redirect("/assets/*", "/index.html", 404),
    redirect("/*", "/app.html", 200),
  ].join("");
}

export function nginxConfig(): string {
  const headers = HEADERS.map(([name, value]) => `  add_header ${name} "${value}" always;`);
  return `map $uri $chat_cache_control {
  ~^/api/     "";
  ~^/assets/  "${FOREVER}";
  default     "${NEVER_STALE}";
}

server {
  server_name ${DOMAIN};
  listen 80;
  root /var/www/chat;

${headers.join("\n")}
  add_header Cache-Control $chat_cache_control;

  gzip on;
  gzip_types text/css text/javascript application/javascript application/json image/svg+xml;

  location = / {
    try_files /index.html =404;
  }
  location / {
    try_files $uri /app.html;
  }
  location /assets/ {
    try_files $uri =404;
  }
  location /api/ {
    # With a variable nginx asks for the address again, which changes; otherwise it asks once, when it starts.
    resolver 1.1.1.1 8.8.8.8 valid=60s;
    set $functions ${PROJECT};
    rewrite ^/api/(.*)$ /functions/v1/$1 break;
    proxy_pass $functions;
    proxy_http_version 1.1;
    proxy_ssl_server_name on;
    proxy_ssl_verify on;
    proxy_ssl_verify_depth 4;
    proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;
    proxy_buffering off;
    proxy_read_timeout ${TURN_SECONDS}s;
    # An import sends ${IMPORT_LIMIT / 1024 ** 2} MiB at a time.
    client_max_body_size ${(2 * IMPORT_LIMIT) / 1024 ** 2}m;
  }
}
`;
}
