import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.js";

type Test = NonNullable<TestProjectInlineConfiguration["test"]>;

const project = (name: string, folders: readonly string[], test: Test): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    // only what hangs: a busy machine takes ten times as long
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: "forks",
    setupFiles: ["tests/support/setup.ts"],
    env: { SOURCE_DATE_EPOCH: "1767225600" },
    ...test,
  },
});

/** start processes, or read the repository */
const APART = ["cli", "house", "install", "library", "service"].map((folder) => `tests/${folder}`);

export default defineConfig({
  test: {
    // tests of the service wait half of their time
    maxWorkers: availableParallelism() + 2,
    // projects share their modules, as does the run on another Node
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest" },
    globalSetup: ["tests/support/run-folder.ts"],
    sequence: { sequencer: LongestFirst },
    projects: [
      // loaded once per process
      project("pure", ["base", "pdf-reader", "ir", "compiler", "accessibility", "backends", "compare", "golden"], { isolate: false }),
      project("readers", ["tests"], { isolate: false, exclude: APART.map((folder) => `${folder}/**`) }),
      project("outside", ["runtime", ...APART], {}),
    ],
  },
});
