import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { engine, rendering } from "../../golden/cases.js";
import { accessibleFiles, foreignFiles } from "../pdf-reader/open.js";
import { PdfFault } from "../../pdf-reader/types.js";
import { ran } from "../support/started.js";
import { examples, has, needs } from "../support/tools.js";
import { factsIn, type Facts } from "./facts-of.js";

/* DF-22: the same document, written in another way, has the same facts. */

const haveQpdf = needs("qpdf", has("qpdf"));
const dir = mkdtempSync(path.join(tmpdir(), "platen-facts-"));

const AREAS = ["link/", "flowdoc/", "page/", "settings/", "list/", "data/"];
const requests = [
  ...examples().map(({ name, body }) => ({ name, body })),
  ...rendering().filter(({ name }) => AREAS.some((area) => name.startsWith(area))),
]
  .filter(({ body }) => !new TextDecoder().decode(body).includes("open_password"))
  .filter((_, i) => i % 11 === 0 || i < 12);

const LOCKING = [["--object-streams=generate"], ["--linearize"]];
/** Those that decrypt are the last. */
const WAYS = [...LOCKING, ["--qdf", "--object-streams=disable"], ["--stream-data=uncompress"]];

const locked = {
  name: "with permissions",
  body: Buffer.from(
    JSON.stringify({
      settings: { security: { owner_password: "owner", permissions: { print: false } }, metadata: { title: "Title" } },
      pages: [{ width: 60, height: 40, elements: [{ type: "text", layout: { left: 5, top: 5 }, content: "Text" }] }],
    }),
  ),
};

function rewritten(pdf: Uint8Array, options: readonly string[]): Uint8Array | null {
  const [from, to] = [path.join(dir, "from.pdf"), path.join(dir, "to.pdf")];
  writeFileSync(from, pdf);
  // 3: with warnings
  const { status } = ran("qpdf", ...options, "--static-id", from, to);
  return status === 0 || status === 3 ? readFileSync(to) : null;
}

/** Object streams are of PDF 1.5: qpdf raises the version of older files. */
const withoutVersion = ({ whole, links }: Facts): object => ({
  links,
  whole: {
    ...whole,
    metadata: { ...whole.metadata, version: whole.metadata.version < "1.5" ? "1.5" : whole.metadata.version },
  },
});

describe.runIf(haveQpdf)("rewritten by qpdf", () => {
  test("our documents are equal, also when written for reading", async () => {
    expect(requests.length).toBeGreaterThan(25);
    for (const { name, body } of [...requests, locked]) {
      const { pdf } = await engine.renderLater(body, { epoch: 1767225600 });
      const facts = withoutVersion(factsIn(pdf));
      expect(withoutVersion(factsIn((await engine.renderLater(body, { pretty: true, epoch: 1767225600 })).pdf)), name).toEqual(facts);
      for (const way of name === locked.name ? LOCKING : WAYS)
        expect(withoutVersion(factsIn(rewritten(pdf, way)!)), `${name} ${way.join(" ")}`).toEqual(facts);
    }
  });

  test("files of others are equal", () => {
    const files = [...foreignFiles().map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") })), ...accessibleFiles()];
    let compared = 0;
    const differing: string[] = [];
    for (const { name, bytes } of files) {
      let facts: object;
      try {
        const found = factsIn(bytes);
        if (!found.whole.tags && found.whole.outline.length === 0 && found.links.every((l) => l.length === 0)) continue;
        facts = withoutVersion(found);
      } catch (e) {
        if (e instanceof PdfFault) continue;
        throw e;
      }
      const again = rewritten(bytes, ["--qdf"]);
      if (!again) continue;
      compared++;
      if (JSON.stringify(withoutVersion(factsIn(again)), maps) !== JSON.stringify(facts, maps)) differing.push(name);
    }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(70);
  });
});

const maps = (_: string, value: unknown): unknown => (value instanceof Map ? [...(value as ReadonlyMap<string, string>)] : value);
