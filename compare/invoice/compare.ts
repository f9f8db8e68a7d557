// Terms of an invoice against its pages (IN-24 to IN-34).
import { labelOf } from "../../compiler/einvoice/show/labels/label.js";
import { faultOf } from "../../compiler/einvoice/inspect/faults.js";
import type { ComparedTerm, FoundFault, PageComparison, PageText, PageValue, TermResult } from "../../compiler/einvoice/inspect/report.js";
import { lawItemsOf } from "../../compiler/einvoice/inspect/law.js";
import { termWithId } from "../../compiler/einvoice/model/terms.js";
import { groupsAt, type Group } from "../../compiler/einvoice/model/value.js";
import { amountKey, amountsIn, type AmountAt } from "./amounts.js";
import { searchedTerms, textsOf, type SearchedTerm } from "./compared-terms.js";
import { datesIn, type DateAt, type MonthNames } from "./dates.js";
import { labelsIn, numberLabelsIn, under, type LabelAt } from "./labels.js";
import { compact, ibansIn, identifierPatterns, lettersOf, numberPatterns, vatNumbersIn, type TextAt } from "./numbers.js";
import { foundAt, type ReadPage, type Stream } from "./page-text.js";

/** Places of a term, and values of a kind, that are listed. */
const MOST_PLACES = 20;
const MOST_PAGE_ONLY = 50;
/** An invoice with more lines may leave some out of its pages (IN-34). */
const MOST_LINES = 200;
const NAME_LINES = 3;
/** Whole numbers are mostly no amounts: streets, years, counts. */
const HAS_CENTS = /\D(?:\d\d|[-\u2013\u2212]{1,2})$/u;

interface Compared {
  readonly comparison: PageComparison;
  readonly faults: readonly FoundFault[];
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Values of a page, found once. */
interface PageValues {
  readonly page: ReadPage;
  /** with those that are parts of others */
  readonly amounts: readonly AmountAt[];
  /** in no longer amount, nor over one of a term */
  readonly others: readonly AmountAt[];
  readonly dates: readonly DateAt[];
  readonly ibans: readonly TextAt[];
  readonly vats: readonly TextAt[];
  readonly labels: readonly LabelAt[];
}

/** @param total pages of the file, of which some may not be read @param months read when a page has a word beside a number */
export function comparePages(pages: readonly ReadPage[], total: number, model: Group, months: () => MonthNames): Compared {
  return new Comparison(pages, total, model, months).result();
}

class Comparison {
  readonly #values: readonly PageValues[];
  readonly #amounts = new Map<string, PageText[]>();
  readonly #dates = new Map<string, PageText[]>();
  readonly #modelAmounts: ReadonlySet<string>;
  readonly #modelTexts: ReadonlySet<string>;
  readonly #isWhole: boolean;

  constructor(
    readonly pages: readonly ReadPage[],
    readonly total: number,
    readonly model: Group,
    months: () => MonthNames,
  ) {
    const number = searchedTerms(model).find((t) => t.term === "BT-1")?.value ?? "";
    const texts = [...textsOf(model)].map((t) => t.trim());
    this.#modelAmounts = new Set(texts.flatMap((t) => amountKey(t) ?? []));
    this.#modelTexts = new Set(texts.map(compact));
    this.#values = pages.map((page) => {
      const { text } = page.rows;
      const dates = datesIn(text, months);
      const amounts = amountsIn(text);
      const ibans = ibansIn(text);
      return {
        page,
        amounts,
        others: this.#othersOf(amounts),
        dates,
        ibans,
        // the first groups of an IBAN look like one
        vats: vatNumbersIn(text).filter((v) => !ibans.some((i) => overlap(i, v))),
        labels: [...labelsIn(page.rows), ...numberLabelsIn(page.rows, number)],
      };
    });
    this.#isWhole = pages.length === total && pages.every((p) => p.isReadable);
    for (const { page, amounts, dates } of this.#values) {
      for (const a of amounts) for (const v of a.values) put(this.#amounts, v, () => foundAt(page, page.rows, a.from, a.to));
      for (const d of dates) for (const v of d.days) put(this.#dates, v, () => foundAt(page, page.rows, d.from, d.to));
      for (const d of datesIn(page.content.text, months))
        for (const v of d.days) put(this.#dates, v, () => foundAt(page, page.content, d.from, d.to));
      for (const a of amountsIn(page.content.text))
        for (const v of a.values) put(this.#amounts, v, () => foundAt(page, page.content, a.from, a.to));
    }
  }

  /** Longest readings of what no term has. */
  #othersOf(amounts: readonly AmountAt[]): readonly AmountAt[] {
    const own = amounts.filter((a) => a.values.some((v) => this.#modelAmounts.has(v)));
    const out: AmountAt[] = [];
    let [ownAt, end] = [0, -1];
    // in the order of the text, the longest of a place last
    for (const a of amounts.toSorted((x, y) => x.from - y.from || y.to - x.to)) {
      while (ownAt < own.length && own[ownAt]!.to <= a.from) ownAt++;
      const isOver = own.slice(ownAt, ownAt + 8).some((o) => o.from < a.to && o.to > a.from);
      if (!isOver && a.to > end) out.push(a);
      end = Math.max(end, a.to);
    }
    return out;
  }

  result(): Compared {
    const { pages, total } = this;
    const readable = pages.filter((p) => p.isReadable).length;
    const searched = searchedTerms(this.model);
    const terms = searched.map((term) => ({ ...this.#compared(term), kind: term.kind }));
    const comparison = {
      pages: total,
      readable_pages: readable,
      terms: terms.map(({ kind: _kind, ...t }) => t),
      page_only: this.#pageOnly(),
    };
    if (readable === 0 && pages.length > 0) return { comparison, faults: [pictureFault()] };
    return { comparison, faults: this.#faults(terms) };
  }

  #compared(term: SearchedTerm): ComparedTerm {
    const { term: id, path, value } = term;
    const places = this.#places(term);
    const made = (result: TermResult, found: readonly PageText[], why?: string): ComparedTerm => ({
      term: id,
      path,
      value,
      result,
      found: found.slice(0, MOST_PLACES),
      ...(why !== undefined && { why }),
    });
    const contradicted = term.kind === "date" ? this.#otherDate(term) : this.#otherTotal(id);
    if (contradicted.length > 0) return made("differs", contradicted, "The page has another value at the label of this one.");
    if (places.length > 0) return made("same", places);
    if (!this.#isWhole) return made("not_readable", [], "A page cannot be read, and the value is on no other.");
    const others = this.#others(term);
    if (others.length > 0) return made("differs", others, "The page has another value where this one belongs.");
    return made("missing", [], "The value is on no page.");
  }

  #places({ kind, value }: SearchedTerm): readonly PageText[] {
    switch (kind) {
      case "amount":
        return this.#amounts.get(amountKey(value)!) ?? [];
      case "date":
        return this.#dates.get(value) ?? [];
      case "identifier":
        return this.#matches(identifierPatterns(value));
      case "vat":
        return this.#matches(numberPatterns(value, true));
      case "tax":
      case "account":
        return this.#matches(numberPatterns(value, false));
      case "name":
        return this.pages.flatMap((page) => nameIn(page, value) ?? []);
    }
  }

  #matches(patterns: readonly RegExp[]): readonly PageText[] {
    const out: PageText[] = [];
    for (const pattern of patterns) {
      for (const page of this.pages) {
        const before = out.length;
        for (const stream of [page.rows, page.content]) {
          for (const m of stream.text.matchAll(pattern))
            if (out.length < MOST_PLACES) out.push(foundAt(page, stream, m.index, m.index + m[0].length));
          if (out.length > before) break;
        }
      }
      if (out.length > 0) return out;
    }
    return out;
  }

  /** Amounts at unmistakable labels of a total that are the value of no term. */
  #otherTotal(id: string): readonly PageText[] {
    if (id !== "BT-112" && id !== "BT-115") return [];
    const out: PageText[] = [];
    for (const values of this.#values)
      for (const label of values.labels.filter((l) => l.totals.includes(id))) {
        const near = this.#near(values, label, values.amounts).filter((a) => isNext(values.page.rows.text, label, a));
        const longest = near.filter((a) => !near.some((b) => b.from <= a.from && b.to >= a.to && b.to - b.from > a.to - a.from));
        if (near.length === 0 || near.some((a) => a.values.some((v) => this.#modelAmounts.has(v) || v === "0"))) continue;
        for (const a of longest) out.push(foundAt(values.page, values.page.rows, a.from, a.to));
      }
    return out;
  }

  /** The one date that all labels of the term have right behind them, if it is the value of no term. */
  #otherDate({ term, value }: SearchedTerm): readonly PageText[] {
    const out: PageText[] = [];
    const days = new Set<string>();
    for (const values of this.#values)
      for (const label of values.labels.filter((l) => l.terms.has(term))) {
        const { text } = values.page.rows;
        const near = this.#near(values, label, values.dates);
        if (near.some((d) => d.days.includes(value))) return [];
        const [date, ...more] = near.filter((d) => !near.some((o) => o !== d && o.from <= d.from && o.to >= d.to));
        const isOwn = !label.isGeneric && label.terms.size === 1 && more.length === 0;
        if (!isOwn || !date || date.from < label.to || text.slice(label.to, date.from).includes("\n") || !isNext(text, label, date))
          continue;
        if (date.days.some((d) => this.#modelTexts.has(compact(d)))) continue;
        days.add(date.days.join());
        out.push(foundAt(values.page, values.page.rows, date.from, date.to));
      }
    return days.size === 1 ? out : [];
  }

  /** Values of the kind at labels of the term, those of the longest labels right before a value first; accounts and VAT numbers anywhere. */
  #others({ term, kind }: SearchedTerm): readonly PageText[] {
    const out: { readonly at: PageText; readonly rank: number }[] = [];
    for (const values of this.#values) {
      const { page, labels } = values;
      for (const label of labels.filter((l) => l.terms.has(term))) {
        const isNear = (a: Place): boolean => isNext(page.rows.text, label, a);
        // a label with more words may be that of a part: Net total (7 %)
        const isOwn = (a: Place): boolean => !label.isGeneric && (label.terms.size === 1 || label.totals.includes(term)) && isNear(a);
        for (const a of this.#atLabel(values, label, kind, isOwn))
          out.push({ at: foundAt(page, page.rows, a.from, a.to), rank: (isNear(a) ? 1_000 : 0) + label.to - label.from });
      }
    }
    out.sort((a, b) => b.rank - a.rank);
    if (out.length > 0 || (kind !== "account" && kind !== "vat")) return out.map(({ at }) => at);
    const all = this.#values.flatMap(({ page, ibans, vats }) => (kind === "account" ? ibans : vats).map((at) => ({ page, at })));
    if (all.some(({ at }) => this.#modelTexts.has(at.value))) return [];
    return all.map(({ page, at }) => foundAt(page, page.rows, at.from, at.to));
  }

  /** @param isOwn true for a value that the label gives to its term, although the invoice has it elsewhere */
  #atLabel(values: PageValues, label: LabelAt, kind: SearchedTerm["kind"], isOwn: (place: Place) => boolean): readonly Place[] {
    switch (kind) {
      case "amount": {
        const near = this.#near(values, label, values.amounts).filter((a) => !isPart(values, a));
        const longest = near.filter((a) => !near.some((b) => b !== a && b.from <= a.from && b.to >= a.to));
        return longest.filter((a) => isOwn(a) || values.others.includes(a));
      }
      case "date":
        return this.#near(values, label, values.dates).filter((d) => isOwn(d) || !d.days.some((v) => this.#modelTexts.has(compact(v))));
      case "identifier":
      case "tax":
        return this.#near(values, label, tokensIn(values.page.rows.text))
          .filter((t) => !this.#modelTexts.has(compact(t.value)))
          .slice(0, 1);
      case "vat":
        return this.#near(values, label, values.vats).filter((v) => !this.#modelTexts.has(v.value));
      case "account":
      case "name":
        return [];
    }
  }

  /** Values behind a label in its row, else right under it. */
  #near<T extends Place>({ page }: PageValues, label: LabelAt, all: readonly T[]): readonly T[] {
    const behind = all.filter((a) => a.from >= label.to && a.to <= label.end);
    if (behind.length > 0) return behind;
    const below = under(page.rows, label);
    return all.filter((a) => below.some(([from, to]) => a.from >= from && a.to <= to));
  }

  #pageOnly(): PageValue[] {
    const out: PageValue[] = [];
    const add = (kind: PageValue["kind"], found: readonly PageText[]): void => {
      for (const f of found.slice(0, MOST_PAGE_ONLY)) out.push({ kind, ...f });
    };
    const places = (of: (v: PageValues) => readonly Place[]): readonly PageText[] =>
      this.#values.flatMap((v) =>
        of(v)
          .slice(0, MOST_PAGE_ONLY)
          .map((a) => foundAt(v.page, v.page.rows, a.from, a.to)),
      );
    add(
      "iban",
      places((v) => v.ibans.filter((i) => !this.#modelTexts.has(i.value))),
    );
    add(
      "vat",
      places((v) => v.vats.filter((n) => !this.#modelTexts.has(n.value) && !this.#modelTexts.has(n.value.slice(2)))),
    );
    add(
      "date",
      places((v) => v.dates.filter((d) => !d.days.some((day) => this.#modelTexts.has(compact(day))))),
    );
    add(
      "amount",
      places((v) => v.others.filter((a) => HAS_CENTS.test(v.page.rows.text.slice(a.from, a.to)) && !isPart(v, a))),
    );
    return out;
  }

  #faults(terms: readonly (ComparedTerm & { readonly kind: SearchedTerm["kind"] })[]): readonly FoundFault[] {
    const isTotal = (id: string): boolean => id === "BT-112" || id === "BT-115";
    const totals = terms.filter((t) => isTotal(t.term));
    const noTotal = totals.length > 0 && totals.every((t) => t.result === "missing");
    const isLong = groupsAt(this.model, "lines").length > MOST_LINES;
    const out: FoundFault[] = [];
    for (const t of terms) {
      if (t.result === "differs") out.push(differs(t));
      else if (t.result === "missing" && !(isLong && t.term === "BT-131")) out.push(missing(t, noTotal && isTotal(t.term)));
    }
    return out;
  }
}

/** True for digits of a date, an account or a VAT number. */
const isPart = ({ dates, ibans, vats }: PageValues, a: Place): boolean =>
  [dates, ibans, vats].some((all) => all.some((o) => overlap(o, a)));

const overlap = (a: Place, b: Place): boolean => a.from < b.to && a.to > b.from;

function put(map: Map<string, PageText[]>, key: string, place: () => PageText): void {
  const known = map.get(key);
  if (!known) map.set(key, [place()]);
  else if (known.length < MOST_PLACES) {
    const made = place();
    if (!known.some((k) => k.page === made.page && k.box.every((v, i) => Math.abs(v - made.box[i]!) < 0.5))) known.push(made);
  }
}

const BETWEEN = /^(?:[\s:.=*()-]|[A-Z]{0,3}\p{Sc}[A-Z]{0,3}|(?:in )?[A-Z]{3}(?![\p{L}]))*$/u;

/** Only signs, blanks and a currency are between a label and its value, which is behind it or in the row below. */
function isNext(text: string, { to }: LabelAt, { from }: Place): boolean {
  if (from < to) return true;
  const between = text.slice(to, from);
  const row = between.lastIndexOf("\n");
  if (row < 0) return BETWEEN.test(between);
  return BETWEEN.test(/^[^\t\n]*/.exec(between)![0]) && BETWEEN.test(between.slice(Math.max(row, between.lastIndexOf("\t")) + 1));
}

const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}./_-]*[\p{L}\p{N}])?/gu;

/** Words with a digit. */
const tokensIn = (text: string): readonly TextAt[] =>
  [...text.matchAll(TOKEN)].filter(([t]) => /\d/.test(t)).map((m) => ({ from: m.index, to: m.index + m[0].length, value: m[0] }));

/** Place of a name: its letters on neighbouring words, or its words in order within three lines; null if it is not on the page. */
function nameIn(page: ReadPage, name: string): PageText | null {
  const pattern = lettersOf(name);
  if (pattern === "") return null;
  for (const stream of [page.content, page.rows]) {
    const found = denseIn(page, stream, pattern);
    if (found) return found;
  }
  return inOrder(page, name);
}

function denseIn(page: ReadPage, stream: Stream, pattern: string): PageText | null {
  const ends: number[] = [];
  let dense = "";
  const parts = stream.starts.map((from, i) => stream.text.slice(from, (stream.starts[i + 1] ?? stream.text.length + 1) - 1));
  for (const part of parts) {
    dense += lettersOf(part);
    ends.push(dense.length);
  }
  const wordOf = (place: number): number => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! > place) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const at = dense.indexOf(pattern);
  if (at < 0) return null;
  const [first, last] = [wordOf(at), wordOf(at + pattern.length - 1)];
  return foundAt(page, stream, stream.starts[first]!, stream.starts[last]! + parts[last]!.length);
}

function inOrder(page: ReadPage, name: string): PageText | null {
  const pattern = name
    .split(/\s+/u)
    .map(lettersOf)
    .filter((w) => w !== "");
  const { text } = page.rows;
  const words = [...text.matchAll(/[^\s]+/gu)].map((m) => ({ from: m.index, to: m.index + m[0].length, text: lettersOf(m[0]) }));
  for (let i = 0; i < words.length; i++) {
    if (words[i]!.text !== pattern[0]) continue;
    let [next, line, last] = [1, 1, i];
    for (let k = i + 1; k < words.length && next < pattern.length; k++) {
      if (text.slice(words[k - 1]!.to, words[k]!.from).includes("\n") && ++line > NAME_LINES) break;
      if (words[k]!.text !== pattern[next]) continue;
      next++;
      last = k;
    }
    if (next === pattern.length) return foundAt(page, page.rows, words[i]!.from, words[last]!.to);
  }
  return null;
}

const nameOf = (id: string): string => {
  const term = termWithId(id);
  return term ? `${labelOf({ field: term.field, term }, "en")} (${id})` : id;
};

const BOTH = "The page and the data are both the word of the sender: which of them holds is not known.";

const differs = ({ term, path, value, found }: ComparedTerm): FoundFault =>
  faultOf({
    rule: "IN-PAGE-DIFFERS",
    stage: "page",
    class: "content",
    severity: "error",
    terms: [term],
    law: lawItemsOf([term]),
    path,
    page: found[0]!.page,
    box: found[0]!.box,
    message: `The page has another value for ${nameOf(term)} than the data.`,
    why: BOTH,
    expected: value,
    actual: found[0]!.text,
  });

const missing = ({ term, path, value }: ComparedTerm, isTotal: boolean): FoundFault =>
  faultOf({
    rule: "IN-PAGE-MISSING",
    stage: "page",
    class: "content",
    severity: isTotal ? "error" : "warning",
    terms: [term],
    law: lawItemsOf([term]),
    path,
    message: isTotal ? "Neither the total with VAT (BT-112) nor the amount due (BT-115) is on a page." : `${nameOf(term)} is on no page.`,
    why: isTotal ? BOTH : "A page may show less than the data, which lead.",
    expected: value,
  });

const pictureFault = (): FoundFault =>
  faultOf({
    rule: "IN-PAGE-PICTURE",
    stage: "page",
    class: "content",
    severity: "warning",
    message: "No page has text that can be read: the pages are pictures.",
    why: "Whether the pages say what the data say is not known.",
    mends: "receiver",
  });
