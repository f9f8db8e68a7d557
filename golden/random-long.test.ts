import fc from "fast-check";
import { expect, test } from "vitest";
import { collect } from "../compiler/compile.js";
import { RenderError } from "../compiler/core/fail.js";
import { pt } from "../compiler/core/units.js";
import type { IrDocument, Op, StructNode } from "../ir/ir.js";
import { compileNow } from "../tests/support/at-once.js";
import { enough, runs, seed } from "../tests/support/runs.js";
import { testEngine } from "./cases.js";
import { longDocuments, MARGIN, PAGE_WIDTH, type LongDocument } from "./random-long.js";

/* Laws of random long documents (L1 to L38), from request to display list. */

const world = testEngine.world();

/** null if some content exceeds every region, which happens on small pages */
function laidOut(request: object): IrDocument | null {
  try {
    return collect(compileNow(request, world));
  } catch (e) {
    if (e instanceof RenderError && ["too-wide-for-room", "taller-than-page", "float-notes"].includes(e.problem.rule)) return null;
    throw e;
  }
}

interface Piece {
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly text: string;
}

interface Read {
  readonly pieces: readonly Piece[];
  readonly marks: ReadonlyMap<number, { readonly page: number; readonly text: string }>;
}

function readPages(doc: IrDocument): Read {
  const pieces: Piece[] = [];
  const marks = new Map<number, { page: number; text: string }>();
  doc.pages.forEach(({ ops }, page) => {
    const walk = (list: readonly Op[], mark: number | null): void => {
      for (const op of list) {
        if (op.op === "mark") walk(op.children, typeof op.mark === "number" ? op.mark : null);
        else if (op.op === "group") walk(op.children, mark);
        else if (op.op === "glyphs") {
          const { size, x, y, text, run } = op;
          // the distance of a leader's dots is part of their advance
          const advances = run.advances.slice(0, text.trimEnd().length);
          const width = ((advances.reduce((n, a) => n + a, 0) - (/^\.+$/.test(text) ? (advances.at(-1) ?? 0) : 0)) * size) / 1000;
          pieces.push({ page, left: x, right: x + width, top: y - 0.6 * size, bottom: y + 0.1 * size, text });
          if (mark !== null) marks.set(mark, { page, text: (marks.get(mark)?.text ?? "") + text });
        } else if (op.op === "path") {
          const xs = op.path.coords.filter((_, i) => i % 2 === 0);
          const ys = op.path.coords.filter((_, i) => i % 2 === 1);
          pieces.push({ page, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys), text: "" });
        }
      }
    };
    walk(ops, null);
  });
  return { pieces, marks };
}

interface Token {
  readonly word: string;
  readonly page: number;
}

function readStructure(
  { structure }: IrDocument,
  { marks }: Read,
): { readonly words: readonly Token[]; readonly references: readonly string[] } {
  const all: Token[] = [];
  const walk = (node: StructNode): void => {
    if (node.role === "TOC") return;
    for (const kid of node.kids) {
      if (typeof kid === "object") walk(kid);
      else {
        const mark = marks.get(kid);
        for (const [word] of mark?.text.matchAll(/[wmnv][\d.]+x|<|>|[^<>\s|]+|\|/g) ?? []) all.push({ word, page: mark!.page });
      }
    }
  };
  walk(structure);
  const words: Token[] = [];
  const references: string[] = [];
  let inside: string | null = null;
  for (const token of all) {
    if (token.word === "<") inside = "";
    else if (token.word === ">") {
      references.push(inside!);
      inside = null;
    } else if (inside !== null) inside += token.word;
    else if (/^[wmnv][\d.]+x$/.test(token.word)) words.push(token);
  }
  return { words, references };
}

const ROMAN = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
const roman = (n: number): string => ["", "x", "xx", "xxx", "xl", "l"][Math.floor(n / 10)]! + ROMAN[n % 10]!;

/** Label of a page as viewers compute it (ISO 32000-1, 12.4.2). */
function labelOf({ pageLabels }: IrDocument, page: number): string {
  const range = pageLabels.findLast(({ from }) => from <= page) ?? { from: 0, style: "decimal", start: 1, prefix: "" };
  const n = range.start + page - range.from;
  return range.prefix + (range.style === "roman" ? roman(n) : String(n));
}

/** Words of floats; each may be on a later page than what follows it. */
function floatsOf(request: object): readonly (readonly string[])[] {
  const { segments } = (request as { flow_document: { segments: { content: { type: string }[] }[] } }).flow_document;
  return segments.flatMap(({ content }) =>
    content.filter(({ type }) => type === "placed").map((node) => JSON.stringify(node).match(/[wm]\d+x/g) ?? []),
  );
}

const overlap = (a: Piece, b: Piece): boolean =>
  a.page === b.page && a.left < b.right - 0.1 && b.left < a.right - 0.1 && a.top < b.bottom - 0.1 && b.top < a.bottom - 0.1;

function holds(made: LongDocument, doc: IrDocument): { readonly elsewhere: number; readonly references: number } {
  const { request, order, notes, named, height, titled } = made;
  const read = readPages(doc);
  const { words, references } = readStructure(doc, read);

  // each word once, in source order, notes after their marks
  expect(words.filter(({ word }) => /^[wm]/.test(word)).map(({ word }) => word)).toEqual(order);
  const at = new Map(words.map(({ word }, i) => [word, i]));
  expect(at.size).toBe(words.length);
  let elsewhere = 0;
  for (let n = 0; n < notes; n++) {
    const [mark, note] = [at.get(`m${n}x`)!, at.get(`n${n}x`)!];
    expect(note).toBeGreaterThan(mark);
    expect(words[note]!.page).toBeGreaterThanOrEqual(words[mark]!.page);
    if (words[note]!.page !== words[mark]!.page) elsewhere++;
    const length = JSON.stringify(request).match(new RegExp(`\\bv${n}\\.\\d+x`, "g"))?.length ?? 0;
    for (let i = 0; i < length; i++) {
      expect(at.get(`v${n}.${i}x`)).toBe(note + 1 + i);
      expect(words[note + 1 + i]!.page).toBeGreaterThanOrEqual(words[note + i]!.page);
    }
  }

  // pages follow the source; floats follow each other, and what is before them
  const floats = floatsOf(request);
  const floating = new Set(floats.flat());
  let latest = 0;
  let float = 0;
  for (const { word, page } of words) {
    if (!/^[wm]/.test(word)) continue;
    if (floating.has(word)) {
      expect(page).toBeGreaterThanOrEqual(Math.max(latest, float));
      float = page;
    } else {
      expect(page).toBeGreaterThanOrEqual(latest);
      latest = page;
    }
  }

  // nothing overlaps or leaves the margins
  for (const a of read.pieces) {
    expect(a.bottom).toBeLessThanOrEqual(pt(height - MARGIN) + 2);
    expect(a.right).toBeLessThanOrEqual(pt(PAGE_WIDTH - MARGIN) + 0.1);
  }
  const byPage = new Map<number, Piece[]>();
  for (const piece of read.pieces) {
    const others = byPage.get(piece.page) ?? [];
    for (const b of others) if (overlap(piece, b)) expect([piece, b]).toBe("apart");
    others.push(piece);
    byPage.set(piece.page, others);
  }

  const { numbers, chapters } = numbersOf(request);
  const labels = new Map(doc.destinations.map(({ name, page }) => [name, labelOf(doc, page)]));
  for (const reference of references) {
    const [name, label, number] = reference.split("|");
    expect([label, number]).toEqual([labels.get(name!), numbers.get(name!)]);
  }
  for (const { links } of doc.pages)
    for (const { target, alt } of links) {
      const { name } = doc.destinations[(target as { destination: number }).destination]!;
      if (name && /^d\d+$/.test(name))
        expect(alt).toMatch(new RegExp(`${numbers.get(name)!.replaceAll(".", "\\.")}.* ${labels.get(name)!}$`));
    }
  expect(named.length).toBe(numbers.size);
  if (titled)
    doc.pages.forEach((_, page) => {
      const latest = chapters.findLast(({ word }) => words[at.get(word)!]!.page <= page);
      const header = read.pieces.filter((p) => p.page === page && p.bottom < pt(MARGIN + 5)).map(({ text }) => text);
      expect(
        header
          .join("")
          .split(" ")
          .slice(0, 2)
          .join(" ")
          .replace(/(?<=x)\d.*/, ""),
      ).toBe(latest ? `${latest.number} ${latest.word}` : "");
    });
  return { elsewhere, references: references.length };
}

interface Numbers {
  readonly numbers: ReadonlyMap<string, string>;
  readonly chapters: readonly { readonly number: string; readonly word: string }[];
}

function numbersOf(request: object): Numbers {
  const counts = [0, 0, 0];
  let figures = 0;
  const numbers = new Map<string, string>();
  const chapters: { number: string; word: string }[] = [];
  const heading = (level: number): string => {
    counts[level - 1]!++;
    counts.fill(0, level);
    return counts.slice(0, level).join(".");
  };
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, source, semantics, destination } = value as {
      readonly type?: string;
      readonly source?: string;
      readonly semantics?: { readonly role: string; readonly heading_level: number };
      readonly destination?: string;
    };
    if (type === "markdown") for (const _ of source!.match(/^## /gm) ?? []) heading(2);
    if (semantics?.role === "heading") {
      const number = heading(semantics.heading_level);
      numbers.set(destination!, number);
      if (semantics.heading_level === 1) chapters.push({ number, word: /w\d+x/.exec(JSON.stringify(value))![0] });
    } else if (semantics?.role === "caption") numbers.set(destination!, String(++figures));
    else Object.values(value).forEach(walk);
  };
  walk((request as { readonly flow_document: { readonly segments: unknown } }).flow_document.segments);
  return { numbers, chapters };
}

test("random long documents keep every word, note and number in its place", () => {
  let done = 0;
  let notes = 0;
  let elsewhere = 0;
  let references = 0;
  fc.assert(
    fc.property(longDocuments, (make) => {
      const made = make();
      const doc = laidOut(made.request);
      if (!doc) return;
      done++;
      notes += made.notes;
      const found = holds(made, doc);
      elsewhere += found.elsewhere;
      references += found.references;
    }),
    { numRuns: runs(100), seed },
  );
  expect(done).toBeGreaterThan(enough(90));
  expect(references).toBeGreaterThan(enough(30));
  // lines have room for their notes, so that each begins on the page of its mark
  expect(elsewhere).toBe(0);
  expect(notes).toBeGreaterThan(enough(700));
});
