// Checks of chart projections: coordinates, series, values (element model, ChartProjection).
import { keysOf, isOneOf } from "../../../base/lookup.js";
import { formatFound } from "../../core/fail.js";
import { at, from, ROOT, type Src } from "../../core/src.js";
import { cellOf } from "../../data/dataset.js";
import { heatmapGrid, POINT_KINDS } from "../../data/project-chart.js";
import { breaks, must } from "../../help/reason.js";
import type { Numbers } from "../../locale/numbers.js";
import type { ChartProjection, DatasetField, DatasetRow, ProjectionSeries } from "../../request/types/data.js";
import { checkChartFill, checkSeriesStroke } from "../values/fill.js";
import { checkNumberFormat } from "../values/number-format.js";
import type { Report } from "../values/report.js";
import { checkColor } from "../values/style.js";
import type { FieldLookup, FieldRequirement } from "./field-lookup.js";

/** `rows`: empty if the dataset has problems. */
export interface ChartProjectionPlace {
  readonly fields: FieldLookup;
  readonly rows: readonly DatasetRow[];
  readonly numbers: Numbers;
}

export function checkChartProjection(r: Report, projection: ChartProjection, src: Src, place: ChartProjectionPlace): void {
  new ChartProjectionCheck(r, projection, src, place).check();
}

type Shape = NonNullable<ChartProjection["shape"]>;
type Coordinate = "category" | "x" | "y";
type Auxiliary = "lower" | "upper" | "size" | "point_kind";

const NAMES: FieldRequirement = { type: "string", filled: true };
const NUMBERS: FieldRequirement = { type: "number" };

interface ShapeRules {
  readonly coordinates: Readonly<Partial<Record<Coordinate, FieldRequirement>>>;
  readonly auxiliaries: readonly Auxiliary[];
}
const SHAPES: Readonly<Record<Shape, ShapeRules>> = {
  category: { coordinates: { category: NAMES }, auxiliaries: ["lower", "upper", "point_kind"] },
  xy: { coordinates: { x: NUMBERS }, auxiliaries: ["size"] },
  heatmap: { coordinates: { x: NAMES, y: NAMES }, auxiliaries: [] },
};
const AUXILIARIES: Readonly<Record<Auxiliary, FieldRequirement>> = { lower: NUMBERS, upper: NUMBERS, size: NUMBERS, point_kind: NAMES };

/** Null if the value is allowed, else the allowed values. */
type Judge = (value: unknown) => string | null;
const JUDGES: Readonly<Partial<Record<Auxiliary, Judge>>> = {
  // null: a point of a scatter chart without bubbles
  size: (v) => (v === null || Number(v) > 0 ? null : "a size must be greater than 0"),
  point_kind: (v) => (isOneOf(POINT_KINDS, v) ? null : `must be one of ${POINT_KINDS.join(", ")}`),
};

class ChartProjectionCheck {
  readonly fields: FieldLookup;
  readonly rows: readonly DatasetRow[];
  readonly numbers: Numbers;
  readonly #shape: Shape;
  /** the first field on each value axis */
  readonly #measured = new Map<string, DatasetField>();

  constructor(
    readonly r: Report,
    readonly projection: ChartProjection,
    readonly src: Src,
    { fields, rows, numbers }: ChartProjectionPlace,
  ) {
    this.fields = fields;
    this.rows = rows;
    this.numbers = numbers;
    this.#shape = projection.shape ?? "category";
  }

  check(): void {
    const { r, src } = this;
    const { series } = this.projection;
    const before = r.count;
    this.#coordinates();
    if (series.length === 0) r.add("projection-series", at(src, "series"), "at least one series is needed, found none");
    else if (this.#shape === "heatmap" && series.length > 1)
      r.add(
        "projection-series",
        at(src, "series"),
        breaks("a projection of shape heatmap has exactly one series", `${series.length} series`),
      );
    series.forEach((s, i) => this.#series(s, at(src, "series", i)));
    if (r.count === before) this.#cells();
  }

  #coordinates(): void {
    const { coordinates } = SHAPES[this.#shape];
    for (const name of ["category", "x", "y"] as const) {
      const requirement = coordinates[name];
      const given = this.projection[name];
      const here = at(this.src, name);
      if (requirement && !given) this.r.add("projection-shape", here, `it is missing: a projection of shape ${this.#shape} needs it`);
      else if (!requirement && given) {
        const has = Object.keys(coordinates).join(" and ");
        this.r.add("projection-shape", here, breaks(`a projection of shape ${this.#shape} has the coordinates ${has}`, name));
      } else if (requirement && given) {
        const field = this.fields.find(given.field, at(here, "field"), requirement);
        if (field?.type === "number") this.#values(field.key, at(here, "field"), (v) => (v === null ? "each point has a number" : null));
      }
    }
  }

  #series(s: ProjectionSeries, src: Src): void {
    const { r, fields } = this;
    if (s.name.trim() === "") r.add("projection-series-name", at(src, "name"), must("a name that is not blank", formatFound(s.name)));
    this.#unit(fields.find(s.field, at(src, "field"), NUMBERS), at(src, "field"), s);
    for (const auxiliary of ["lower", "upper", "size", "point_kind"] as const) this.#auxiliary(auxiliary, s, src);
    if ((s.lower === undefined) !== (s.upper === undefined))
      r.add("projection-shape", at(src, s.lower === undefined ? "lower" : "upper"), "it is missing: lower and upper come as a pair");
    checkNumberFormat(r, s.format, at(src, "format"), this.numbers);
    checkColor(r, s.color, src);
    s.colors?.forEach((color, i) => checkColor(r, color, at(src, "colors"), i));
    checkSeriesStroke(r, s.stroke, at(src, "stroke"));
    checkChartFill(r, s.fill, at(src, "fill"));
    r.positive(s.marker?.size, at(src, "marker"), "size");
  }

  #auxiliary(name: Auxiliary, s: ProjectionSeries, src: Src): void {
    const key = s[name];
    if (key === undefined) return;
    const here = at(src, name);
    if (!SHAPES[this.#shape].auxiliaries.includes(name)) {
      const shapes = keysOf(SHAPES).filter((shape) => SHAPES[shape].auxiliaries.includes(name));
      this.r.add(
        "projection-shape",
        here,
        breaks(`only shape ${shapes.join(", ")} has it`, `${name} in a projection of shape ${this.#shape}`),
      );
      return;
    }
    const field = this.fields.find(key, here, AUXILIARIES[name]);
    const judge = JUDGES[name];
    if (!judge) this.#unit(field, here, s);
    else if (field) this.#values(key, here, judge);
  }

  /** Fields on one axis have the same unit. */
  #unit(field: DatasetField | undefined, src: Src, { value_axis: axis = "primary" }: ProjectionSeries): void {
    if (!field) return;
    const first = this.#measured.get(axis);
    if (!first) this.#measured.set(axis, field);
    else if (first.unit !== field.unit)
      this.r.add(
        "projection-unit",
        src,
        breaks(`series on the ${axis} value axis have the same unit`, `${field.key} ${inUnit(field)}, but ${first.key} ${inUnit(first)}`),
      );
  }

  #values(key: string, src: Src, judge: Judge): void {
    this.rows.forEach((row, i) => {
      const value = cellOf(row, key);
      const allowed = judge(value);
      if (allowed !== null) this.r.add("projection-value", from(src, this.#row(i, key)), breaks(allowed, formatFound(value)));
    });
  }

  /** A heatmap cell has one value. */
  #cells(): void {
    const { x, y } = this.projection;
    if (!x || !y) return;
    const grid = heatmapGrid(x.field, y.field, this.rows);
    const firstOf = new Map<number, number>();
    grid.each((row, column, line) => {
      const cell = line * grid.labels.size + column;
      const first = firstOf.get(cell);
      if (first === undefined) firstOf.set(cell, row);
      else {
        const [across, down] = [x, y].map(({ field }) => formatFound(cellOf(this.rows[row]!, field)));
        const reason = `a cell of the heatmap has one value: ${across}, ${down} is in rows ${first} and ${row}`;
        this.r.add("heatmap-cell", from(this.src, this.#row(row)), reason);
      }
    });
  }

  #row(...steps: readonly (string | number)[]): Src {
    return at(ROOT, "datasets", this.fields.name, "rows", ...steps);
  }
}

const inUnit = ({ unit }: DatasetField): string => (unit === undefined ? "without a unit" : `in ${formatFound(unit)}`);
