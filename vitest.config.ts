import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["node_modules/**", "dist/**", "bench/**", ".cache/**"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // by default one core is left alone, which is half of a small machine
    maxWorkers: availableParallelism(),
    globalSetup: ["tests/run-folder.ts"],
    setupFiles: ["tests/setup.ts"],
    env: { SOURCE_DATE_EPOCH: "1767225600" },
  },
});
