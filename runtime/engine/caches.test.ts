import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { counts } from "../../base/cache-counts.js";
import { Engine, type Rendered } from "./engine.js";

/* Values of callers must not accumulate in a render process. */
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const engine = new Engine();

/** Live heap, byte arrays and WebAssembly memory, bytes. */
async function memory(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function render(language: string, family: string): Promise<void> {
  const style = { font_family: family, font_mode: "prefer" };
  const elements = [{ type: "text", layout: { left: 10, top: 10 }, style, content: "Hello, Grüße, Привет 12" }];
  await engine.renderLater({ settings: { metadata: { language } }, pages: [{ size: "a6", elements }] });
}

/** Bytes retained by requests, after caches of constant size are full. */
async function kept(requests: number, of: (i: number) => readonly [language: string, family: string]): Promise<number> {
  const at = (i: number): Promise<void> => render(...of(i));
  for (let i = 0; i < 100; i++) await at(i);
  const before = await memory();
  for (let i = 0; i < requests; i++) await at(100 + i);
  return (await memory()) - before;
}
const MB = 1 << 20;

const letters = (n: number): string => [...n.toString(26)].map((c) => String.fromCharCode(97 + Number.parseInt(c, 26))).join("");

test("languages: any number of them, and long ones", async () => {
  // well-formed by BCP 47, 10 KB each
  expect(await kept(250, (i) => [`tr-${letters(i)}${"-abcdefgh".repeat(1100)}`, "Noto Sans"])).toBeLessThan(6 * MB);
});

test("families: any number of spellings of a name, and of names there are not", async () => {
  const spelled = (i: number): string => [..."NotoSans"].map((c, k) => c + ["", " ", "-", " -"][(i >> (2 * k)) & 3]!).join("");
  expect(await kept(250, (i) => ["en", spelled(i)])).toBeLessThan(6 * MB);
  expect(await kept(250, (i) => ["en", `Unknown ${letters(i)}`])).toBeLessThan(6 * MB);
});

test("what a language was cut from: it may stand among spaces", async () => {
  const spaces = " ".repeat(400_000);
  const language = (i: number): string => `${spaces}tr-${letters(i)}-abcdefgh${spaces}`;
  expect(await kept(60, (i) => [language(i), "Noto Sans"])).toBeLessThan(6 * MB);
});

test("font programs are cached as they are written, deflated, and once", async () => {
  const content = (k: number): string =>
    Array.from({ length: 90 }, (_, i) => String.fromCodePoint(0xc0 + ((i * 7 + k * 31 * ((i % 5) + 1)) % 300))).join("");
  const write = (k: number): Promise<Rendered> => {
    const elements = [{ type: "text", layout: { left: 10, top: 10 }, style: { width: 150 }, content: content(k) }];
    return engine.renderLater({ pages: [{ size: "a4", elements }] }, { epoch: 0 });
  };
  for (let k = 0; k < 40; k++) await write(k);
  const before = await memory();
  for (let k = 40; k < 239; k++) await write(k);
  const first = await write(239);
  // 27 KB with the program before it is deflated, and zlib's buffer around the result
  expect(((await memory()) - before) / 200).toBeLessThan(15_000);
  const { hits } = counts.font_programs;
  const again = await write(239);
  expect(counts.font_programs.hits).toBe(hits + 1);
  expect(Buffer.compare(again.pdf, first.pdf)).toBe(0);
});

const smallPages = (count: number): object => {
  const text = (content: string, top: number): object => ({ type: "text", layout: { left: 10, top }, style: { width: 80 }, content });
  const pages = Array.from({ length: count }, (_, i) => ({
    size: "a6",
    elements: [text(`Ticket ${i}`, 10), text(`Row ${i % 37}, seat ${(i * 7) % 211}`, 20)],
  }));
  return { pages };
};

test("pages that are written leave their paths behind, not their boxes, lines and streams", async () => {
  const used: number[] = [];
  await engine.renderLater(smallPages(2600), {
    onPage: (page) => {
      if (page % 1000 !== 500) return;
      collectGarbage();
      used.push(process.memoryUsage().heapUsed);
    },
  });
  expect(used).toHaveLength(3);
  expect((used[2]! - used[0]!) / 2000).toBeLessThan(1500);
});

test("what pages leave behind is collected while it is young", async () => {
  const old: number[] = [];
  await engine.renderLater(smallPages(6000), {
    onPage: (page) => {
      if (page === 1000) collectGarbage();
      if (page === 1000 || page === 6000) old.push(getHeapSpaceStatistics().find((s) => s.space_name === "old_space")!.space_used_size);
    },
  });
  expect((old[1]! - old[0]!) / 5000).toBeLessThan(1500);
});
