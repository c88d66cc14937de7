import { createServer, type InlineConfig, type Plugin, preview } from "vite";
import { isTaken } from "../process/ports.ts";
import { ROOT } from "../process/settings.ts";
import { StartError } from "../process/start-error.ts";
import { sendUnavailable } from "./faults.ts";

/** What Vite must not serve under development: its own list, the secrets and the data. */
const PRIVATE_FILES = [
  ".env",
  ".env.*",
  "*.{crt,pem}",
  "**/.git/**",
  "**/supabase/.temp/**",
  "**/secrets.json",
];

export type ServeOptions = {
  port: number;
  functionsPort: number;
  plugin: Plugin;
  /** The built app to serve; without one the sources are served with hot reload. */
  directory: string | undefined;
};

/** Serves the product on loopback. Throws a StartError when the port is taken. */
export async function serve({ port, functionsPort, plugin, directory }: ServeOptions) {
  const server: InlineConfig["preview"] = {
    host: "127.0.0.1",
    port,
    strictPort: true,
    cors: false,
    proxy: {
      "/api/": {
        target: `http://127.0.0.1:${functionsPort}`,
        configure: (proxy) => {
          proxy.on("error", (_error, _request, response) => {
            if ("writeHead" in response) sendUnavailable(response);
          });
          // Without this a browser would wait for ever for the rest of a response whose function died.
          proxy.on("proxyRes", (answer, _request, response) => {
            answer.once("close", () => {
              if (!answer.complete) response.destroy();
            });
          });
        },
      },
    },
  };
  const config: InlineConfig = {
    root: ROOT,
    logLevel: "error",
    clearScreen: false,
    plugins: [plugin],
  };
  const removeVitesEndings = rememberEndings();
  try {
    if (directory) {
      return await preview({
        ...config,
        appType: "custom",
        build: { outDir: directory },
        preview: server,
      });
    }
    const development = await createServer({
      ...config,
      server: { ...server, fs: { deny: PRIVATE_FILES } },
    });
    return await development.listen();
  } catch (error) {
    if (/already in use/.test(String(error))) throw portIsTaken(port);
    throw error;
  } finally {
    removeVitesEndings();
  }
}

/** Vite ends the process on SIGTERM as soon as its own server is closed; ours has more to close than that. */
function rememberEndings(): () => void {
  const sigterm = process.listeners("SIGTERM");
  const end = process.stdin.listeners("end");
  return () => {
    for (const listener of process.listeners("SIGTERM")) {
      if (!sigterm.includes(listener)) process.off("SIGTERM", listener);
    }
    for (const listener of process.stdin.listeners("end")) {
      if (!end.includes(listener)) process.stdin.off("end", listener);
    }
  };
}

/** Throws a StartError when something answers on the port already. */
export async function requireFreePort(port: number): Promise<void> {
  if (await isTaken(port)) throw portIsTaken(port);
}

function portIsTaken(port: number): StartError {
  return new StartError(`Port ${port} is in use by another program. Stop it, or set PORT.`);
}
