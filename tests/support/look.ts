import { paragraphOf, type ComputedText, type ParagraphStyle, type StyledParagraph, type StyledRun } from "../../compiler/box/text.js";
import { ROOT } from "../../compiler/core/src.js";

export const LOOK: ComputedText = {
  family: null,
  mode: "automatic",
  size: 10,
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
};

const STYLE: ParagraphStyle = { align: "start", direction: "auto", lineHeight: null, wrap: "normal" };

export const styledRun = (text: string, look = LOOK, src = ROOT): StyledRun => ({ text, look, link: null, src });

export const styledParagraph = (runs: readonly StyledRun[], more: Partial<StyledParagraph> = {}): StyledParagraph => ({
  ...paragraphOf(STYLE, { runs, breakBefore: false, language: "en", languageDeclared: false, look: LOOK, src: ROOT }),
  ...more,
});
