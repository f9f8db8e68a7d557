// Looks of fields, drawn as those of a display list (FM-44).
import { round } from "../../ir/geometry.js";
import type { FormField, OpenTables, Profile, Rect, Widget } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { RenderError } from "../core/fail.js";
import type { Src } from "../core/src.js";
import type { World } from "../core/world.js";
import { rotated, turned } from "../draw/shape.js";
import { looksOf } from "../lower/field.js";
import { FieldText, type FieldTextStyle } from "../lower/field-text.js";
import { CHART_TEXT } from "../lower/lazy-modules.js";
import { opsAt } from "../paint/drawn.js";
import { ResourceTable } from "../paint/resources.js";
import type { FieldContentFields } from "../request/types/field.js";
import { finishRun, resolveText, SERVICE_TEXT } from "../style/text.js";
import { TextEngine } from "../text/shape/engine.js";
import type { LookFont, WidgetStyle } from "./style.js";

/** A look that a widget gets. */
export interface LookRequest {
  readonly style: WidgetStyle;
  /** kind, value and what else of an element its look depends on */
  readonly element: Pick<FieldContentFields, "kind" | "value" | "multiline" | "comb" | "max_length" | "options" | "multiple" | "mark">;
  readonly src: Src;
}

interface DrawnLooks {
  readonly head: OpenTables;
  /** for each request, in order; with empty looks where there is an error */
  readonly widgets: readonly Widget[];
  /** errors by index of the request */
  readonly errors: ReadonlyMap<number, RenderError>;
  /** first option that shows, by index */
  readonly tops: ReadonlyMap<number, number>;
}

/** Largest and least size of text as large as fits, points (FM-44). */
const [LARGEST, LEAST] = [12, 4];
/** points by which numbers of a file may be less: the last line of a list fits */
const ROUNDED = 0.01;
/** points between text and frame: 1 mm */
const PADDING = 72 / 25.4;

/** Modules and fonts that looks of these fonts need. */
export async function prepareLooks(fonts: readonly LookFont[], world: World): Promise<void> {
  await CHART_TEXT.demand();
  await world.fonts.prepare?.(new Set(fonts.flatMap(({ families }) => families)));
}

/** @param language of the file, empty if unknown: fonts of Chinese characters depend on it */
export function drawnLooks(
  requests: readonly LookRequest[],
  world: World,
  { profile, language }: { readonly profile: Profile | null; readonly language: string },
): DrawnLooks {
  const engine = new TextEngine(world);
  const resources = new ResourceTable(world.limits);
  const chart = CHART_TEXT.get().chartTextOf(engine, world.limits)(language);
  const errors = new Map<number, RenderError>();
  const tops = new Map<number, number>();
  const widgets: Widget[] = [];
  const styles = new TextStyles();
  const knownFamily = (families: readonly string[]): string => families.find((name) => engine.fonts.knows(name)) ?? families.at(-1)!;
  requests.forEach(({ style, element, src }, i) => {
    const flat = style.rotation % 180 === 0 ? style : { width: style.height, height: style.width };
    const box: Rect = { x: 0, y: 0, width: flat.width, height: flat.height + (element.kind === "list" ? ROUNDED : 0) };
    const own = styles.of(style, element, knownFamily);
    const draw = (given: LookRequest["element"]): ReturnType<typeof looksOf> => {
      const text = new FieldText(chart, own, src);
      const fitted = style.font.size === 0 && !element.multiline && element.kind !== "list" ? oneLine(text, own, given, style, box) : own;
      const frame = { ...style.frame, round: element.kind === "radio" };
      const name = "field";
      return looksOf({ name, ...given }, { text: fitted === own ? text : new FieldText(chart, fitted, src), frame, style: fitted, box });
    };
    let drawn: ReturnType<typeof looksOf>;
    try {
      drawn = draw(element);
    } catch (e) {
      if (!(e instanceof RenderError)) throw e;
      errors.set(i, e);
      const { value: _, ...empty } = element;
      drawn = draw(empty);
    }
    if (drawn.top > 0) tops.set(i, drawn.top);
    const source = resources.source(src);
    const rect = turned(box, style.rotation);
    const ops = (all: readonly DrawnOp[]): Widget["looks"][number]["frame"] =>
      opsAt(style.rotation === 0 ? all : rotated(all, style.rotation, box), -rect.x, -rect.y, { src, source }, resources);
    const looks = drawn.looks.map(({ on, frame, content }) => ({ on, frame: ops(frame), content: ops(content) }));
    for (const { frame, content } of looks) {
      resources.drawGlyphs(frame);
      resources.drawGlyphs(content);
    }
    const isButton = element.kind === "checkbox" || element.kind === "radio";
    widgets.push({
      field: 0,
      mark: i,
      rect: { x: 0, y: 0, width: round(rect.width), height: round(rect.height) },
      rotation: style.rotation,
      label: "",
      option: isButton ? "On" : null,
      border: null,
      background: null,
      symbol: isButton ? (element.mark ?? "check") : null,
      looks,
      source,
    });
  });
  const head: OpenTables = {
    version: 1,
    profile,
    tagged: false,
    attachments: [],
    form: { fields: [FIELD], fonts: [] },
    resources: resources.resources,
    sources: resources.sources,
  };
  return { head, widgets, errors, tops };
}

/** Has all widgets: their looks alone are written. */
const FIELD: FormField = {
  kind: "signature",
  name: "field",
  label: "Field",
  value: null,
  required: false,
  readOnly: false,
  flags: [],
  maxLength: null,
  options: [],
  top: 0,
  typed: null,
  source: 0,
};

/** Styles of text, one for equal fonts and places. */
class TextStyles {
  readonly #known = new Map<LookFont, Map<string, FieldTextStyle>>();

  of(style: WidgetStyle, element: LookRequest["element"], familyOf: (families: readonly string[]) => string): FieldTextStyle {
    const { font, align } = style;
    let known = this.#known.get(font);
    if (!known) this.#known.set(font, (known = new Map()));
    const place = `${align} ${element.multiline === true}`;
    const found = known.get(place) ?? textStyle(style, element, familyOf(font.families));
    known.set(place, found);
    return found;
  }
}

function textStyle({ font, align }: WidgetStyle, { multiline }: LookRequest["element"], family: string): FieldTextStyle {
  const isAuto = font.size === 0;
  const { look, paragraph } = resolveText(SERVICE_TEXT, {
    font_family: family,
    font_mode: "prefer",
    font_size: isAuto ? LARGEST : font.size,
    font_weight: font.bold ? "bold" : "normal",
    font_style: font.italic ? "italic" : "normal",
    color: font.color,
    text_align: align,
  });
  return {
    look: finishRun(look, false),
    direction: "auto",
    align: paragraph.align,
    rtl: false,
    lineHeight: null,
    shrinkTo: isAuto && multiline ? LEAST : null,
    wraps: multiline === true,
  };
}

/** Style of one line at the largest size that fits: text grows with its size. */
function oneLine(
  text: FieldText,
  style: FieldTextStyle,
  { value, options, comb, max_length: cells }: LookRequest["element"],
  { frame }: WidgetStyle,
  box: Rect,
): FieldTextStyle {
  const border = 2 * (frame.border?.width ?? 0);
  const { size } = style.look;
  const high = (box.height - border) / text.lineHeight;
  const label = options?.map((o) => (typeof o === "string" ? o : (o.label ?? o.value)))[0] ?? (value === undefined ? "" : String(value));
  const wide = comb && cells ? Infinity : label === "" ? Infinity : (box.width - border - 2 * PADDING) / text.widthOf(label);
  // a thousandth less: sizes are rounded when they are written
  const fitting = Math.floor(1000 * size * Math.min(1, high, wide)) / 1000;
  const best = Math.max(LEAST, fitting);
  return best === size ? style : { ...style, look: { ...style.look, size: best } };
}
