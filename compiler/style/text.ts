import { declaredColor } from "../../ir/values.js";
import type { ComputedDecoration, ComputedHighlight, ComputedText, WrapPolicy } from "../box/text.js";
import { normalName } from "../core/families.js";
import { pt } from "../core/units.js";
import { joinVariations, type DeclaredVariations } from "../core/variations.js";
import type {
  Decoration,
  FontFeatures,
  FontVariations,
  FontWeight,
  Highlight,
  LinkStyle,
  RunStyle,
  TextAlign,
  TextDirection,
  TextOverflow,
  TextStyle,
  VerticalAlign,
} from "../request/types/text.js";

/** Styles of text from the settings down to a run. */
export interface TextScope {
  readonly look: ComputedRun;
  readonly paragraph: ComputedParagraph;
  readonly frame: ComputedFrame;
}

export interface ComputedRun extends ComputedText {
  readonly linkStyle: LinkStyle | null;
}

export interface ComputedParagraph {
  readonly align: TextAlign | "start";
  readonly direction: TextDirection;
  /** null: the primary face's */
  readonly lineHeight: number | null;
  readonly wrap: WrapPolicy;
}

/** Lengths in mm. */
export interface ComputedFrame {
  readonly width: number | null;
  readonly height: number | null;
  readonly valign: VerticalAlign;
  readonly overflow: TextOverflow;
  readonly shrink: boolean;
  /** points */
  readonly minSize: number;
}

/** usWeightClass */
const WEIGHTS: Readonly<Record<Exclude<FontWeight, number>, number>> = { normal: 400, medium: 500, semibold: 600, bold: 700 };

const weightOf = (weight: FontWeight): number => (typeof weight === "number" ? weight : WEIGHTS[weight]);

/** (decisions §1, Default text) */
export const SERVICE_TEXT: TextScope = {
  look: {
    family: null,
    mode: "automatic",
    size: 12,
    weight: 400,
    weightDeclared: false,
    italic: false,
    color: "#000000",
    opacity: 1,
    letterSpacing: 0,
    features: "",
    emojiFamily: null,
    variations: null,
    script: "normal",
    highlight: null,
    decoration: null,
    linkStyle: null,
  },
  paragraph: { align: "start", direction: "auto", lineHeight: null, wrap: "normal" },
  frame: { width: null, height: null, valign: "top", overflow: "visible", shrink: false, minSize: 4 },
};

const blankToNull = (family: string | undefined): string | null => (family === undefined || family.trim() === "" ? null : family.trim());

/** A family brings its mode, `strict` by default; else both are inherited (element model, Font rules). Blank is absent. */
export function resolveRun(up: ComputedRun, own: RunStyle | undefined): ComputedRun {
  if (!own) return up;
  const family = blankToNull(own.font_family);
  const run: ComputedRun = {
    family: family ?? up.family,
    mode: family === null ? up.mode : (own.font_mode ?? "strict"),
    size: own.font_size ?? up.size,
    weight: own.font_weight === undefined ? up.weight : weightOf(own.font_weight),
    weightDeclared: up.weightDeclared || own.font_weight !== undefined,
    italic: own.font_style ? own.font_style === "italic" : up.italic,
    color: declaredColor(own.color) ?? up.color,
    opacity: own.opacity ?? up.opacity,
    letterSpacing: own.letter_spacing === undefined ? up.letterSpacing : pt(own.letter_spacing),
    features: own.font_features ? joinFeatures(up.features, own.font_features) : up.features,
    emojiFamily: blankToNull(own.emoji_family) ?? up.emojiFamily,
    variations: variationsIn(up, family, own.font_variations),
    script: own.script ?? up.script,
    highlight: own.highlight ? resolveHighlight(own.highlight) : up.highlight,
    decoration: own.decoration ? resolveDecoration(own.decoration) : up.decoration,
    linkStyle: own.link_style ?? up.linkStyle,
  };
  // a text that declares its frame alone has the run that it inherits
  return sameLook(run, up) && run.linkStyle === up.linkStyle ? up : run;
}

/** True if all fields are equal; highlights and decorations, if they are the same object. */
export const sameLook = (a: ComputedText, b: ComputedText): boolean =>
  a.family === b.family &&
  a.mode === b.mode &&
  a.size === b.size &&
  a.weight === b.weight &&
  a.weightDeclared === b.weightDeclared &&
  a.italic === b.italic &&
  a.color === b.color &&
  a.opacity === b.opacity &&
  a.letterSpacing === b.letterSpacing &&
  a.features === b.features &&
  a.emojiFamily === b.emojiFamily &&
  a.variations?.key === b.variations?.key &&
  a.script === b.script &&
  a.highlight === b.highlight &&
  a.decoration === b.decoration;

/** Another family has other axes (FT-21). */
function variationsIn(up: ComputedRun, family: string | null, own: FontVariations | undefined): DeclaredVariations | null {
  if (!own && family === null) return up.variations;
  const isOther = family !== null && (up.family === null || normalName(family) !== normalName(up.family));
  const inherited = isOther ? null : up.variations;
  return own ? joinVariations(inherited, own) : inherited;
}

/** Features tag by tag: those of `own` before inherited ones (decisions §8.7). */
function joinFeatures(up: string, own: FontFeatures): string {
  const all = new Map<string, string | number>(Object.entries(own));
  for (const feature of up.split(" ")) if (feature !== "" && !all.has(feature.slice(0, 4))) all.set(feature.slice(0, 4), feature.slice(5));
  return [...all]
    .map(([tag, value]) => `${tag}=${value}`)
    .sort()
    .join(" ");
}

const resolveHighlight = (h: Highlight): ComputedHighlight => ({
  color: declaredColor(h.color) ?? "#FFFF00",
  opacity: h.opacity ?? 1,
  radius: pt(h.corner_radius ?? 0),
  padding: pt(h.padding ?? 0),
});

const resolveDecoration = (d: Decoration): ComputedDecoration => ({
  lines: [...new Set(d.lines)],
  color: declaredColor(d.color) ?? null,
  thickness: d.thickness === undefined ? null : pt(d.thickness),
  style: d.style ?? "solid",
});

/** Its link style requires a link (decisions §1, Link style). */
export function finishRun(run: ComputedRun, linked: boolean): ComputedText {
  const { linkStyle } = run;
  // several times faster than omitting one
  const look: ComputedText = {
    family: run.family,
    mode: run.mode,
    size: run.size,
    weight: run.weight,
    weightDeclared: run.weightDeclared,
    italic: run.italic,
    color: run.color,
    opacity: run.opacity,
    letterSpacing: run.letterSpacing,
    features: run.features,
    emojiFamily: run.emojiFamily,
    variations: run.variations,
    script: run.script,
    highlight: run.highlight,
    decoration: run.decoration,
  };
  if (!linked || !linkStyle) return look;
  return {
    ...look,
    color: declaredColor(linkStyle.color) ?? look.color,
    decoration: linkStyle.decoration ? resolveDecoration(linkStyle.decoration) : look.decoration,
    weight: linkStyle.font_weight === undefined ? look.weight : weightOf(linkStyle.font_weight),
    weightDeclared: look.weightDeclared || linkStyle.font_weight !== undefined,
    italic: linkStyle.font_style ? linkStyle.font_style === "italic" : look.italic,
  };
}

export function resolveText(up: TextScope, own: TextStyle | undefined): TextScope {
  if (!own) return up;
  return {
    look: resolveRun(up.look, own),
    paragraph: resolveParagraph(up.paragraph, {
      align: own.text_align,
      direction: own.direction,
      line_height: own.line_height,
      wrap: own.wrap_policy,
    }),
    frame: {
      width: own.width ?? up.frame.width,
      height: own.height ?? up.frame.height,
      valign: own.vertical_align ?? up.frame.valign,
      overflow: own.text_overflow ?? up.frame.overflow,
      shrink: own.shrink_to_fit ?? up.frame.shrink,
      minSize: own.min_font_size ?? up.frame.minSize,
    },
  };
}

interface OwnParagraph {
  readonly align?: TextAlign | undefined;
  readonly direction?: TextDirection | undefined;
  readonly line_height?: number | undefined;
  readonly wrap?: WrapPolicy | undefined;
}

export function resolveParagraph(up: ComputedParagraph, own: OwnParagraph | undefined): ComputedParagraph {
  if (!own) return up;
  return {
    align: own.align ?? up.align,
    direction: own.direction ?? up.direction,
    lineHeight: own.line_height ?? up.lineHeight,
    wrap: own.wrap ?? up.wrap,
  };
}
