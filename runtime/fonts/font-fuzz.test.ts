import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { damage, damaged, damageOf, VARIATION_TABLES } from "../../tests/support/fonts/damage.js";
import { smallFont } from "../../tests/support/fonts/small.js";
import { enough, runs, seed } from "../../tests/support/runs.js";
import { root } from "../../tests/support/tools.js";

/*
 * Corrupted fonts are refused in one line with the file's name, or documents render or fail as specified. No font ends the process, keeps
 * it busy, or causes an unforeseen error.
 */
const letters = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");
const ASCII = letters(0x20, 0x7e);

interface Kind {
  readonly file: string;
  readonly family: string;
  /** null: the whole font, of those of tests/fonts/variable */
  readonly characters: string | null;
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
  "variable TrueType outlines": { file: "roman.ttf", family: "Platen Variable", characters: null, text: "Hamburgefonstiv AVATO 123" },
  "variable CFF2 outlines": { file: "cubic.otf", family: "Platen Cubic", characters: null, text: "Hamburgefonstiv AVATO 123" },
  "axes of width and slope": { file: "slanted.ttf", family: "Platen Slanted", characters: null, text: "Hamburgefonstiv AVATO 123" },
} satisfies Record<string, Kind>;

type Name = keyof typeof KINDS;
const fonts = new Map<Name, Uint8Array>();
let child: ChildProcess | null = null;

function start(): Promise<void> {
  const started = fork(path.join(root, "tests/support/fonts/try-font.mjs"), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { ...process.env, PLATEN_DEBUG: "1" },
  });
  child = started;
  return new Promise((resolve, reject) => {
    started.once("message", () => resolve());
    started.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
}

const MOST_MS = 20_000;

/** Result of a font. A crash or timeout is reported as an error. */
async function tried(bytes: Uint8Array, text: string, family: string): Promise<readonly [string, string]> {
  if (!child) await start();
  const asked = child!;
  // a weight between those of static faces: an instance of a variable one
  const style = { font_family: family, font_mode: "prefer", font_weight: 640 };
  const elements = [
    { type: "text", layout: { left: 10, top: 10 }, style: { ...style, width: 60 }, content: text },
    { type: "text", layout: { left: 10, top: 60 }, style: { ...style, letter_spacing: 1 }, content: text },
    {
      type: "text",
      layout: { left: 10, top: 100 },
      style: { ...style, decoration: { lines: ["underline", "line_through"] } },
      content: text,
    },
    { type: "text", layout: { left: 10, top: 140 }, style: { ...style, script: "superscript" }, content: text },
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

beforeAll(() => {
  for (const [name, { file, characters }] of Object.entries(KINDS))
    fonts.set(
      name as Name,
      characters === null ? readFileSync(path.join(root, "tests/fonts/variable", file)) : smallFont(file, characters),
    );
});
afterAll(() => void child?.kill());

const times = runs(50) > 50 ? 2 * runs(53) : runs(50);

describe.each(Object.keys(KINDS) as Name[])("%s", (name) => {
  const { text, family, characters } = KINDS[name];
  const harm = characters === null ? damageOf(VARIATION_TABLES) : damage;
  test("undamaged, it is used", async () => {
    expect(await tried(fonts.get(name)!, text, family)).toEqual(["rendered", "rendered; rendered"]);
  });
  test("damaged, it is refused, or documents in it render or fail as they should", { timeout: 1_800_000 }, async () => {
    const seen: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(harm, { minLength: 1, maxLength: 3 }), async (all) => {
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
