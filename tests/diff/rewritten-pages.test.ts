import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { engine } from "../../golden/cases.js";
import { succeeds } from "../support/started.js";
import { examples, has, needs } from "../support/tools.js";
import { pagesOf } from "./pages-of.js";

/* DF-22: pages that are written in another way have the same facts. */

const dir = mkdtempSync(path.join(tmpdir(), "platen-pages-"));
const ways = [["--object-streams=generate"], ["--linearize"], ["--qdf", "--object-streams=disable"], ["--stream-data=uncompress"]];

function rewritten(pdf: Uint8Array, options: readonly string[]): Uint8Array {
  const [from, to] = [path.join(dir, "from.pdf"), path.join(dir, "to.pdf")];
  writeFileSync(from, pdf);
  succeeds("qpdf", ...options, "--static-id", from, to);
  return readFileSync(to);
}

describe.runIf(needs("qpdf", has("qpdf")))("pages", () => {
  test.each(examples().map(({ name }) => name))("of %s are equal after rewriting", async (name) => {
    const { body } = examples().find((one) => one.name === name)!;
    const { pdf } = await engine.renderLater(body);
    const facts = await pagesOf(pdf);
    expect(facts.flatMap(({ words }) => words).length).toBeGreaterThan(0);
    expect(await pagesOf((await engine.renderLater(body, { pretty: true })).pdf), "pretty").toEqual(facts);
    for (const way of ways) expect(await pagesOf(rewritten(pdf, way)), way.join(" ")).toEqual(facts);
  });
});
