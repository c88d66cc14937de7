import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { shell, twoDocuments } from "./vite.documents.ts";

// No page uses these. supabase-js makes one of each with its client, and they are 22 kB of what a member waits for.
const UNUSED = ["@supabase/realtime-js", "@supabase/storage-js"];

export default defineConfig({
  plugins: [react(), tailwindcss(), shell(), twoDocuments],
  resolve: {
    alias: UNUSED.map((find) => ({
      find,
      replacement: resolve(import.meta.dirname, "src/lib/supabase-stubs.ts"),
    })),
  },
  build: {
    // What these browsers have is not written in other words, in styles either.
    target: "es2023",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "page", tags: ["$initial"] },
            // What screens share, in a few files: each small one would be a request.
            {
              name: "shared",
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 5_000,
            },
          ],
        },
      },
    },
  },
});
