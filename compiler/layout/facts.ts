// Page labels from finished pages, for the next round of shaping.
import { append } from "../../base/many.js";
import { placeOfName, placesOf, type Box } from "../box/box.js";
import { readsFacts, type Reads } from "../box/reads.js";
import { readsOf } from "../box/reads-of.js";
import type { Src } from "../core/src.js";
import type { Variable } from "../box/text.js";
import { isSameValue, type PlacedVariable, type Segment, type VariableValue } from "../text/shape/shaped.js";
import type { PageSequence } from "../box/page.js";
import { estimateLabels } from "./estimate.js";
import type { PageFragment } from "./pages.js";
import type { Fragment, TextPart } from "./protocol/protocol.js";
import { labelOf, type PagePlace } from "./regions.js";

/** Keys identify a variable in the body. */
export interface Facts {
  /** null before the first round */
  readonly totalPages: VariableValue | null;
  readonly folios: ReadonlyMap<string, VariableValue>;
  /** label of the page on which each place begins, by key of the place (`box.ts`) */
  readonly places: ReadonlyMap<string, VariableValue>;
  /** of the first round; no later one reserves their room */
  readonly estimated: Pick<Facts, "totalPages" | "places"> | null;
}

/** Labels by key of the place. */
type PlaceLabels = ReadonlyMap<string, string>;

export const factKey = (box: number, paragraph: number, index: number): string => `${box}.${paragraph}.${index}`;

const NONE: readonly string[] = [];
const UNKNOWN: VariableValue = { text: "1", reserve: 1, others: NONE };

export const plainValue = (text: string): VariableValue => ({ text, reserve: 0, others: NONE });

export const NO_FACTS: Facts = { totalPages: null, folios: new Map(), places: new Map(), estimated: null };

/** Facts of the first round. `before`: last page of the previous sequence, null if absent */
export function firstFacts(sequences: readonly PageSequence[], before: PagePlace | null): Facts {
  const { totalPages, places } = estimateLabels(sequences, before);
  const values = new Map<string, VariableValue>();
  for (const [key, label] of places) values.set(key, plainValue(label));
  return { ...NO_FACTS, estimated: { totalPages: plainValue(totalPages), places: values } };
}

/** A variable without a page has its value of the first round. Titles are not in bodies. */
export function valueOf(facts: Facts, key: string, variable: Variable): VariableValue {
  const { totalPages, places, estimated } = facts;
  if (variable === "total_pages") return totalPages ?? estimated?.totalPages ?? UNKNOWN;
  if (typeof variable === "object" && "pageOf" in variable)
    return places.get(variable.pageOf) ?? estimated?.places.get(variable.pageOf) ?? UNKNOWN;
  return facts.folios.get(key) ?? UNKNOWN;
}

/** Reserved room never shrinks from round to round, so the rounds terminate. `labels`: of all places up to its end */
export function readFacts(pages: readonly PageFragment[], before: Facts, labels: PlaceLabels, reads: Pick<Reads, "totalPages">): Facts {
  const folios = new Map<string, VariableValue>();
  const places = new Map<string, VariableValue>();
  const read = (fragment: Fragment, place: PagePlace): void => {
    const label = labelOf(place);
    const uneven = place.numerals !== "decimal";
    eachVariable(fragment, (variable, key) => {
      if (variable === "page") folios.set(key, nextValue(label, before.folios.get(key), uneven));
      else if (typeof variable === "object" && "pageOf" in variable && !places.has(variable.pageOf))
        places.set(variable.pageOf, nextValue(labels.get(variable.pageOf)!, before.places.get(variable.pageOf), true));
    });
  };
  // of a note: the page on which it begins (SW-32)
  const begun = new Map<number, PagePlace>();
  for (const { place, body, notes } of pages) {
    for (const { fragment } of body) read(fragment, place);
    for (const { fragment } of notes) {
      const { id } = fragment.box;
      if (fragment.box.kind === "text" && fragment.first) begun.set(id, place);
      read(fragment, begun.get(id) ?? place);
    }
  }
  const total = String(pages.at(-1)?.place.number ?? 0);
  const { totalPages, estimated } = before;
  return { totalPages: reads.totalPages ? nextValue(total, totalPages ?? undefined, false) : totalPages, folios, places, estimated };
}

/** `uneven`: labels of equal length may differ in width, so each earlier width is reserved. */
function nextValue(text: string, before: VariableValue | undefined, uneven: boolean): VariableValue {
  const reserve = Math.max(text.length, before?.reserve ?? 0);
  const others = before?.others ?? NONE;
  const isNew = uneven && before !== undefined && before.text !== text && !others.includes(before.text);
  return { text, reserve, others: isNew ? [...others, before.text] : others };
}

/** Visits the places of a page in source order. */
export function eachPlace({ body, sequence, place }: PageFragment, found: (key: string) => void): void {
  const named = place.index === 0 ? sequence.imported?.destination : null;
  if (named) found(placeOfName(named));
  for (const { fragment } of body)
    eachAnchored(fragment, (anchored) => {
      if (anchored.box.kind === "anchored") for (const key of placesOf(anchored.box)) found(key);
    });
}

/** Visits first fragments in source order. */
export function eachAnchored(fragment: Fragment, found: (fragment: Fragment) => void): void {
  const { box } = fragment;
  if (!mayHold(box)) return;
  if (box.kind === "anchored" && fragment.first) found(fragment);
  // a table places its rows when read
  for (const child of fragment.children) eachAnchored(child.fragment, found);
}

const LEAVES: ReadonlySet<Box["kind"]> = new Set<Box["kind"]>(["drawing", "text", "labelled", "canvas", "container", "entry", "table"]);
const mayHold = ({ kind }: Box): boolean => !LEAVES.has(kind);

/** Visible variables only. */
function eachVariable(fragment: Fragment, found: (variable: Variable, key: string, src: Src) => void): void {
  const { box, text, children } = fragment;
  if (!readsFacts(readsOf(box))) return;
  if (box.kind === "text" && text) {
    const each = isWhole(fragment) ? eachOf : eachShown;
    each(text, (v, index, src) => found(v.variable, factKey(box.id, index, v.index), src));
  }
  for (const child of children) eachVariable(child.fragment, found);
}

type FoundVariable = (variable: PlacedVariable, paragraph: number, src: Src) => void;

/** All lines of the text are in its columns. */
const isWhole = ({ box, first, last, overflow }: Fragment): boolean =>
  first && last && !overflow && box.kind === "text" && (box.frame.overflow === "visible" || box.frame.overflow === "paginate");

function eachOf({ paragraph: { shaped } }: TextPart, found: FoundVariable): void {
  for (let i = 0; i < shaped.length; i++) for (const v of shaped[i]!.variables) found(v, i, shaped[i]!.styled.src);
}

/** Visits variables with a line in the text's columns, by paragraph. */
function eachShown({ paragraph, columns }: TextPart, found: FoundVariable): void {
  const { shaped } = paragraph;
  // most texts with variables
  const [only] = shaped;
  if (shaped.length === 1 && only!.variables.length === 1) {
    const [variable] = only!.variables;
    if (isShown(variable!, columns)) found(variable!, 0, only!.styled.src);
    return;
  }
  // a cut or shrunk line has another paragraph, of the same source
  const shown = new Map<Src, Segment[]>();
  for (const { lines } of columns)
    for (const { paragraph: of, line } of lines) {
      const { src } = of.styled;
      const segments = shown.get(src);
      if (segments) append(segments, line.segments);
      else shown.set(src, [...line.segments]);
    }
  shaped.forEach(({ variables, styled: { src } }, index) => {
    const segments = variables.length > 0 && shown.get(src);
    if (!segments) return;
    const covers = covering(segments);
    for (const v of variables) if (covers(v.start)) found(v, index, src);
  });
}

/** Only the last line that begins before it may have it. */
function isShown({ start }: PlacedVariable, columns: TextPart["columns"]): boolean {
  for (let c = columns.length - 1; c >= 0; c--) {
    const { lines } = columns[c]!;
    for (let i = lines.length - 1; i >= 0; i--) {
      const { segments } = lines[i]!.line;
      if (segments.length > 0 && segments[0]!.start <= start) return segments.some((s) => s.start <= start && start < s.end);
    }
  }
  return false;
}

function covering(segments: Segment[]): (at: number) => boolean {
  segments.sort((a, b) => a.start - b.start);
  // greatest end so far
  const ends: number[] = [];
  let end = 0;
  for (const segment of segments) ends.push((end = Math.max(end, segment.end)));
  return (at) => {
    let low = 0;
    let high = segments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (segments[middle]!.start <= at) low = middle + 1;
      else high = middle;
    }
    return low > 0 && at < ends[low - 1]!;
  };
}

const sameValue = (a: VariableValue, b: VariableValue | undefined): boolean => b !== undefined && isSameValue(a, b);

const sameValues = (a: Facts["places"], b: Facts["places"]): boolean =>
  a.size === b.size && [...a].every(([k, v]) => sameValue(v, b.get(k)));

/** True if no further round is needed. */
export function sameFacts(a: Facts, b: Facts): boolean {
  const { totalPages } = a;
  if (totalPages === null ? b.totalPages !== null : !sameValue(totalPages, b.totalPages ?? undefined)) return false;
  return sameValues(a.folios, b.folios) && sameValues(a.places, b.places);
}

/** Returns the source of the first variable that differs; that of the first sequence if none does. */
export function divergentSrc(pages: readonly PageFragment[], known: Facts, found: Facts): Src {
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
