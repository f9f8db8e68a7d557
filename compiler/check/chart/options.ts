import { keysOf } from "../../../base/lookup.js";
import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import type { ChartOptions, SeriesOptions } from "../../request/types/chart.js";
import type { Report } from "../values/report.js";
import type { ChartCheck } from "./context.js";
import { KINDS, kindsWith, SERIES, type SeriesKind } from "./kinds.js";

interface Allowed {
  readonly is: (v: number) => boolean;
  readonly allowed: string;
}
const RATIO: Allowed = { is: (v) => v >= 0 && v < 1, allowed: "0 or more and less than 1" };
const LENGTH: Allowed = { is: (v) => v >= 0, allowed: "0 or more, millimetres" };
const SIZE: Allowed = { is: (v) => v > 0, allowed: "more than 0, millimetres" };

const VALUES: Readonly<Partial<Record<keyof (ChartOptions & SeriesOptions), Allowed>>> = {
  category_gap_ratio: RATIO,
  bar_gap_ratio: { is: (v) => v >= 0 && v <= 1, allowed: "from 0 to 1" },
  corner_radius: LENGTH,
  pad_angle: { is: (v) => v >= 0 && v < 360, allowed: "0 or more and less than 360 degrees" },
  inner_radius: { is: (v) => v > 0 && v < 1, allowed: "more than 0 and less than 1" },
  bubble_min_size: SIZE,
  bubble_max_size: SIZE,
  cell_gap: LENGTH,
};

const given = <T extends object>(options: T): readonly (keyof T)[] => keysOf(options).filter((field) => options[field] !== undefined);

/** Checks the options of a kind (element model, Options per kind). */
export function checkOptions({ r, el, src }: ChartCheck): void {
  const { kind, data, options = {} } = el;
  const here = at(src, "options");
  for (const field of given(options)) {
    if (!KINDS[kind].options.includes(field))
      r.add(
        "chart-option",
        at(here, field),
        breaks(`only ${kindsWith(KINDS, (k) => k.options.includes(field))} charts have it`, `${field} in a ${kind} chart`),
      );
    else checkValue(r, field, options[field], here);
  }
  const labels = data.labels?.length ?? 0;
  const { pad_angle: pad, bubble_min_size: least, bubble_max_size: most } = options;
  if (KINDS[kind].options.includes("pad_angle") && pad !== undefined && pad < 360 && pad * labels >= 360)
    r.add(
      "chart-option-value",
      at(here, "pad_angle"),
      must(`less than ${Math.round(360000 / labels) / 1000} degrees, a circle shared by ${labels} labels`, formatFound(pad)),
    );
  if (!KINDS[kind].options.includes("bubble_min_size")) return;
  if (!data.series.some((s) => s.points?.some((p) => p.size !== undefined))) {
    for (const field of ["bubble_min_size", "bubble_max_size"] as const)
      if (options[field] !== undefined)
        r.add("chart-option", at(here, field), `${field} belongs to charts in which a point has a size: leave it out`);
  } else if (least !== undefined && most !== undefined && least > most)
    r.add("chart-option-value", at(here, "bubble_max_size"), must(`at least bubble_min_size, ${least}`, formatFound(most)));
}

export function checkSeriesOptions(r: Report, options: SeriesOptions | undefined, kind: SeriesKind, src: Src): void {
  for (const field of given(options ?? {})) {
    if (SERIES[kind].options.includes(field)) checkValue(r, field, options![field], src);
    else
      r.add(
        "chart-option",
        at(src, field),
        breaks(`only ${kindsWith(SERIES, (k) => k.options.includes(field))} series have it`, `${field} in a ${kind} series`),
      );
  }
}

function checkValue(r: Report, field: keyof (ChartOptions & SeriesOptions), value: unknown, src: Src): void {
  const rule = VALUES[field];
  if (rule && !rule.is(value as number)) r.add("chart-option-value", at(src, field), must(rule.allowed, formatFound(value)));
}
