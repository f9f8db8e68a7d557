import type { Rgb } from "../../ir/ir.js";
import type { TextLook } from "../box/text.js";
import type { FontWeight, RunStyle, TextAlign, TextDirection, TextOverflow, TextStyle, VerticalAlign } from "../request/types/text.js";

/** What text inherits on its way down: from settings, from the element, to a run. */
export interface TextScope {
  readonly look: TextLook;
  readonly paragraph: ParagraphLook;
  readonly frame: FrameLook;
}

export interface ParagraphLook {
  readonly align: TextAlign | "start";
  readonly direction: TextDirection;
  /** null = the primary face's */
  readonly lineHeight: number | null;
}

/** mm */
export interface FrameLook {
  readonly width: number | null;
  readonly height: number | null;
  readonly valign: VerticalAlign;
  readonly overflow: TextOverflow;
}

export const WEIGHTS: Readonly<Record<FontWeight, number>> = { normal: 400, medium: 500, semibold: 600, bold: 700 };

/** The service's own defaults (decisions §1). */
export const SERVICE_TEXT: TextScope = {
  look: { family: null, mode: "automatic", size: 12, weight: 400, weightDeclared: false, italic: false, color: "#000000", opacity: 1 },
  paragraph: { align: "start", direction: "auto", lineHeight: null },
  frame: { width: null, height: null, valign: "top", overflow: "visible" },
};

const blankToNull = (family: string | undefined): string | null => (family === undefined || family.trim() === "" ? null : family.trim());

/**
 * One step of the cascade for runs. A family brings its mode: `strict` where none is given beside it; without a family both are inherited
 * (element model, Font rules). A blank family is an absent one.
 */
export function resolveRun(up: TextLook, own: RunStyle | undefined): TextLook {
  if (!own) return up;
  const family = blankToNull(own.font_family);
  return {
    family: family ?? up.family,
    mode: family === null ? up.mode : (own.font_mode ?? "strict"),
    size: own.font_size ?? up.size,
    weight: own.font_weight ? WEIGHTS[own.font_weight] : up.weight,
    weightDeclared: up.weightDeclared || own.font_weight !== undefined,
    italic: own.font_style ? own.font_style === "italic" : up.italic,
    color: (own.color?.toUpperCase() as Rgb | undefined) ?? up.color,
    opacity: own.opacity ?? up.opacity,
  };
}

/** One step of the cascade for a plain text style with its shorthands. */
export function resolveText(up: TextScope, own: TextStyle | undefined): TextScope {
  if (!own) return up;
  return {
    look: resolveRun(up.look, own),
    paragraph: resolveParagraph(up.paragraph, { align: own.text_align, direction: own.direction, line_height: own.line_height }),
    frame: {
      width: own.width ?? up.frame.width,
      height: own.height ?? up.frame.height,
      valign: own.vertical_align ?? up.frame.valign,
      overflow: own.text_overflow ?? up.frame.overflow,
    },
  };
}

interface OwnParagraph {
  readonly align?: TextAlign | undefined;
  readonly direction?: TextDirection | undefined;
  readonly line_height?: number | undefined;
}

export function resolveParagraph(up: ParagraphLook, own: OwnParagraph | undefined): ParagraphLook {
  if (!own) return up;
  return { align: own.align ?? up.align, direction: own.direction ?? up.direction, lineHeight: own.line_height ?? up.lineHeight };
}
