import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { rendering } from "../../golden/cases.js";
import { randomDocument } from "../../golden/random.js";
import { PROFILES } from "../../golden/random-request.js";
import { everything, schema, use } from "../../golden/schema-use.js";
import { runs, seed } from "../support/runs.js";
import { has, needs } from "../support/tools.js";
import { ranOn } from "../support/verdicts.js";
import { faults, FLAVOURS, haveVera, type Judged } from "../support/verapdf.js";

const RUNS = runs(500);
const haveQpdf = needs("qpdf", has("qpdf"));

test.runIf(haveVera && haveQpdf)(`${RUNS} random documents are valid in their profile`, { timeout: 600_000 + RUNS * 300 }, async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-random-"));
  const goldens = rendering().map((c) => JSON.parse(new TextDecoder().decode(c.body)) as object);
  const wanted = new Set<string>();
  for (const g of goldens) use(schema, g, "DocumentRequest", wanted);
  const used = new Set<string>();
  const files: Judged[] = [];
  const count = new Map<string, number>();
  for (let n = 0; n < RUNS; n++) {
    const { request, profile, pdf } = await randomDocument(goldens, seed, n);
    use(schema, request, "DocumentRequest", used);
    const file = path.join(dir, `${n}.pdf`);
    writeFileSync(file, pdf);
    writeFileSync(path.join(dir, `${n}.json`), JSON.stringify(request));
    count.set(profile, (count.get(profile) ?? 0) + 1);
    for (const flavour of FLAVOURS[profile]) files.push({ flavour, file });
    if (n % 5 === 0) expect(`${file} ${ranOn(file, "qpdf", "--check", file).stderr}`).toBe(`${file} `);
  }
  expect(faults(files), `seed ${seed}, in ${dir}`).toEqual([]);
  // each asks for a profile of its own, or for none: security.test.ts, attachments.test.ts, ua2.test.ts
  const outside =
    /^(?:(?:SecuritySettings|Permissions|AttachedFile|FilePayload|FileAsset)\b|Settings\.(?:attachments$|accessibility = ua2$))/;
  const all = everything();
  const missing = [...wanted].filter((k) => all.has(k)).filter((k) => !used.has(k) && !outside.test(k) && !/^Settings\.profile = /.test(k));
  const shares = PROFILES.map((p) => `${p} ${count.get(p) ?? 0}`).join(", ");
  console.info(
    `random documents, seed ${seed}: ${shares}; ${[...used].filter((k) => all.has(k)).length} of the schema's ${all.size} properties and values used, of the goldens' ${[...wanted].filter((k) => all.has(k)).length}`,
  );
  if (RUNS >= goldens.length) expect(missing).toEqual([]);
});
