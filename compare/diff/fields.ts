import type { FieldFact, Rect, WidgetFact } from "../facts/facts.js";
import type { Finding, PagePair, Sink, Spot } from "./collect.js";
import { isSameRect } from "./geometry.js";
import type { PairedPages } from "./links.js";
import { Matching } from "./matching.js";

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

class FieldReport {
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

  #widget(x: FieldFact, y: FieldFact, [p, q]: readonly [WidgetFact, WidgetFact], at: number): void {
    const { pages, tolerance } = this.context;
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

/** In the order of the data. */
const namesOf = (a: FieldFact["data"], b: FieldFact["data"]): ReadonlySet<string> => new Set([...a, ...b].map(([name]) => name));

const pageOf = (at: Told | null): number | null => at?.field.widgets[at.widget]?.page ?? null;

const spotOf = ({ field, widget, value }: Told): Spot => ({
  rect: field.widgets[widget]?.rect ?? null,
  value,
  at: { of: "field", name: field.name, widget },
});
