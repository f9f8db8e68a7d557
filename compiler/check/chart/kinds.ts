import { keysOf } from "../../../base/lookup.js";
import { listed } from "../../help/reason.js";
import type {
  ChartAxes,
  ChartDataLabels,
  ChartElement,
  ChartKind,
  ChartOptions,
  ChartSeriesFields,
  SeriesOptions,
} from "../../request/types/chart.js";

/** Declared in a combo, else the chart's. */
export type SeriesKind = Exclude<ChartKind, "combo">;
type GridAxis = NonNullable<NonNullable<ChartElement["grid"]>["axis"]>;
export type LabelPosition = NonNullable<ChartDataLabels["position"]>;
type LabelMode = NonNullable<ChartDataLabels["mode"]>;

/** Rules of a chart kind (element model, Chart). */
interface KindRules {
  readonly options: readonly (keyof ChartOptions)[];
  /** empty: none */
  readonly axes: readonly (keyof ChartAxes)[];
  /** empty: none */
  readonly grid: readonly GridAxis[];
  readonly annotations: boolean;
  readonly labelModes: readonly LabelMode[];
  /** null: the limit of all charts */
  readonly series: number | null;
  readonly uniqueLabels: boolean;
}

const CATEGORY_AXES = ["category", "values", "zero_alignment"] as const;
const CATEGORY_GRID = ["category", "value", "both"] as const;
const XY_GRID = ["x", "y", "both"] as const;
const ALL_MODES = ["value", "percent", "label", "label_and_value", "label_and_percent"] as const;

/** Percent modes also require percent stacks, which only bars and areas have. */
const CATEGORY = {
  axes: CATEGORY_AXES,
  grid: CATEGORY_GRID,
  annotations: true,
  labelModes: ALL_MODES,
  series: null,
  uniqueLabels: false,
} as const;
const RADIAL = { axes: [], grid: [], annotations: false, labelModes: ALL_MODES, series: 1, uniqueLabels: true } as const;

export const KINDS: Readonly<Record<ChartKind, KindRules>> = {
  bar: { ...CATEGORY, options: ["orientation", "category_gap_ratio", "bar_gap_ratio", "corner_radius"] },
  line: { ...CATEGORY, options: ["orientation", "curve", "connect_nulls"] },
  area: { ...CATEGORY, options: ["orientation", "curve", "connect_nulls", "area_fill"] },
  combo: { ...CATEGORY, options: ["orientation", "category_gap_ratio", "bar_gap_ratio"] },
  pie: { ...RADIAL, options: ["start_angle", "pad_angle"] },
  donut: { ...RADIAL, options: ["start_angle", "pad_angle", "inner_radius"] },
  waterfall: { ...CATEGORY, series: 1, options: ["orientation", "category_gap_ratio", "corner_radius", "show_connectors"] },
  scatter: {
    options: ["curve", "connect_nulls", "bubble_min_size", "bubble_max_size"],
    axes: ["x", "values", "zero_alignment"],
    grid: XY_GRID,
    annotations: true,
    // points have no labels
    labelModes: ["value"],
    series: null,
    uniqueLabels: false,
  },
  range: { ...CATEGORY, options: ["curve", "connect_nulls", "area_fill"] },
  heatmap: {
    options: ["cell_gap"],
    axes: ["category", "row"],
    grid: XY_GRID,
    annotations: false,
    labelModes: ["value", "label", "label_and_value"],
    series: null,
    uniqueLabels: true,
  },
};

/** `name` and `kind` have separate rules. */
type SeriesField = Exclude<keyof ChartSeriesFields, "name" | "kind">;

/** Rules of a series kind (element model, Series fields). */
interface SeriesRules {
  readonly needs: readonly SeriesField[];
  readonly fields: readonly SeriesField[];
  readonly options: readonly (keyof SeriesOptions)[];
  /** of data labels; empty: not selectable */
  readonly positions: readonly LabelPosition[];
  /** drawn from zero of its axis */
  readonly fromZero: boolean;
}

const CARTESIAN = ["value_axis", "options", "format", "color", "stroke"] as const;
const LINE_POSITIONS = ["above", "below", "end"] as const;
const SLICES = {
  needs: ["values"],
  fields: ["color", "colors", "stroke", "fill"],
  options: [],
  positions: ["inside", "outside"],
  fromZero: false,
} as const;

export const SERIES: Readonly<Record<SeriesKind, SeriesRules>> = {
  bar: {
    needs: ["values"],
    fields: [...CARTESIAN, "stack", "fill"],
    options: ["corner_radius"],
    positions: ["inside", "outside", "end"],
    fromZero: true,
  },
  line: {
    needs: ["values"],
    fields: [...CARTESIAN, "marker"],
    options: ["curve", "connect_nulls"],
    positions: LINE_POSITIONS,
    fromZero: false,
  },
  area: {
    needs: ["values"],
    fields: [...CARTESIAN, "stack", "fill", "marker"],
    options: ["curve", "connect_nulls", "area_fill"],
    positions: LINE_POSITIONS,
    fromZero: false,
  },
  pie: SLICES,
  donut: SLICES,
  waterfall: { needs: ["values"], fields: [...CARTESIAN, "point_kinds", "colors"], options: [], positions: [], fromZero: true },
  scatter: { needs: ["points"], fields: CARTESIAN, options: ["curve", "connect_nulls", "show_line"], positions: [], fromZero: false },
  range: { needs: ["lower_values", "upper_values"], fields: [...CARTESIAN, "values"], options: [], positions: [], fromZero: false },
  heatmap: { needs: ["values"], fields: ["color", "colors", "stroke"], options: [], positions: [], fromZero: false },
};

export const kindsWith = <K extends string, R>(table: Readonly<Record<K, R>>, has: (rules: R) => boolean): string =>
  listed(keysOf(table).filter((k) => has(table[k])));
