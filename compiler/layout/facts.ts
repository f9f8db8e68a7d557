import type { Variable } from "../box/text.js";
import type { VariableValue } from "../text/shape/shaped.js";
import type { PageFragment } from "./pages.js";
import type { Fragment } from "./protocol.js";

/** What only a finished layout knows, as the text of the next round says it. Keys name a variable's place in the body. */
export interface Facts {
  readonly totalPages: VariableValue;
  readonly pages: ReadonlyMap<string, VariableValue>;
}

export const factKey = (box: number, paragraph: number, index: number): string => `${box}.${paragraph}.${index}`;

/** What a first round assumes. */
export const NO_FACTS: Facts = { totalPages: { text: "1", reserve: 1 }, pages: new Map() };

export const valueOf = (facts: Facts, key: string, variable: Variable): VariableValue =>
  variable === "total_pages" ? facts.totalPages : (facts.pages.get(key) ?? { text: "1", reserve: 1 });

/** Reads the facts off a layout. A value never asks for less room than it did before, so that the rounds come to an end. */
export function readFacts(pages: readonly PageFragment[], before: Facts): Facts {
  const found = new Map<string, VariableValue>();
  for (const page of pages) for (const placed of page.body) collect(placed.fragment, page.number, before, found);
  return { totalPages: grown(String(pages.length), before.totalPages), pages: found };
}

const grown = (text: string, before: VariableValue | undefined): VariableValue => ({
  text,
  reserve: Math.max(text.length, before?.reserve ?? 0),
});

function collect(fragment: Fragment, page: number, before: Facts, found: Map<string, VariableValue>): void {
  const { box, text } = fragment;
  if (box.kind === "text" && text && box.paragraphs.some((p) => p.variables.length > 0)) {
    const all = text.columns.flatMap((c) => c.lines);
    box.paragraphs.forEach((paragraph, index) => {
      for (const v of paragraph.variables) {
        if (v.variable !== "page") continue;
        const here = all.some(
          (l) => l.paragraph.styled.src === paragraph.styled.src && l.line.segments.some((s) => s.start <= v.start && v.start < s.end),
        );
        if (!here) continue;
        const key = factKey(box.id, index, v.index);
        found.set(key, grown(String(page), before.pages.get(key)));
      }
    });
  }
  for (const child of fragment.children) collect(child.fragment, page, before, found);
}

const sameValue = (a: VariableValue, b: VariableValue | undefined): boolean =>
  b !== undefined && a.text === b.text && a.reserve === b.reserve;

export function sameFacts(a: Facts, b: Facts): boolean {
  return (
    sameValue(a.totalPages, b.totalPages) && a.pages.size === b.pages.size && [...a.pages].every(([k, v]) => sameValue(v, b.pages.get(k)))
  );
}
