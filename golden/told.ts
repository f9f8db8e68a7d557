// Differences of two printed display lists, told by words and places (DF-17).
import { compareDocuments } from "../compare/diff/compare.js";
import { parseDiffOptions } from "../compare/diff/options.js";
import { lineOf, summaryOf } from "../compare/diff/report.js";
import type { DocumentFacts, Drawing, LinkFact, PageFacts, Picture, Rect, Word, WholeFacts } from "../compare/facts/facts.js";
import { apply, bounds, IDENTITY, multiply } from "../ir/geometry.js";
import type { Matrix } from "../ir/ir.js";

const MM = 25.4 / 72;
/** Lines of a failure. */
const MOST = 30;

/** Lines of differences between two texts of `ir.txt`; empty where they show the same. */
export async function toldDifferences(expected: string, found: string): Promise<string> {
  const known = { mark: () => null, tag: () => null, outline: () => null, field: () => null };
  const side = (text: string): Parameters<typeof compareDocuments>[0] => ({ facts: new PrintedFacts(text), pathAt: known });
  const report = await compareDocuments(side(expected), side(found), parseDiffOptions({ tolerance: 0.001 }));
  if (report.equal) return "";
  return [...report.differences.slice(0, MOST).map(lineOf), summaryOf(report)].join("\n");
}

/** Facts of the lines that `print` writes (ir/print.ts), as far as pages show them. */
class PrintedFacts implements DocumentFacts {
  readonly #pages: readonly PageFacts[];
  readonly #whole: WholeFacts;

  constructor(text: string) {
    const pages: string[][] = [];
    const outline: string[] = [];
    for (const line of text.split("\n")) {
      if (/^page \d+ /.test(line)) pages.push([line]);
      else if (/^\s*outline /.test(line)) outline.push(line);
      else pages.at(-1)?.push(line);
    }
    this.#pages = pages.map(pageOf);
    this.#whole = {
      outline: outline.map((line) => {
        const [, indent, title, target] = /^(\s*)outline (".*") -> (.*)$/.exec(line)!;
        return { title: JSON.parse(title!) as string, level: 1 + indent!.length / 2, target: target!, page: null, at: null, look: "" };
      }),
      destinations: [],
      tags: null,
      metadata: {
        title: "",
        author: "",
        subject: "",
        keywords: "",
        creator: "",
        language: "",
        profile: "",
        version: "",
        created: "",
        modified: "",
        producer: "",
      },
      attachments: [],
      labels: [],
      fields: [],
      protection: null,
    };
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  page(index: number): Promise<PageFacts> {
    return Promise.resolve(this.#pages[index]!);
  }

  whole(): Promise<WholeFacts> {
    return Promise.resolve(this.#whole);
  }
}

function pageOf([head, ...lines]: readonly string[]): PageFacts {
  const [, width, height] = /^page \d+ (\S+) x (\S+)/.exec(head!)!.map(Number);
  const words: Word[] = [];
  const drawings: Drawing[] = [];
  const pictures: Picture[] = [];
  const links: LinkFact[] = [];
  /** of the groups around a line, by their indentation */
  const groups: { readonly indent: number; readonly matrix: Matrix; readonly effect: string }[] = [];
  for (const [order, line] of lines.entries()) {
    const indent = line.length - line.trimStart().length;
    while (groups.length > 0 && groups.at(-1)!.indent >= indent) groups.pop();
    const matrix = groups.at(-1)?.matrix ?? IDENTITY;
    const effect = groups.map((group) => group.effect).join(" ");
    const own = line.trimStart().replace(/ <[^<]*>$/, "");
    const mark = { order, opacity: 1, effect };
    if (own.startsWith("group ") || own === "group") groups.push({ indent, ...groupOf(own, matrix) });
    else if (own.startsWith("mask ")) groups.push({ indent, matrix, effect: own });
    else if (own.startsWith("glyphs ")) words.push(...wordsOf(own, matrix, mark, words.at(-1)));
    else if (own.startsWith("path ")) drawings.push(drawingOf(own, matrix, mark));
    else if (own.startsWith("image ") || own.startsWith("pdf ")) pictures.push(pictureOf(own, matrix, mark));
    else if (own.startsWith("link ")) links.push(linkOf(own));
  }
  return { width: width! * MM, height: height! * MM, rotation: 0, words, drawings, pictures, links };
}

function groupOf(line: string, outer: Matrix): { readonly matrix: Matrix; readonly effect: string } {
  const given = /matrix\(([^)]*)\)/.exec(line)?.[1];
  const own = given === undefined ? IDENTITY : (given.split(" ").map(Number) as unknown as Matrix);
  return { matrix: multiply(outer, own), effect: line.replace(/^group ?/, "").replace(/matrix\([^)]*\) ?/, "") };
}

const rectOf = (matrix: Matrix, x: number, y: number, width: number, height: number): Rect => {
  const box = bounds(matrix, { x, y, width, height });
  return [box.x * MM, box.y * MM, (box.x + box.width) * MM, (box.y + box.height) * MM];
};

type Mark = Pick<Word, "order" | "opacity" | "effect">;

function wordsOf(line: string, matrix: Matrix, mark: Mark, before: Word | undefined): readonly Word[] {
  const [, x, y, font, size, paint, text, width, glyphs] =
    /^glyphs (\S+?),(\S+) (\S+) (\S+) (.*?) ("(?:[^"\\]|\\.)*") w=(\S+) \[(.*)\]$/.exec(line) ?? [];
  if (text === undefined) return [];
  const all = JSON.parse(text) as string;
  const top = Number(y) - 0.8 * Number(size);
  const each = Number(width) / Math.max(1, all.length);
  const rect = rectOf(matrix, Number(x), top, Number(width), Number(size));
  const number = before && Math.abs(before.rect[1] - rect[1]) < 0.01 ? before.line : (before?.line ?? 0) + 1;
  return [...all.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    ...mark,
    text: word,
    rect: rectOf(matrix, Number(x) + index * each, top, word.length * each, Number(size)),
    line: number,
    angle: 0,
    family: font!,
    size: Number(size),
    weight: 400,
    isSlanted: paint!.includes("slant"),
    paint: paint!,
    glyphs: all === word ? glyphs! : "",
    isVisible: true,
  }));
}

function drawingOf(line: string, matrix: Matrix, mark: Mark): Drawing {
  const [, outline, paint] = /^path (.*?)((?: (?:fill|stroke) .*)?)$/.exec(line)!;
  const verbs = outline!.replace(/[^MLCZ]/g, "");
  const numbers = outline!
    .replace(/evenodd/, "")
    .split(/[MLCZ\s]+/)
    .filter((n) => n !== "")
    .map(Number);
  const points: number[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const { x, y } = apply(matrix, { x: numbers[i]!, y: numbers[i + 1]! });
    points.push(x * MM, y * MM);
  }
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  return {
    ...mark,
    kind: paint!.includes("stroke") ? "stroke" : "fill",
    rect: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    verbs,
    points,
    paint: paint!.trim(),
    isEvenOdd: outline!.includes("evenodd"),
    width: 0,
    style: "",
  };
}

function pictureOf(line: string, matrix: Matrix, mark: Mark): Picture {
  const [, what, x, y, width, height] = /^(.*) at (\S+?),(\S+) (\S+) x (\S+)$/.exec(line)!;
  const rect = rectOf(matrix, Number(x), Number(y), Number(width), Number(height));
  return {
    ...mark,
    rect,
    matrix: [rect[2] - rect[0], 0, 0, rect[3] - rect[1], rect[0], rect[1]],
    width: 1,
    height: 1,
    pixels: what!,
    isOpaque: true,
  };
}

function linkOf(line: string): LinkFact {
  const [, x, y, width, height] = /^link #\d+ (\S+?),(\S+) (\S+) x ([^\s;]+)/.exec(line) ?? [];
  const target = / -> (.*)$/.exec(line)?.[1] ?? "";
  return { rect: rectOf(IDENTITY, Number(x), Number(y), Number(width), Number(height)), target, page: null, at: null, alt: "", border: "" };
}
