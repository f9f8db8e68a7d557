import type { FieldFact, Rect, WidgetFact } from "../facts/facts.js";
import type { Finding, PagePair, Sink, Spot } from "./collect.js";
import { isSameRect } from "./geometry.js";
import type { PairedPages } from "./links.js";
import { Matching } from "./matching.js";
import { heaviestChain } from "./sequence.js";

type SideName = "left" | "right";

interface FieldContext {
  readonly tolerance: number;
  readonly pages: PairedPages;
  readonly pairAt: (side: SideName, page: number) => PagePair;
  readonly isLeftOut: (side: SideName, page: number, rect: Rect) => boolean;
}

/** A change of a field, told at one of its widgets. */
interface Told {
  readonly field: FieldFact;
  readonly widget: number;
  readonly value: string;
}

/**
 * Compares the forms of two documents (DF-28): fields of one name, then those of one kind at one place, whose name changed. Fields on pages
 * of one side alone are part of the difference of the page.
 */
export function compareFields(left: readonly FieldFact[], right: readonly FieldFact[], context: FieldContext, sink: Sink): void {
  const a = compared(left, "left", context);
  const b = compared(right, "right", context);
  const report = new FieldReport(context, sink);
  const named = new Map(b.map((field) => [field.name, field]));
  const rest = a.filter((field) => {
    const other = named.get(field.name);
    if (!other) return true;
    named.delete(field.name);
    report.pair(field, other);
    return false;
  });
  const matching = new Matching(rest, [...named.values()], context.tolerance);
  const corner = ({ widgets: [first] }: FieldFact): readonly [number, number] => (first ? [first.rect[0], first.rect[1]] : [0, 0]);
  const isHere = (x: FieldFact, y: FieldFact): boolean => {
    const [p, q] = [x.widgets[0], y.widgets[0]];
    return p !== undefined && q !== undefined && context.pages.areSame(p.page, q.page) && isSameRect(p.rect, q.rect, context.tolerance);
  };
  for (const [x, y] of matching.match((field) => dataOf(field.data).get("kind") ?? "", corner, isHere)) {
    report.told("changed", "name", told(x, x.name), told(y, y.name));
    report.pair(x, y);
  }
  report.orders();
  for (const field of matching.rest.left) report.told("removed", null, told(field, field.name), null);
  for (const field of matching.rest.right) report.told("added", null, null, told(field, field.name));
}

/** Fields that are compared: neither of a page without a counterpart alone, nor within what is left out alone. */
function compared(fields: readonly FieldFact[], side: SideName, { pages, isLeftOut }: FieldContext): readonly FieldFact[] {
  const isSeen = ({ page, rect }: WidgetFact): boolean => pages.counterpart(side, page) !== null && !isLeftOut(side, page, rect);
  return fields.filter(({ widgets }) => widgets.length === 0 || widgets.some(isSeen));
}

const told = (field: FieldFact, value: string, widget = 0): Told => ({ field, widget, value });
const dataOf = (data: FieldFact["data"]): ReadonlyMap<string, string> => new Map(data);

/** A widget of both forms. */
interface WidgetPair {
  readonly left: Told;
  readonly right: Told;
  readonly orders: readonly [left: number, right: number];
}

class FieldReport {
  /** Widgets that both forms have, by the page of the left one. */
  readonly #widgets = new Map<number, WidgetPair[]>();

  constructor(
    readonly context: FieldContext,
    readonly sink: Sink,
  ) {}

  told(change: Finding["change"], property: string | null, left: Told | null, right: Told | null): void {
    const [p, q] = [pageOf(left), pageOf(right)];
    const page =
      p !== null && q !== null
        ? { left: p, right: q }
        : p !== null
          ? this.context.pairAt("left", p)
          : q !== null
            ? this.context.pairAt("right", q)
            : null;
    this.sink({
      kind: "field",
      change,
      ...(property !== null && { property }),
      page,
      left: left && spotOf(left),
      right: right && spotOf(right),
    });
  }

  /** The name is part of both values, as a path is not always known. */
  #data(
    name: string,
    [x, from]: readonly [FieldFact, string | undefined],
    [y, to]: readonly [FieldFact, string | undefined],
    at = 0,
  ): void {
    if (from === to) return;
    const spot = (field: FieldFact, value: string | undefined): Told => told(field, `${field.name}: ${value ?? "none"}`, at);
    this.told("changed", name, spot(x, from), spot(y, to));
  }

  pair(x: FieldFact, y: FieldFact): void {
    const [a, b] = [dataOf(x.data), dataOf(y.data)];
    for (const name of namesOf(x.data, y.data))
      if (!(name === "default_value" && isOwn(a) && isOwn(b))) this.#data(name, [x, a.get(name)], [y, b.get(name)]);
    if (x.widgets.length !== y.widgets.length) {
      this.#data("widgets", [x, String(x.widgets.length)], [y, String(y.widgets.length)]);
      return;
    }
    x.widgets.forEach((widget, i) => this.#widget(x, y, [widget, y.widgets[i]!], i));
  }

  /** Reports fields whose place in the order of the tab key changed: those outside of the longest sequence in common. */
  orders(): void {
    for (const pairs of this.#widgets.values()) {
      const sorted = pairs.sort((a, b) => a.orders[0] - b.orders[0]);
      const ranks = new Map([...sorted].sort((a, b) => a.orders[1] - b.orders[1]).map((pair, rank) => [pair, rank]));
      const candidates = sorted.map((pair, i) => ({ i, j: ranks.get(pair)!, weight: 1 }));
      const inOrder = new Set(heaviestChain(candidates, sorted.length).map(({ i }) => i));
      const placed = (at: Told, rank: number): Told => ({ ...at, value: `${at.field.name}: ${rank + 1}` });
      for (const [i, pair] of sorted.entries())
        if (!inOrder.has(i)) this.told("changed", "order", placed(pair.left, i), placed(pair.right, ranks.get(pair)!));
    }
  }

  #widget(x: FieldFact, y: FieldFact, [p, q]: readonly [WidgetFact, WidgetFact], at: number): void {
    const { pages, tolerance } = this.context;
    const { order, page } = p;
    if (pages.areSame(page, q.page)) {
      const pair = { left: told(x, x.name, at), right: told(y, y.name, at), orders: [order, q.order] } as const;
      const known = this.#widgets.get(page);
      if (known) known.push(pair);
      else this.#widgets.set(page, [pair]);
    }
    if (!pages.areSame(p.page, q.page) || !isSameRect(p.rect, q.rect, tolerance))
      this.told("moved", null, told(x, x.name, at), told(y, y.name, at));
    const [a, b] = [dataOf(p.data), dataOf(q.data)];
    for (const name of namesOf(p.data, q.data)) this.#data(name, [x, a.get(name)], [y, b.get(name)], at);
    const others = dataOf(q.unseen);
    for (const [state, digest] of p.unseen) {
      const other = others.get(state);
      if (other !== undefined && other !== digest)
        this.told("changed", "look", told(x, `${x.name}: ${state}`, at), told(y, `${y.name}: ${state}`, at));
    }
  }
}

/** True if the default is the value: one change is told once. */
const isOwn = (data: ReadonlyMap<string, string>): boolean => data.get("default_value") === data.get("value");

/** Returns the names in the order of the data. */
const namesOf = (a: FieldFact["data"], b: FieldFact["data"]): ReadonlySet<string> => new Set([...a, ...b].map(([name]) => name));

const pageOf = (at: Told | null): number | null => at?.field.widgets[at.widget]?.page ?? null;

const spotOf = ({ field, widget, value }: Told): Spot => ({
  rect: field.widgets[widget]?.rect ?? null,
  value,
  at: { of: "field", name: field.name, widget },
});
