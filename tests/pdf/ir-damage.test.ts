import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { renderSvg } from "../../backends/svg/svg.js";
import { renderTags } from "../../backends/text/tags.js";
import { renderText } from "../../backends/text/text.js";
import { RenderError } from "../../compiler/core/fail.js";
import { collect, compile } from "../../compiler/compile.js";
import { dump } from "../../ir/dump.js";
import { LoadError } from "../../ir/load.js";
import { readDisplayList } from "../../runtime/engine/display-list.js";
import { Engine } from "../../runtime/engine/engine.js";
import { runs, seed } from "../support/runs.js";
import { cli } from "../support/service.js";
import { examples } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-damage-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const engine = new Engine();

const DAMAGED = {
  version: 1,
  metadata: {
    title: "Document",
    author: "",
    subject: "",
    creator: "Platen",
    producer: "Platen 0.1.0",
    language: "en",
    created: "2026-11-25T08:56:55Z",
    icu: "",
    statements: [],
  },
  profile: "2026-11-25T08:56:55Z",
  tagged: true,
  pages: [{ width: 198.425, height: 141.732, ops: [], links: [] }],
  structure: { role: "Document", lang: "en", kids: [], source: 0 },
  destinations: [],
  outline: [],
  pageLabels: [],
  attachments: [],
  resources: { fonts: [], images: [], paints: [], profiles: [] },
  sources: [""],
  blobs: {},
};

test("a profile that is none is named, on the command line", () => {
  const file = path.join(dir, "damaged.json");
  writeFileSync(file, JSON.stringify(DAMAGED));
  const r = spawnSync(process.execPath, [cli, "render", "--from-ir", file, "-o", path.join(dir, "x.pdf")], { encoding: "utf8" });
  expect([r.status, r.stderr.split("\n").length]).toEqual([1, 2]);
  expect(r.stderr).toMatch(/^API-002 profile: found the string "2026-11-25T08:56:55Z"; must be .*"pdfa-2b".*\n$/);
});

test("long strings and deep nesting", () => {
  const list = (more: object): Uint8Array => new TextEncoder().encode(JSON.stringify({ ...DAMAGED, profile: null, ...more }));
  expect(() => readDisplayList(list({ blobs: { x: "A".repeat(12_000_000) } }), engine.fonts)).not.toThrow();
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const text = JSON.stringify(DAMAGED).replace('"ops":[]', `"ops":${deep}`);
  expect(() => readDisplayList(new TextEncoder().encode(text), engine.fonts)).toThrow(
    /^the display list is nested deeper than 1000 levels$/,
  );
});

type Step = string | number;
interface Seed {
  readonly text: string;
  readonly places: readonly (readonly Step[])[];
}
const seeds: Seed[] = [];
for (const { body } of examples()) {
  if (body.length > 12_000) continue;
  const compiled = await compile(body, engine.world());
  const doc = collect(compiled);
  const text = dump(doc, engine.blobsOf(compiled), (id) => engine.fonts.isBundled(id));
  if (text.length > 400_000) continue;
  const places: Step[][] = [];
  const walk = (value: unknown, at: Step[]): void => {
    places.push(at);
    if (Array.isArray(value)) value.slice(0, 12).forEach((v, i) => walk(v, [...at, i]));
    else if (typeof value === "object" && value !== null) for (const [k, v] of Object.entries(value)) walk(v, [...at, k]);
  };
  walk(JSON.parse(text), []);
  seeds.push({ text, places });
}

type Damage = (holder: Record<Step, unknown>, key: Step, whole: unknown) => void;
const put =
  (v: unknown): Damage =>
  (holder, key) =>
    void (holder[key] = v);
const DAMAGES: readonly Damage[] = [
  ...[null, true, "", "x", "__proto__", 0, -1, 0.5, 1e9, 1e300, -1e300, [], {}, [null], [[]], { op: "group" }].map(put),
  (holder, key) => (Array.isArray(holder) ? void holder.splice(Number(key), 1) : void delete holder[key]),
  (holder, key) => void (typeof holder[key] === "number" && (holder[key] = (holder[key] as number) + 1000)),
  (holder, key) => void (typeof holder[key] === "string" && (holder[key] = `${(holder[key] as string).slice(1)}\ud800`)),
  (holder, key) => void (Array.isArray(holder[key]) && (holder[key] as unknown[]).push(...(holder[key] as unknown[]).slice(0, 2))),
  (holder, key, whole) => void (holder[key] = structuredClone(whole)),
];

test("whatever one value becomes, the list renders or its place is named", () => {
  let refused = 0;
  let rendered = 0;
  const aSeed = fc.nat(seeds.length - 1);
  fc.assert(
    fc.property(aSeed, fc.nat(), fc.nat(DAMAGES.length - 1), (s, p, d) => {
      const { text, places } = seeds[s]!;
      const place = places[1 + (p % (places.length - 1))]!;
      const whole = JSON.parse(text) as Record<Step, unknown>;
      const holder = place.slice(0, -1).reduce<Record<Step, unknown>>((v, step) => v[step] as Record<Step, unknown>, whole);
      DAMAGES[d]!(holder, place.at(-1)!, JSON.parse(text));
      const damaged = JSON.stringify(whole);
      for (const use of ["pdf", "svg", "text"] as const)
        try {
          const { doc, blobs } = readDisplayList(new TextEncoder().encode(damaged), engine.fonts);
          if (use === "pdf") engine.write(doc, blobs);
          else if (use === "svg") {
            if (p % 25 === 0) renderSvg(doc, blobs, engine.harfbuzz);
          } else {
            renderText(doc);
            renderTags(doc);
          }
          rendered++;
        } catch (e) {
          refused++;
          if (!(e instanceof LoadError) && !(e instanceof RenderError))
            throw new Error(`${use} ${place.join(".")} damage ${d}: ${e instanceof Error ? e.stack : String(e)}`);
          expect(e.message).toMatch(/^(?:[a-zA-Z]+[\w.[\]-]*: |mark \d+: |the display list:? |this is |structure |API-\d+ )/);
          expect(e.message.length).toBeLessThanOrEqual(500);
        }
    }),
    { seed, numRuns: runs(400) },
  );
  expect([refused > 0, rendered > 0]).toEqual([true, true]);
});
