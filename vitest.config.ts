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

/** Folders of tests whose files render in their own process and leave nothing behind in it. */
const LOADED_ONCE = ["barcodes", "fonts", "layout", "messages", "pdf", "svg", "text"].map((folder) => `tests/${folder}`);

export default defineConfig({
  test: {
    // by default one core is left alone, which is half of a small machine
    maxWorkers: availableParallelism(),
    globalSetup: ["tests/support/run-folder.ts"],
    sequence: { sequencer: LongestFirst },
    projects: [
      // modules and fonts are loaded once a process
      project("pure", ["ir", "compiler", "backends", "golden"], { isolate: false }),
      project("readers", LOADED_ONCE, { isolate: false }),
      project("outside", ["runtime", "tests"], { exclude: LOADED_ONCE.map((folder) => `${folder}/**`) }),
    ],
  },
});
