import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tablePlaces } from "../ir/font-table.js";
import { smallFont } from "../tests/fonts/small.js";
import { enough, runs, seed } from "../tests/runs.js";
import { root } from "../tests/tools.js";

/*
 * Fonts with something wrong in them: each is refused when it is loaded, in one line that names the file, or documents set in it render or
 * fail as the contract says. What a font must never do is end the process, keep it busy, or leave it with an error that nobody foresaw.
 */
const letters = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");
const ASCII = letters(0x20, 0x7e);

interface Kind {
  readonly file: string;
  readonly family: string;
  readonly characters: string;
  /** what documents say, in the scripts the font covers */
  readonly text: string;
}
const KINDS = {
  "TrueType outlines": {
    file: "NotoSansHebrew-Regular.ttf",
    family: "Noto Sans Hebrew",
    characters: ASCII + letters(0x591, 0x5ea),
    text: "שָׁלוֹם עוֹלָם, Hello 1/2 (AV) fi",
  },
  "CFF outlines": {
    file: "NotoSansCJK-Regular.otf",
    family: "Noto Sans CJK JP",
    characters: `${ASCII}${letters(0x3041, 0x3096)}日本語組版、。「」한국어`,
    text: "「日本語」の組版、 한국어 Hello AVA 123",
  },
  "an Indic font's rules": {
    file: "NotoSansDevanagari-Regular.ttf",
    family: "Noto Sans Devanagari",
    characters: ASCII + letters(0x900, 0x94d),
    text: "क्षत्रिय हिन्दी र्कि द्ध्र्य Hello 123",
  },
  "an Arabic font's rules": {
    file: "NotoSansArabic-Regular.ttf",
    family: "Noto Sans Arabic",
    characters: ` .,123${letters(0x621, 0x655)}`,
    text: "مُحَمَّدٌ لا السلام عليكم ١٢٣",
  },
} satisfies Record<string, Kind>;

type Name = keyof typeof KINDS;
const fonts = new Map<Name, Uint8Array>();
let child: ChildProcess | null = null;

function start(): Promise<void> {
  const started = fork(path.join(root, "tests/fonts/try-font.mjs"), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  child = started;
  return new Promise((resolve, reject) => {
    started.once("message", () => resolve());
    started.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
}

/** More than any of these fonts takes on a busy machine. */
const MOST_MS = 20_000;

/** What becomes of a font. A process that ends, or goes on for too long, is told as the error it is. */
async function tried(bytes: Uint8Array, text: string, family: string): Promise<readonly [string, string]> {
  if (!child) await start();
  const asked = child!;
  const style = { font_family: family, font_mode: "prefer" };
  const elements = [
    { type: "text", layout: { left: 10, top: 10 }, style: { ...style, width: 60 }, content: text },
    { type: "text", layout: { left: 10, top: 60 }, style: { ...style, letter_spacing: 1 }, content: text },
    { type: "text", layout: { left: 10, top: 100 }, style: { ...style, decoration: { lines: ["underline"] } }, content: text },
  ];
  const pages = [{ size: "a4", elements }];
  const settings = { profile: "pdfa-ua1", metadata: { title: "T", language: "en" } };
  return new Promise((resolve) => {
    let errors = "";
    const done = (said: readonly [string, string]): void => {
      clearTimeout(timer);
      asked.removeAllListeners();
      asked.stderr!.removeAllListeners();
      if (said[0] === "ended" || said[0] === "hung") child = null;
      resolve(said);
    };
    const timer = setTimeout(() => {
      asked.kill("SIGKILL");
      done(["hung", `more than ${MOST_MS} ms`]);
    }, MOST_MS);
    asked.stderr!.on("data", (d: Buffer) => (errors += d.toString()));
    asked.once("exit", (code, signal) => done(["ended", `${signal ?? code} ${errors.slice(0, 300)}`]));
    asked.once("message", (said) => done(said as [string, string]));
    asked.send({ bytes, requests: [{ pages }, { settings, pages }] });
  });
}

/** Tables that most damage is done to; their beginnings more than the rest. */
const TABLES = "GSUB GPOS GDEF cmap CFF  loca glyf hmtx hhea maxp name OS/2 head post".match(/.{4} ?/g)!.map((t) => t.slice(0, 4));
const VALUES = [0, 1, 2, 3, 4, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff];

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
/** From 0 to 1, mostly near 0. */
const early = fc.tuple(share, fc.integer({ min: 1, max: 8 })).map(([v, power]) => v ** power);
const damage = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("bytes" as const),
      table: fc.constantFrom(...TABLES),
      at: early,
      values: fc.array(fc.nat(255), { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("field" as const),
      table: fc.constantFrom(...TABLES),
      at: early,
      size: fc.constantFrom(1, 2, 2, 2, 4),
      value: fc.constantFrom(...VALUES),
    }),
  },
  // an offset that leads where another leads
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("copy" as const), table: fc.constantFrom(...TABLES), at: early, from: early }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("directory" as const),
      table: fc.constantFrom(...TABLES),
      length: fc.boolean(),
      by: fc.constantFrom(-4, -2, -1, 1, 2, 4, 100, -100, 0x7fffffff, -0x7fffffff),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), at: share }) },
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damaged(font: Uint8Array, all: readonly Damage[]): Uint8Array {
  let out = font.slice();
  const places = tablePlaces(font);
  for (const d of all) {
    if (d.kind === "cut") {
      out = out.slice(0, Math.floor(d.at * out.length));
      continue;
    }
    const entry = [...places.keys()].indexOf(d.table);
    const place = places.get(d.table);
    const view = new DataView(out.buffer);
    if (!place || place.offset + place.length > out.length) continue;
    const even = (share: number): number => place.offset + (Math.floor(share * (place.length - 4)) & ~1);
    if (d.kind === "directory") {
      const at = 12 + 16 * entry + (d.length ? 12 : 8);
      view.setUint32(at, (view.getUint32(at) + d.by) >>> 0);
    } else if (place.length < 8) continue;
    else if (d.kind === "copy") view.setUint16(even(d.at), view.getUint16(even(d.from)));
    else if (d.kind === "bytes") d.values.forEach((v) => (out[place.offset + Math.floor(d.at * place.length)] = v));
    else if (d.size === 1) view.setUint8(even(d.at), d.value & 255);
    else if (d.size === 2) view.setUint16(even(d.at), d.value);
    else view.setUint32(even(d.at), d.value > 0xff ? (d.value << 16) | d.value : d.value);
  }
  return out;
}

beforeAll(() => {
  for (const [name, { file, characters }] of Object.entries(KINDS)) fonts.set(name as Name, smallFont(file, characters));
});
afterAll(() => void child?.kill());

/** 200 in all; 5,000 under `npm run fuzz`. */
const times = runs(50) > 50 ? 2 * runs(53) : runs(50);

describe.each(Object.keys(KINDS) as Name[])("%s", (name) => {
  const { text, family } = KINDS[name];
  test("undamaged, it is used", async () => {
    expect(await tried(fonts.get(name)!, text, family)).toEqual(["rendered", "rendered; rendered"]);
  });
  test("damaged, it is refused, or documents in it render or fail as they should", { timeout: 1_800_000 }, async () => {
    const seen: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (all) => {
        const [what, said] = await tried(damaged(fonts.get(name)!, all), text, family);
        seen[what] = (seen[what] ?? 0) + 1;
        if (what === "refused") expect(said).toMatch(/^face\.ttf: [^\n]{5,400}$/);
        else if (what === "failed") expect(said).toMatch(/^(?:(?:rendered|API-(?!999)\d{3} [^\n]+?)(?:; |$))+$/);
        else expect([what, said]).toEqual(["rendered", "rendered; rendered"]);
      }),
      { seed, numRuns: times },
    );
    expect(seen["refused"]).toBeGreaterThan(enough(1));
    if (process.env["PLATEN_DEBUG"] === "1") console.log(name, seen);
  });
});
