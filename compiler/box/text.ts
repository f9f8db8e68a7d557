import type { Rgb } from "../../ir/ir.js";
import type { Src } from "../core/src.js";

/** How characters look, with nothing left to inherit. Interned by lowering: equal looks are one object. Lengths are points. */
export interface TextLook {
  readonly family: string | null;
  readonly mode: "automatic" | "prefer" | "strict";
  readonly size: number;
  readonly weight: number;
  readonly weightDeclared: boolean;
  readonly italic: boolean;
  readonly color: Rgb;
  readonly opacity: number;
}

/** What only the finished layout knows. */
export type Variable = "page" | "total_pages";

export interface StyledRun {
  /** the characters, or the variable that stands for them */
  readonly text: string | { readonly variable: Variable };
  readonly look: TextLook;
  readonly src: Src;
}

/** A paragraph before shaping: its text is that of its runs in order; `\n` ends a line, `\t` is a tab. */
export interface StyledParagraph {
  readonly runs: readonly StyledRun[];
  readonly align: "start" | "left" | "center" | "right" | "justify";
  readonly direction: "auto" | "ltr" | "rtl";
  /** multiple of the font size; null = the primary face's default */
  readonly lineHeight: number | null;
  readonly language: string;
  /** look of an empty paragraph */
  readonly look: TextLook;
  readonly src: Src;
}
