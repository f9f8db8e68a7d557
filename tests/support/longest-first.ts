// Slow test files first, so that all workers end together.
import { existsSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./tools.js";

/** Files of more than 30 seconds: by project, since workers that share their modules end where a file of another project is next; the longest first. */
const LONGEST: readonly string[] = [
  "tests/pdf/outside.test.ts",
  "tests/pdf/pixels.test.ts",
  "tests/svg/filters-b-to-f.test.ts",
  "tests/svg/filters-g-to-t.test.ts",
  "tests/svg/filters-whole.test.ts",
  "tests/browser/bytes.test.ts",
  "tests/diff/page-words.test.ts",
  "tests/einvoice/jobs.test.ts",
  "tests/text/emoji.test.ts",
  "tests/einvoice/model/random.test.ts",
  "tests/browser/site.test.ts",
  "tests/diff/command.test.ts",
  "tests/einvoice/official-rules.test.ts",
  "tests/pdf/ua2.test.ts",
  "tests/svg/svg.test.ts",
  "tests/pdf/random.test.ts",
  "tests/browser/browser.test.ts",
  "tests/svg/bounds.test.ts",
  "tests/einvoice/crash.test.ts",
  "tests/pictures/memory.test.ts",
  "tests/einvoice/inspect/pages.test.ts",
  "tests/agents/mcp-http.test.ts",
  // after outside.test.ts, whose files and answers it has
  "tests/pdf/readers.test.ts",
  "tests/install/where-it-runs.test.ts",
  "tests/cli/batch-joined.test.ts",
  "tests/cli/batch.test.ts",
  "tests/house/steps.test.ts",
  "tests/cli/batch-s3.test.ts",
  "tests/cli/cli.test.ts",
  "tests/install/clone.test.ts",
  "tests/install/next.test.ts",
  "tests/house/generated.test.ts",
  "tests/cli/accessibility.test.ts",
  "tests/cli/bulk-examples.test.ts",
  "tests/service/siege.test.ts",
  "tests/service/store-locked.test.ts",
  "tests/service/jobs.test.ts",
  "tests/service/owners.test.ts",
  "tests/service/start-stop.test.ts",
  "tests/service/stays-up.test.ts",
  "tests/library/pool.test.ts",
  "tests/service/http.test.ts",
  "tests/service/limits.test.ts",
  "tests/library/library.test.ts",
  "runtime/warm-up/warmed.test.ts",
  "tests/library/docs-examples.test.ts",
  "runtime/engine/between-renders.test.ts",
  "tests/library/edits.test.ts",
  "tests/service/request-keys.test.ts",
  "runtime/bulk/s3.test.ts",
  "compiler/chart/kinds/draw.test.ts",
  "golden/golden.test.ts",
];

const place = (spec: TestSpecification): number => {
  const at = LONGEST.indexOf(path.relative(root, spec.moduleId).replaceAll(path.sep, "/"));
  return at < 0 ? LONGEST.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    for (const file of LONGEST)
      if (!existsSync(path.join(root, file))) throw new Error(`support/longest-first.ts names ${file}, which is gone`);
    return (await super.sort(specs)).sort((a, b) => place(a) - place(b));
  }
}
