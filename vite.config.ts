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
    target: "es2023",
    // The content policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "page", tags: ["$initial"] }],
        },
      },
    },
  },
});
