// Checks of colours that carry meaning: charts, and links in a text.
import type { Artifact, MarkId, Rgb } from "../../ir/ir.js";
import { valueAt } from "../../compiler/core/patch.js";
import { patternAt, seriesOf, sliceOutline, slicePaints, type SeriesModel } from "../../compiler/chart/series.js";
import { themeOf, type Theme } from "../../compiler/chart/theme.js";
import { SPACING } from "../../compiler/chart/fill.js";
import type { MaterializedChart } from "../../compiler/request/materialized.js";
import type { ChartPattern } from "../../compiler/request/types/chart.js";
import { luminanceOf } from "../../compiler/core/contrast.js";
import { rgbOf } from "../../ir/values.js";
import { mixed, type Rgba } from "../contrast/blend.js";
import { colorOf, contrastOf, cut, type Rgb01 } from "../contrast/color.js";
import { contrastOfInks, inksOf } from "../contrast/inks.js";
import { paintAt, Scene } from "../contrast/scene.js";
import { isFields, type Place } from "../document/places.js";
import { sizeOf, type JudgedDocument } from "../document/judged-document.js";
import type { Run } from "../document/content.js";
import type { TreeNode } from "../document/tree.js";
import { byPlace, seenNode, seenRun, shortened, type Check, type Draft, type Verdict } from "./check.js";
import { fieldBorders } from "./fields.js";

/** Contrast of colours that only together tell something. */
const LEAST = 3;

/** A series or slice as it is drawn. */
interface Mark {
  readonly name: string;
  readonly color: Rgb;
  readonly opacity: number;
  /** signs that tell it from others without colour, but for its pattern */
  readonly look: string;
  readonly pattern: PatternLook | null;
  readonly isBar: boolean;
  /** colour of its outline; null if none is seen */
  readonly outline: Rgb | null;
}

/** A pattern by what is seen of it. */
interface PatternLook {
  /** kind; of themes and areas by its number */
  readonly name: string;
  /** mm; 0 for those of themes and areas */
  readonly spacing: number;
}

interface DrawnChart {
  readonly node: TreeNode;
  readonly chart: MaterializedChart;
  readonly theme: Theme;
  readonly marks: readonly Mark[];
}

const RADIAL: ReadonlySet<string> = new Set(["pie", "donut"]);
/** Their colours are a scale, or kinds of bars. */
const WITHOUT_SERIES: ReadonlySet<string> = new Set(["heatmap", "waterfall"]);

function chartsOf(doc: JudgedDocument): readonly DrawnChart[] {
  return doc.tree.withRole("Figure").flatMap((node) => {
    const { element } = node.place;
    if (element?.value["type"] !== "chart") return [];
    const chart = valueAt(doc.materialized, element.steps) as MaterializedChart | undefined;
    if (!chart || !isFields(chart.data) || !Array.isArray(chart.data.series) || WITHOUT_SERIES.has(chart.kind)) return [];
    const theme = themeOf(chart.theme);
    return [
      { node, chart, theme, marks: RADIAL.has(chart.kind) ? slicesOf(chart, theme) : seriesOf(chart, theme).map((s) => markOf(s, theme)) },
    ];
  });
}

function markOf(s: SeriesModel, theme: Theme): Mark {
  const isFilled = s.mark === "bar" || s.mark === "range";
  return {
    name: s.name,
    color: isFilled ? s.paint.color : (s.line?.color ?? s.color),
    opacity: isFilled ? (s.source.fill?.opacity ?? 1) : (s.line?.opacity ?? 1),
    look: JSON.stringify([s.mark === "bar" ? null : (s.line?.dash ?? null), s.marker?.shape ?? null, s.mark]),
    pattern: patternIn(s, theme),
    isBar: s.mark === "bar",
    // lines have none, rings of markers have the colour of the ground
    outline: s.mark === "line" || s.mark === "area" || (s.mark === "point" && !s.source.stroke) ? null : seenColor(s.outline),
  };
}

/** Pattern that fills a series; null if its fill is plain or absent. */
function patternIn({ mark, index, source: { fill }, paint, areaFill }: SeriesModel, { mono }: Theme): PatternLook | null {
  if (mark === "line" || mark === "point") return null;
  if (fill) return fill.pattern ? declaredPattern(fill.pattern, paint.color) : null;
  if (mono && paint.textured) return { name: `theme ${patternAt(index)}`, spacing: 0 };
  return mark !== "bar" && areaFill === "pattern" ? { name: `area ${index % 3}`, spacing: 0 } : null;
}

function declaredPattern({ kind, spacing = SPACING, stroke, background }: ChartPattern, color: Rgb): PatternLook {
  const isDashed = kind !== "dots" && (stroke?.dash?.preset ?? "solid") !== "solid";
  const isLight = background !== undefined && luminanceOf(...colorOf(color)) > luminanceOf(...colorOf(rgbOf(background.color)));
  return { name: `${isLight ? "light" : "dark"} ${isDashed ? "dashed" : "solid"} ${kind}`, spacing };
}

/** Ratio of distances from which one pattern is coarser than another. */
const COARSER = 1.5;

const isSamePattern = (a: PatternLook | null, b: PatternLook | null): boolean =>
  a === null || b === null
    ? a === b
    : a.name === b.name && (a.spacing === b.spacing || Math.max(a.spacing, b.spacing) < COARSER * Math.min(a.spacing, b.spacing) - 1e-9);

const seenColor = (stroke: SeriesModel["outline"]): Rgb | null => (stroke && stroke.width > 0 && stroke.opacity > 0 ? stroke.color : null);

function slicesOf({ data }: MaterializedChart, theme: Theme): readonly Mark[] {
  const [series] = data.series;
  if (!series) return [];
  const outline = seenColor(sliceOutline(series, theme));
  const labels = data.labels ?? [];
  const drawn = [...labels.keys()].filter((i) => (series.values?.[i] ?? 0) > 0);
  const paints = slicePaints(theme, series, labels.length, drawn);
  return drawn.map((i): Mark => {
    const paint = paints[i]!;
    const isThemes = theme.mono && paint.textured && !series.fill;
    return {
      name: labels[i]!,
      color: paint.color,
      opacity: series.fill?.opacity ?? 1,
      look: "",
      pattern: isThemes ? { name: `theme ${patternAt(i)}`, spacing: 0 } : null,
      isBar: false,
      outline,
    };
  });
}

function hasLegend({ kind, legend, data }: MaterializedChart): boolean {
  return legend?.show ?? (RADIAL.has(kind) || data.series.length > 1);
}

/** Labels at the marks have their names. */
const isNamed = ({ data_labels: labels }: MaterializedChart): boolean =>
  labels?.show === true && (labels.mode ?? "value").startsWith("label");

export const colorAlone: Check = (doc) => {
  const charts = chartsOf(doc).filter(({ chart, marks }) => hasLegend(chart) && marks.length > 1);
  const drafts = charts.flatMap(({ node, chart, marks }): readonly Draft[] => {
    if (isNamed(chart)) return [];
    const pair = closest(marks);
    if (!pair) return [];
    const [a, b, ratio] = pair;
    return [
      {
        severity: a.isBar && b.isBar ? "person" : "fail",
        steps: node.place.element!.steps,
        message: `${JSON.stringify(shortened(a.name))} and ${JSON.stringify(shortened(b.name))} differ by colour alone: give them other dashes, markers or patterns, or labels with their names`,
        ...seenNode(doc, node),
        measured: cut(ratio),
        required: LEAST,
      },
    ];
  });
  const links = linksByColor(doc);
  return { tested: charts.length + links.tested, drafts: [...drafts, ...links.drafts] };
};

/** The pair of equal looks with the least contrast below the least; lines and slices before bars. */
function closest(marks: readonly Mark[]): readonly [Mark, Mark, number] | null {
  let found: readonly [Mark, Mark, number] | null = null;
  for (const [i, a] of marks.entries())
    for (const b of marks.slice(i + 1)) {
      if (a.look !== b.look || !isSamePattern(a.pattern, b.pattern)) continue;
      const ratio = contrastOf(colorOf(a.color), colorOf(b.color));
      if (ratio >= LEAST) continue;
      const isWorse = !found || (found[0].isBar && !a.isBar) || (found[0].isBar === a.isBar && ratio < found[2]);
      if (isWorse) found = [a, b, ratio];
    }
  return found;
}

/** Colour that the page has in the middle of a chart without it. */
function groundBehind({ document, blobs, glyphs, content }: JudgedDocument, node: TreeNode): Rgb01 {
  const own = new Set<MarkId | Artifact>();
  const collect = ({ kids }: TreeNode): void => {
    for (const kid of kids) {
      if (typeof kid === "number") own.add(kid);
      else collect(kid);
    }
  };
  collect(node);
  const [extent] = [...own].flatMap((mark) => (typeof mark === "number" ? content.extentsOf(mark) : []));
  const page = extent && document.pages[extent.page];
  const to: Rgba = [1, 1, 1, 1];
  if (page) {
    const ops = page.ops.filter((op) => op.op !== "mark" || !own.has(op.mark));
    const { x, y, width, height } = extent.box;
    paintAt(new Scene({ ...page, ops }, { document, blobs, glyphs }).items, x + width / 2, y + height / 2, to, null);
  }
  return [to[0], to[1], to[2]];
}

/** Colours of the chart's own background over the ground: each stop of a gradient; of a pattern its ground. */
function groundsOf(doc: JudgedDocument, { node, theme: { background } }: DrawnChart): readonly Rgb01[] {
  const own = background?.color ? [{ color: background.color }] : (background?.gradient?.stops ?? groundOfPattern(background));
  const opacity = background?.opacity ?? 1;
  if (own.length > 0 && own.every((stop) => (stop.opacity ?? 1) * opacity === 1)) return own.map(({ color }) => colorOf(color));
  const behind = groundBehind(doc, node);
  return own.length === 0 ? [behind] : own.map((stop) => mixed(behind, colorOf(stop.color), (stop.opacity ?? 1) * opacity));
}

interface GroundStop {
  readonly color: string;
  readonly opacity?: number;
}

const groundOfPattern = (background: Theme["background"]): readonly GroundStop[] => {
  const color = background?.pattern?.background?.color;
  return color === undefined ? [] : [{ color }];
};

export const graphicsContrast: Check = (doc) => {
  const charts = chartsOf(doc);
  const drafts = charts.flatMap((drawn): readonly Draft[] => {
    const { node, chart, marks } = drawn;
    if (chart.data_labels?.show === true) return [];
    const grounds = groundsOf(doc, drawn);
    const contrastTo = (color: Rgb, opacity: number): number =>
      Math.min(...grounds.map((ground) => contrastOf(mixed(ground, colorOf(color), opacity), ground)));
    const pale = marks
      .map((mark) => ({ mark, ratio: contrastTo(mark.color, mark.opacity) }))
      .filter(({ mark, ratio }) => ratio < LEAST && !(mark.outline !== null && contrastTo(mark.outline, 1) >= LEAST))
      .sort((a, b) => a.ratio - b.ratio);
    const [worst] = pale;
    if (!worst) return [];
    return [
      {
        severity: "person",
        steps: node.place.element!.steps,
        message: `${JSON.stringify(shortened(worst.mark.name))} has too little contrast to the ground of the chart: darken it, or give it a stroke or labels`,
        ...seenNode(doc, node),
        measured: cut(worst.ratio),
        required: LEAST,
        count: pale.length,
      },
    ];
  });
  const borders = fieldBorders(doc);
  return { tested: charts.length + borders.tested, drafts: [...drafts, ...borders.drafts] };
};

/** Links in a paragraph that only their colour shows. */
function linksByColor(doc: JudgedDocument): Verdict {
  const { tree } = doc;
  const links = tree.withRole("Link");
  const drawn = links.length === 0 ? new Set<string>() : drawnBeside(doc);
  const drafts: Draft[] = [];
  let tested = 0;
  for (const link of links) {
    const paragraph = paragraphOf(link);
    if (!paragraph || tree.within(link, "TOC", "TOCI", "Reference")) continue;
    const own = tree.runs(link).filter(({ op }) => op.text.trim() !== "");
    const inLink = new Set(own);
    const others = tree.runs(paragraph).filter((run) => run.op.text.trim() !== "" && !inLink.has(run) && !isLinked(doc, run));
    if (own.length === 0 || others.length === 0) continue;
    tested++;
    const isPlain = own.every((run) => !drawn.has(keyOf(run)) && others.some((other) => isAlike(run, other)));
    if (!isPlain || drawn.has(borderKey(link.place))) continue;
    const ratios = own.flatMap((run) => others.map((other) => inkContrast(doc, run, other) ?? LEAST));
    const ratio = Math.min(...ratios);
    // of one colour it is not told by colour
    if (ratio >= LEAST || ratio === 1) continue;
    drafts.push({
      severity: "fail",
      steps: own[0]!.place.named,
      message: "the link differs from the text around it by colour alone: underline it, or give it another weight",
      ...seenRun(own[0]!),
      measured: cut(ratio),
      required: LEAST,
    });
  }
  return { tested, drafts: byPlace(drafts) };
}

const isLinked = ({ tree }: JudgedDocument, { mark }: Run): boolean => {
  const owner = typeof mark === "number" ? tree.ownerOf.get(mark) : undefined;
  return owner !== undefined && (owner.role === "Link" || tree.within(owner, "Link"));
};

function paragraphOf(link: TreeNode): TreeNode | null {
  for (let up = link.parent; up; up = up.parent)
    if (up.role !== "Span" && up.role !== "Strong" && up.role !== "Em")
      return /^(?:P|H\d|LBody|TD|TH|Note|Caption)$/.test(up.role) ? up : null;
  return null;
}

/** Same face and size. */
const isAlike = (a: Run, b: Run): boolean => a.op.font === b.op.font && a.op.slant === b.op.slant && sizeOf(a) === sizeOf(b);

function inkContrast({ document: { resources } }: JudgedDocument, ...runs: readonly [Run, Run]): number | null {
  const [a, b] = runs.map(({ op }) => inksOf(op, resources.fonts[op.font]!, resources.paints));
  return a && b ? contrastOfInks(a, b) : null;
}

const keyOf = ({ page, place }: Run): string => `${page} ${place.steps.join("/")}`;
const borderKey = (place: Place): string => `border ${place.pointer}`;

/** Places with lines or bands of their own, and links with borders. */
function drawnBeside({ document, places }: JudgedDocument): ReadonlySet<string> {
  const out = new Set<string>();
  document.pages.forEach((page, n) => {
    const go = (ops: typeof page.ops): void => {
      for (const op of ops) {
        if (op.op === "group" || op.op === "mark") go(op.children);
        else if (op.op === "path") out.add(`${n} ${places.of(op.source).steps.join("/")}`);
      }
    };
    go(page.ops);
    for (const link of page.links) if (link.border && link.border.width > 0) out.add(borderKey(places.of(link.source)));
  });
  return out;
}
