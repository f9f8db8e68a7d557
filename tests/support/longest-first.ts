// Test files in order of duration, slowest first, so that all workers end together.
import { existsSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./tools.js";

/** Files of more than 15 seconds, the longest first. */
const LONGEST: readonly string[] = [
  "tests/svg/filters-g-to-t.test.ts",
  "tests/svg/filters-b-to-f.test.ts",
  "tests/svg/filters-whole.test.ts",
  "tests/pdf/outside.test.ts",
  "tests/install/where-it-runs.test.ts",
  "tests/service/siege.test.ts",
  "tests/pdf/pixels.test.ts",
  "tests/einvoice/official-rules.test.ts",
  "tests/service/owners.test.ts",
  "tests/cli/cli.test.ts",
  "tests/service/stays-up.test.ts",
  "tests/pdf/random.test.ts",
  "tests/einvoice/jobs.test.ts",
  "tests/install/next.test.ts",
  "tests/svg/bounds.test.ts",
  "tests/service/start-stop.test.ts",
  "tests/service/jobs.test.ts",
  "tests/browser/bytes.test.ts",
  "tests/library/pool.test.ts",
  "tests/browser/site.test.ts",
  "tests/service/http.test.ts",
  "tests/einvoice/model/random.test.ts",
  "tests/house/steps.test.ts",
  "runtime/warm-up/warm-up.test.ts",
  "tests/svg/svg.test.ts",
  "tests/einvoice/factur-x.test.ts",
  "compiler/chart/kinds/draw.test.ts",
  "tests/einvoice/crash.test.ts",
  "tests/einvoice/examples.test.ts",
  "tests/barcodes/symbols.test.ts",
  "tests/pictures/memory.test.ts",
  "golden/random-flow.test.ts",
  "tests/house/generated.test.ts",
  "tests/templates/templates.test.ts",
  "tests/text/long-words.test.ts",
  "tests/charts/charts.test.ts",
  // late: it reads what outside.test.ts has rendered and read
  "tests/pdf/readers.test.ts",
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
