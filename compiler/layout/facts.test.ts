import { CONTRACT_LIMITS } from "../core/limits.js";
import { NO_LOCALES, NO_MARKDOWN } from "../core/world.js";
import { expect, test } from "vitest";
import { engine } from "../../golden/cases.js";
import { pathOf } from "../core/src.js";
import { lowerDocument } from "../lower/document/document.js";
import { NO_PICTURES } from "../picture/pictures.js";
import { materialize } from "../data/materialize.js";
import type { Page } from "../request/types/document.js";
import { TextEngine } from "../text/shape/engine.js";
import { chartTextOf } from "../chart/text.js";
import { eachPlace, factKey, NO_FACTS, readFacts, sameFacts, divergentSrc, valueOf, type Facts } from "./facts.js";
import { textSetter } from "../text/line/text-lines.js";
import { createContext } from "./fill.js";
import { layoutPages, type PageFragment } from "./pages.js";
import type { Fragment } from "./protocol/protocol.js";
import { lineWidthOf } from "../text/line/shaped-text.js";
import "../../tests/support/all-modules.js";

/** `facts`: values of their variables */
function pagesOf(texts: readonly string[], start: number, facts: Facts): readonly PageFragment[] {
  const world = engine.world();
  const text = new TextEngine(world);
  const pages = texts.map((content): Page => ({ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content }] }));
  const book = lowerDocument(
    materialize({ pages }, undefined, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN }).request,
    {
      world,
      pictures: NO_PICTURES,
      chartText: chartTextOf(text, CONTRACT_LIMITS),
      lineWidth: lineWidthOf(text),
    },
  );
  const sequences = pages.map((_, i) => ({ ...book.sequence(i), start: i === 0 ? start : null }));
  const setter = textSetter(text).withValues((box, paragraph, index, variable) => valueOf(facts, factKey(box, paragraph, index), variable));
  return [...layoutPages(sequences, 0, null, createContext(setter))];
}

const NOWHERE = new Map<string, string>();
const TOTAL = { totalPages: true };
const TEXTS = ["none", "{page}", "{total_pages}", "{page} of {total_pages}"];

test("what a text says of its page is the number that the reader sees, and of the document its physical pages", () => {
  const facts = readFacts(pagesOf(TEXTS, 9, NO_FACTS), NO_FACTS, NOWHERE, TOTAL);
  expect(facts.totalPages).toEqual({ text: "4", reserve: 1, others: [] });
  expect([...facts.folios.values()]).toEqual([
    { text: "10", reserve: 2, others: [] },
    { text: "12", reserve: 2, others: [] },
  ]);
});

test("a value keeps the room that it had in an earlier round", () => {
  const wide = readFacts(pagesOf(TEXTS, 98, NO_FACTS), NO_FACTS, NOWHERE, TOTAL);
  expect([...wide.folios.values()].map((v) => v.reserve)).toEqual([2, 3]);
  const later = readFacts(pagesOf(TEXTS, 1, wide), wide, NOWHERE, TOTAL);
  expect([...later.folios.values()]).toEqual([
    { text: "2", reserve: 2, others: [] },
    { text: "4", reserve: 3, others: [] },
  ]);
});

test("facts that do not settle are those of the first paragraph that would say something else", () => {
  const first = readFacts(pagesOf(TEXTS, 1, NO_FACTS), NO_FACTS, NOWHERE, TOTAL);
  const pages = pagesOf(TEXTS, 1, first);
  expect(sameFacts(readFacts(pages, first, NOWHERE, TOTAL), first)).toBe(true);
  expect(pathOf(divergentSrc(pages, NO_FACTS, first))).toBe("pages[1].elements[0]");
  expect(pathOf(divergentSrc(pages, { ...NO_FACTS, folios: first.folios }, first))).toBe("pages[2].elements[0]");
  const other = readFacts(pagesOf(TEXTS.slice(0, 2), 1, first), first, NOWHERE, TOTAL);
  expect(sameFacts(other, first)).toBe(false);
});

test("the number of pages is a fact only of text that reads it", () => {
  const facts = readFacts(pagesOf(TEXTS.slice(0, 2), 1, NO_FACTS), NO_FACTS, NOWHERE, { totalPages: false });
  const longer = readFacts(pagesOf(["none", "{page}", "none"], 1, facts), facts, NOWHERE, { totalPages: false });
  expect(sameFacts(longer, facts)).toBe(true);
});

test("the places of a page are found without the rows of its tables", () => {
  const [page] = pagesOf(["one"], 1, NO_FACTS);
  const [text] = page!.body;
  const table = {
    ...text!.fragment,
    box: { ...text!.fragment.box, kind: "table" as const },
    get children(): never {
      throw new Error("rows were placed");
    },
  } as unknown as Fragment;
  const found: string[] = [];
  eachPlace({ ...page!, body: [text!, { ...text!, fragment: table }] }, (key) => found.push(key));
  expect(found).toEqual([]);
});
