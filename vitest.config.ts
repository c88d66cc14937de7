import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // As many as a small machine has cores: each more opens databases and loads the modules again.
    maxWorkers: 2,
    // What runs concurrently mostly waits for time-outs.
    maxConcurrency: 10,
    // Bounds for a machine four times slower than an idle one with two cores.
    testTimeout: 120_000,
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
          setupFiles: "tests/src/setup.ts",
          // A second try hides nothing: `npm test` names each test that needed one, with its first failure.
          retry: 1,
        },
      },
      {
        extends: true,
        test: { name: "rules", include: ["tests/{src,spec}/**/*.test.ts"], pool: "threads" },
      },
      {
        extends: true,
        test: {
          name: "functions",
          include: ["tests/supabase/**/*.test.ts"],
          globalSetup: [
            "tests/support/database/pglite.ts",
            "tests/support/database/shared-postgres.ts",
          ],
          retry: 1,
          // A hundred files would each load the embedded backend again: a minute of the ten that `npm test` may take.
          isolate: false,
        },
      },
    ],
  },
});
