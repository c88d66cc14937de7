import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { FIRST_SCREENS, shell, twoDocuments } from "./vite.documents.ts";

const ROUTER = join(import.meta.dirname, "node_modules/react-router/dist/production");

export default defineConfig({
  plugins: [react(), tailwindcss(), shell(), twoDocuments],
  resolve: {
    // Its `exports` name the build for development only, which warns in the console.
    alias: {
      "react-router/dom": `${ROUTER}/dom-export.mjs`,
      "react-router": `${ROUTER}/index.mjs`,
    },
  },
  build: {
    // The oldest browsers that README.md names, and index.html looks for. What they have is not written in other words, in
    // styles either.
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    // A browser without preloads fetches a script when it is imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Short, because the first script repeats them: without the names of all that share it.
        chunkFileNames: ({ name }) => `assets/${name.replace(/^shared~.*/, "shared")}-[hash:6].js`,
        codeSplitting: {
          groups: [
            { name: "page", tags: ["$initial"] },
            // One request each, and nothing in it that the screen does not need.
            ...Object.entries(FIRST_SCREENS).map(([name, modules]) => ({
              name,
              test: (id: string) => modules.some((module) => id.endsWith(`/${module}`)),
            })),
            // What the other screens share, in a few files: each small one would be a request.
            {
              name: "shared",
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 8_000,
            },
          ],
        },
      },
    },
  },
});
