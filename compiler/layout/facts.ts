// Facts: page numbers in text, read from finished pages for the next round of shaping.
import { readsFacts } from "../box/reads.js";
import { readsOf } from "../box/reads-of.js";
import type { Src } from "../core/src.js";
import type { Variable } from "../box/text.js";
import type { VariableValue } from "../text/shape/shaped.js";
import type { PageFragment } from "./pages.js";
import type { Fragment } from "./protocol.js";

/** Facts of a finished layout. Keys identify a variable in the body. */
export interface Facts {
  readonly totalPages: VariableValue;
  /** folio of the page of each variable */
  readonly folios: ReadonlyMap<string, VariableValue>;
}

/** Key of a variable: number of the text box, index of the paragraph, index of the variable in it. */
export const factKey = (box: number, paragraph: number, index: number): string => `${box}.${paragraph}.${index}`;

const UNKNOWN: VariableValue = { text: "1", reserve: 1 };

/** Facts of the first round. */
export const NO_FACTS: Facts = { totalPages: UNKNOWN, folios: new Map() };

/** Value of a variable in one round; a variable without a page has its value of the first round. */
export const valueOf = (facts: Facts, key: string, variable: Variable): VariableValue =>
  variable === "total_pages" ? facts.totalPages : (facts.folios.get(key) ?? UNKNOWN);

/** Facts of a layout. Reserves never shrink from round to round, so the rounds terminate. */
export function readFacts(pages: readonly PageFragment[], before: Facts): Facts {
  const folios = new Map<string, VariableValue>();
  for (const { place, body, notes } of pages) {
    const text = String(place.folio);
    for (const { fragment } of [...body, ...notes]) {
      eachVariable(fragment, (variable, key) => {
        if (variable === "page") folios.set(key, { text, reserve: reserveOf(text, before.folios.get(key)) });
      });
    }
  }
  const total = String(pages.at(-1)?.place.number ?? 0);
  return { totalPages: { text: total, reserve: reserveOf(total, before.totalPages) }, folios };
}

const reserveOf = (text: string, before: VariableValue | undefined): number => Math.max(text.length, before?.reserve ?? 0);

/** Calls `found` for each visible variable in a fragment's text, with its key and paragraph. */
function eachVariable({ box, text, children }: Fragment, found: (variable: Variable, key: string, src: Src) => void): void {
  if (box.kind === "text" && text && readsFacts(readsOf(box))) {
    const all = text.columns.flatMap((c) => c.lines);
    text.paragraph.shaped.forEach((paragraph, index) => {
      const { src } = paragraph.styled;
      for (const v of paragraph.variables) {
        const here = all.some((l) => l.paragraph.styled.src === src && l.line.segments.some((s) => s.start <= v.start && v.start < s.end));
        if (here) found(v.variable, factKey(box.id, index, v.index), src);
      }
    });
  }
  for (const child of children) eachVariable(child.fragment, found);
}

const sameValue = (a: VariableValue, b: VariableValue | undefined): boolean =>
  b !== undefined && a.text === b.text && a.reserve === b.reserve;

/** True if two rounds have equal values and reserves, so that no further round is needed. */
export function sameFacts(a: Facts, b: Facts): boolean {
  return (
    sameValue(a.totalPages, b.totalPages) &&
    a.folios.size === b.folios.size &&
    [...a.folios].every(([k, v]) => sameValue(v, b.folios.get(k)))
  );
}

/** First paragraph whose variables differ between two rounds; if none does, the first sequence. */
export function unsettledSrc(pages: readonly PageFragment[], known: Facts, found: Facts): Src {
  let src: Src | null = null;
  for (const { body, notes } of pages) {
    for (const { fragment } of [...body, ...notes]) {
      eachVariable(fragment, (variable, key, here) => {
        if (!sameValue(valueOf(known, key, variable), valueOf(found, key, variable))) src ??= here;
      });
    }
  }
  return src ?? pages[0]!.sequence.src;
}
