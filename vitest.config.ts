import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.js";

type Test = NonNullable<TestProjectInlineConfiguration["test"]>;

/** `folders`: whose tests are run so. */
const project = (name: string, folders: readonly string[], test: Test): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    setupFiles: ["tests/support/setup.ts"],
    env: { SOURCE_DATE_EPOCH: "1767225600" },
    ...test,
  },
});

/** Tests that start processes of their own, or read the repository: they load little, and some change what their process has. */
const APART = ["cli", "house", "install", "library", "service"].map((folder) => `tests/${folder}`);

export default defineConfig({
  test: {
    // one more than there are cores: tests of the service wait for half of their time
    maxWorkers: availableParallelism() + 1,
    globalSetup: ["tests/support/run-folder.ts"],
    sequence: { sequencer: LongestFirst },
    projects: [
      // modules and fonts are loaded once a process
      project("pure", ["base", "ir", "compiler", "backends", "golden"], { isolate: false }),
      project("readers", ["tests"], { isolate: false, exclude: APART.map((folder) => `${folder}/**`) }),
      project("outside", ["runtime", ...APART], {}),
    ],
  },
});
