import { Session, type Profiler } from "node:inspector/promises";
import { expect, onTestFinished, test } from "vitest";
import { eInvoiceExamples, examples } from "../../tests/support/tools.js";
import { Engine } from "../engine/engine.js";
import { documentNames, type WarmUpDocument } from "./documents.js";
import { varied } from "./vary.js";
import { renderWarmUp, warmUpDocument } from "./warm-up.js";

/*
 * Steps are calls of functions, as V8 counts them; V8 compiles a function at its first call. Neither count depends on the machine. Counts
 * are process-wide, so this file has one test.
 */
const UNSEEN = [
  "examples/annual-report",
  "examples/charts/large",
  "examples/charts/dark-dashboard",
  "examples/invoice",
  "examples/newsletter",
  "examples/report-accessible",
  "examples/shipping-label",
  "examples/e-invoice/rechnung-xrechnung",
];
const LATER = 2;
const RENDERS = 2 * documentNames().length;
const MOST = 1.5;
/** The rules of an omitted kind of e-invoice are a twentieth of a document's functions. */
const MOST_COMPILED = 0.1;

const example = (name: string): WarmUpDocument => {
  const { body } = [...examples(), ...eInvoiceExamples()].find((e) => e.name === name)!;
  return { name, kind: name.includes("e-invoice") ? "e_invoice" : "document", body: JSON.parse(new TextDecoder().decode(body)) as object };
};

/** Calls by place in the program, since the last reading. */
async function calls(session: Session): Promise<ReadonlyMap<string, number>> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const all = new Map<string, number>();
  for (const { url, functions } of result as readonly Profiler.ScriptCoverage[])
    for (const { ranges } of functions)
      if (ranges[0]!.count > 0) all.set(`${url}:${ranges[0]!.startOffset}-${ranges[0]!.endOffset}`, ranges[0]!.count);
  return all;
}

test("a process that has warmed up renders an example that it has not seen in at most 1.5 times its later steps", async () => {
  const session = new Session();
  session.connect();
  onTestFinished(() => session.disconnect());
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const engine = new Engine();
  const compiled = new Set<string>();
  async function counted(
    document: WarmUpDocument,
  ): Promise<{ readonly steps: number; readonly functions: number; readonly added: number }> {
    await renderWarmUp(engine, document);
    const called = await calls(session);
    const added = [...called.keys()].filter((f) => !compiled.has(f));
    for (const f of added) compiled.add(f);
    return { steps: [...called.values()].reduce((a, b) => a + b, 0), functions: called.size, added: added.length };
  }
  async function first(document: WarmUpDocument): Promise<{ readonly ratio: number; readonly compiled: number }> {
    const { steps, functions, added } = await counted(document);
    const later: number[] = [];
    for (let k = 1; k <= LATER; k++) later.push((await counted({ ...document, body: varied(document.body, k) })).steps);
    return { ratio: steps / Math.min(...later), compiled: added / functions };
  }

  const cold = await first(warmUpDocument(0, UNSEEN));
  expect(cold.ratio).toBeGreaterThan(MOST);
  expect(cold.compiled).toBeGreaterThan(0.9);
  for (let i = 1; i < RENDERS; i++) await counted(warmUpDocument(i, UNSEEN));
  for (const name of UNSEEN) {
    const { ratio, compiled: share } = await first(example(name));
    expect(ratio, `${name}: steps of its first render, to those of later ones`).toBeLessThanOrEqual(MOST);
    expect(share, `${name}: functions compiled for it`).toBeLessThanOrEqual(MOST_COMPILED);
  }
});
