import fc from "fast-check";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { RenderCache } from "../../base/render-cache.js";
import { messageOf, RenderError, type Problem } from "../../compiler/core/fail.js";
import { Engine } from "../../runtime/engine/engine.js";
import { warningsInOrder } from "../../runtime/errors/findings.js";
import type { Pool, Rendered } from "../../runtime/index.js";
import type * as Library from "../../runtime/index.js";
import { render } from "../../runtime/library/library.js";
import { bodyOf, edit, nodeOf, type Draft } from "../support/drafts.js";
import { enough, runs, seed } from "../support/runs.js";
import { post, start, TOKEN, type Running } from "../support/service.js";
import { root } from "../support/tools.js";

/*
 * Edits of a large document through everything that keeps work for later renders: bytes, refusals and warnings are those of an engine that
 * keeps none.
 */
const EPOCH = 1_700_000_000;
const alone = new Engine(undefined, undefined, true);

/** Visible parts of a render. */
interface Seen {
  readonly refused: string | null;
  readonly warnings: readonly string[];
  readonly pdf: string;
}

async function expected(body: Uint8Array): Promise<Seen> {
  const found: Problem[] = [];
  try {
    const { pdf } = await alone.renderLater(body, { epoch: EPOCH, warn: (p) => void found.push(p) });
    return { refused: null, warnings: warningsInOrder(body, found).map(messageOf), pdf: latin(pdf) };
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    return { refused: `${e.problem.code} ${messageOf(e.problem)}`, warnings: [], pdf: "" };
  }
}

const latin = (pdf: Uint8Array): string => Buffer.from(pdf).toString("latin1");

const seen = (rendered: Promise<Rendered>): Promise<Seen> =>
  rendered.then(
    ({ pdf, warnings }) => ({ refused: null, warnings: warnings.map(({ message }) => message), pdf: latin(pdf) }),
    (e: unknown) => ({ refused: `${(e as RenderError).code} ${(e as RenderError).message}`, warnings: [], pdf: "" }),
  );

/** Some 100 KB. */
const FIRST: Draft = {
  nodes: Array.from({ length: 330 }, (_, i) => nodeOf(i * 7, i % 29 === 0 ? i % 9 : 12)),
  settings: {},
  size: "a5",
  styles: {},
  footer: "{page} of {total_pages}",
};

/** Bodies of one document after random edits, refused ones between. */
function* bodies(count: number, salt: number): Generator<Uint8Array> {
  let draft = FIRST;
  yield bodyOf(draft);
  for (const change of fc.sample(edit, { seed: seed + salt, numRuns: count })) {
    const changed = change(draft);
    yield bodyOf(changed);
    // styles and sizes are undone, so that most edits are of text
    draft = { ...changed, settings: {}, size: "a5", styles: {}, footer: FIRST.footer };
  }
}

let pool: Pool;
let service: Running;
beforeAll(async () => {
  const built = (await import(path.join(root, "dist/runtime/index.js"))) as typeof Library;
  pool = built.createPool({ workers: 2, sourceDateEpoch: EPOCH });
  [service] = await Promise.all([start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, SOURCE_DATE_EPOCH: String(EPOCH) }), pool.ready]);
});
afterAll(async () => {
  service.child.kill("SIGKILL");
  await pool.close({ graceMs: 0 });
});

describe("edits of a large document have bytes, refusals and warnings of a render without a cache", () => {
  test("through the library", async () => {
    const found = vi.spyOn(RenderCache.prototype, "get");
    onTestFinished(() => found.mockRestore());
    let drawn = 0;
    for (const body of bodies(runs(9), 1)) {
      const warnings = drawn % 3 !== 1;
      const { pdf, warnings: all, refused } = await expected(body);
      expect(await seen(render(body, { sourceDateEpoch: EPOCH, warnings }))).toEqual({ refused, warnings: warnings ? all : [], pdf });
      if (refused === null) drawn++;
    }
    expect(drawn).toBeGreaterThan(enough(4));
    expect(found.mock.results.filter(({ value }) => value !== undefined).length).toBeGreaterThan(enough(1000));
  });

  test("through a pool of the library", async () => {
    for (const body of bodies(runs(9), 2)) expect(await seen(pool.render(body, { warnings: true }))).toEqual(await expected(body));
  });

  test("over HTTP", async () => {
    for (const body of bodies(runs(9), 3)) {
      const { refused, pdf } = await expected(body);
      const r = await post(service.url, body as Uint8Array<ArrayBuffer>);
      if (refused === null) {
        expect(r.status).toBe(200);
        expect(Buffer.compare(Buffer.from(await r.arrayBuffer()), Buffer.from(pdf, "latin1"))).toBe(0);
      } else {
        const { code, message } = (await r.json()) as { code: string; message: string };
        // with line and column
        expect(`${code} ${message.replace(/ \(line \d+, column \d+\)/, "")}`).toBe(refused);
      }
    }
  });

  test("which a process finds, but not another's documents", async () => {
    const words = async (): Promise<number> => {
      const lines = (await (await fetch(`${service.url}/metrics`)).text()).split("\n");
      const counts = lines.filter((line) => /^platen_cache_(hits|misses)_total\{cache="words"\}/.test(line));
      return counts.reduce((sum, line) => sum + Number(line.split(" ")[1]), 0);
    };
    const looked = async (body: Uint8Array): Promise<number> => {
      const before = await words();
      expect((await post(service.url, body as Uint8Array<ArrayBuffer>)).status).toBe(200);
      return (await words()) - before;
    };
    const change = (n: number): Uint8Array => bodyOf({ ...FIRST, nodes: FIRST.nodes.map((node, i) => (i === 200 ? nodeOf(n, 12) : node)) });
    const other = bodyOf({ ...FIRST, nodes: FIRST.nodes.map((_, i) => nodeOf(i * 3 + 1, 12)) });
    const first = await looked(other);
    expect(first).toBeGreaterThan(1000);
    expect(await looked(change(1))).toBeGreaterThan(first / 2);
    // the first edit keeps, the next finds
    expect(await looked(change(2))).toBeGreaterThan(first / 2);
    expect(await looked(change(3))).toBeLessThan(first / 10);
    expect(await looked(change(4))).toBeLessThan(first / 10);
    // another document ends it
    expect(await looked(other)).toBeGreaterThan(first / 2);
    expect(await looked(change(5))).toBeGreaterThan(first / 2);
  });
});
