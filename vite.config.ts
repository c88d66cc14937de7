import { existsSync } from "node:fs";
import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { shell, twoDocuments } from "./vite.documents.ts";

const ROUTER = "node_modules/react-router/dist/production/index.mjs";
const FOLDERS = /[\\/]src[\\/]features[\\/](?:chat[\\/])?(account|auth|legal|sending|turns)[\\/]/;

/** Icons hold names and keys that create-icon.ts has no use for. */
const bareIcons = {
  name: "bare-icons",
  transform: (code: string, id: string) =>
    /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/.test(id)
      ? code
          .replaceAll(/,\s*key: "\w+"/g, "")
          .replace(/\s*name: "[\w-]+",\s*size: 24,/, "")
          .replace(/,\s*aliases: \[[^\]]*\]/, "")
          .replace("__iconData.node;", "")
      : null,
};

/** Lets the build leave out what nobody uses of react-router: its contexts, components and sets look like calls with effects. */
const bareRouter = {
  name: "bare-router",
  transform: (code: string, id: string) =>
    /react-router[\\/]dist[\\/]/.test(id)
      ? code
          .replaceAll(
            /(?<=^var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\(|new Set\(|Object\.get)/gm,
            "/* @__PURE__ */ ",
          )
          .replaceAll(/^\w+\.displayName = .*;$/gm, "")
      : null,
};

export default defineConfig({
  plugins: [react(), bareIcons, bareRouter, tailwindcss(), shell(), twoDocuments],
  resolve: {
    alias: [
      ...["@supabase/realtime-js", "@supabase/storage-js"].map((find) => ({
        find,
        replacement: resolve(import.meta.dirname, "src/lib/supabase-stubs.ts"),
      })),
      // Small: the icons here have no name, no title and no context. The package's own brings 1 kB for those.
      {
        find: "../createLucideIcon.mjs",
        replacement: resolve(import.meta.dirname, "src/ui/create-icon.ts"),
      },
      // The package names its development build only.
      { find: /^react-router$/, replacement: resolve(import.meta.dirname, ROUTER) },
    ],
  },
  build: {
    target: "es2023",
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first page holds the name of every other chunk.
        chunkFileNames: "assets/[name]-[hash:8].js",
        codeSplitting: {
          groups: [
            // What the first page needs in one file: eight small ones would be eight requests and 2 kB more.
            { name: "page", tags: ["$initial"], priority: 1 },
            // What most screens are made of. Dialogs and switches stay apart: they bring 20 kB of Radix.
            { name: "ui", test: /[\\/]src[\\/]ui[\\/]/, minShareCount: 4 },
            { name: "icons", test: /[\\/]lucide-react[\\/]/, minShareCount: 2 },
            // Small files of a folder that are wanted together. The others are chunks by their dynamic imports.
            { name: (id) => FOLDERS.exec(id)?.[1] ?? null, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  test: {
    // As many as a small machine has cores: each more opens databases and loads the modules again.
    maxWorkers: 2,
    // Bounds for a machine four times slower than an idle one with two cores.
    testTimeout: 60_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // The embedded sign-in service hashes each password for 90 ms; the tests' own need no protection.
    env: { LITE_AUTH_BCRYPT_COST: "4" },
    projects: [
      {
        extends: true,
        test: {
          name: "pages",
          environment: "jsdom",
          // Each file has a page and modules of its own in one process, which loads jsdom once for all.
          pool: "vmForks",
          include: ["tests/src/**/*.test.tsx"],
          setupFiles: ["tests/src/setup.ts"].filter(existsSync),
          // One lost race on a busy machine does not decide; `npm test` names the test, so that it is looked into.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: "rules",
          environment: "node",
          include: ["tests/{src,spec}/**/*.test.ts"],
          pool: "threads",
          // What runs concurrently mostly waits for time-outs.
          maxConcurrency: 10,
        },
      },
      {
        extends: true,
        test: {
          name: "functions",
          environment: "node",
          include: ["tests/supabase/**/*.test.ts"],
          globalSetup: [
            "tests/support/database/pglite.ts",
            "tests/support/database/shared-postgres.ts",
          ],
          testTimeout: 120_000,
          retry: 1,
          // Most files need the same large modules, and a fork keeps them from file to file.
          isolate: false,
          // What runs concurrently mostly waits for time-outs.
          maxConcurrency: 10,
        },
      },
    ],
  },
});
