// Data of charts in the form of other systems.
import { isList, isObject } from "../../base/json.js";
import { type Json } from "./edit.js";
import { memberOf } from "../../base/lookup.js";

const LABELS = ["labels", "categories", "category", "x"];
const NAMES = ["name", "label", "title"];
const VALUES = ["values", "data", "y"];
const POINT_LABELS = ["label", "name", "x", "category", "key", "title"];
const POINT_VALUES = ["value", "y", "values", "count", "amount"];

const named = (value: Json, names: readonly string[]): string | undefined => names.find((name) => Object.hasOwn(value, name));

function numberOf(value: unknown): number | null | undefined {
  if (value === null || typeof value === "number") return value;
  if (typeof value !== "string" || !/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
  return Number(value);
}

function numbersOf(value: unknown): readonly (number | null)[] | undefined {
  if (!isList(value) || value.length === 0) return undefined;
  const numbers = value.map(numberOf);
  return numbers.every((n) => n !== undefined) ? numbers : undefined;
}

const wordsOf = (value: unknown): readonly string[] | undefined =>
  isList(value) && value.every((v) => typeof v === "string" || typeof v === "number") ? value.map(String) : undefined;

/** Rewrites data as `{"labels", "series"}`; undefined if it is not understood whole. @param kind of the chart */
export function chartDataOf(value: unknown, kind: unknown): Json | undefined {
  if (isList(value)) return ofPoints(value, kind);
  if (!isObject(value)) return undefined;
  const labelsName = named(value, LABELS);
  const labels = labelsName === undefined ? undefined : wordsOf(memberOf(value, labelsName));
  if (labelsName !== undefined && labels === undefined) return undefined;
  const rest = Object.keys(value).filter((key) => key !== labelsName);
  const only = rest.length === 1 ? rest[0]! : undefined;
  if (only === undefined) return undefined;
  const list = memberOf(value, only);
  const values = numbersOf(list);
  if (["values", "data", "series", "datasets", "y"].includes(only) && values)
    return { ...(labels && { labels }), series: [{ name: "Value", values }] };
  if (!["datasets", "series", "data"].includes(only) || !isList(list) || list.length === 0) return undefined;
  const series = list.map((one, i) => seriesOf(one, i));
  if (series.some((one) => one === undefined)) return undefined;
  return { ...(labels && { labels }), series };
}

const COLORS = ["backgroundColor", "borderColor", "color"];

function seriesOf(one: unknown, index: number): Json | undefined {
  if (!isObject(one)) return undefined;
  const valuesName = named(one, VALUES);
  if (valuesName === undefined) return undefined;
  const values = numbersOf(memberOf(one, valuesName));
  if (!values) return undefined;
  const nameName = named(one, NAMES);
  const name = nameName === undefined ? `Series ${index + 1}` : memberOf(one, nameName);
  if (typeof name !== "string") return undefined;
  const { [valuesName]: _values, ...others } = one;
  const rest = Object.entries(others).filter(([key]) => key !== nameName);
  const colors = rest.filter(([key]) => COLORS.includes(key));
  const [color] = colors;
  const retained = rest.filter(([key]) => !COLORS.includes(key));
  return { name, values, ...Object.fromEntries(retained), ...(color && typeof color[1] === "string" && { color: color[1] }) };
}

function ofPoints(points: readonly unknown[], kind: unknown): Json | undefined {
  if (points.length === 0 || !points.every(isObject)) return undefined;
  if (kind === "scatter") {
    const xy = points.map((p) => ({ x: numberOf(p["x"]), y: numberOf(p["y"]) }));
    const isWhole = xy.every(({ x, y }) => typeof x === "number" && y !== undefined);
    return isWhole && points.every((p) => Object.keys(p).length === 2) ? { series: [{ name: "Value", points: xy }] } : undefined;
  }
  const label = named(points[0]!, POINT_LABELS);
  const value = named(points[0]!, POINT_VALUES);
  if (label === undefined || value === undefined) return undefined;
  const keys = Object.keys(points[0]!).filter((key) => key !== label);
  if (!points.every((p) => Object.keys(p).every((key) => key === label || keys.includes(key)))) return undefined;
  const labels = wordsOf(points.map((p) => memberOf(p, label)));
  const series = keys.map((key) => ({
    name: keys.length === 1 ? "Value" : key,
    values: numbersOf(points.map((p) => memberOf(p, key) ?? null)),
  }));
  return labels && series.every((s) => s.values !== undefined) ? { labels, series } : undefined;
}
