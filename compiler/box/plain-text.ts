// One object, since tables and charts have thousands of them.
import type { Src } from "../core/src.js";
import type { LineKeep, SimpleText, TextFrame } from "./box.js";
import type { Tag } from "./common.js";
import type { StyledParagraph, StyledRun, TextStyle } from "./text.js";

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 };

/** A frame as wide as its space and as high as its lines, which is never broken. */
export const UNFRAMED: TextFrame = {
  width: "space",
  height: null,
  overflow: "visible",
  valign: "top",
  rotation: 0,
  padding: NO_INSETS,
  fill: null,
  stroke: null,
  columns: 1,
  columnGap: 0,
  shrinkTo: null,
  path: null,
};

export const NO_LINE_KEEP: LineKeep = { orphans: 1, widows: 1 };

/** One run without variables and links; the text is not empty. */
export class PlainText implements SimpleText {
  readonly kind = "text";
  readonly plain: SimpleText = this;
  face: object | null | undefined = undefined;
  plainFace: object | null = null;

  constructor(
    readonly id: number,
    readonly src: Src,
    readonly tag: Tag,
    readonly text: string,
    readonly style: TextStyle,
  ) {}

  get z(): number {
    return 0;
  }
  get link(): null {
    return null;
  }
  get frame(): TextFrame {
    return UNFRAMED;
  }
  get keep(): LineKeep {
    return NO_LINE_KEEP;
  }
  get paragraphs(): readonly StyledParagraph[] {
    return [this];
  }

  get runs(): readonly StyledRun[] {
    return [{ text: this.text, look: this.style.look, link: null, src: this.src }];
  }
  get align(): StyledParagraph["align"] {
    return this.style.paragraph.align;
  }
  get direction(): StyledParagraph["direction"] {
    return this.style.paragraph.direction;
  }
  get lineHeight(): number | null {
    return this.style.paragraph.lineHeight;
  }
  get wrap(): StyledParagraph["wrap"] {
    return this.style.paragraph.wrap;
  }
  get indent(): number {
    return 0;
  }
  get indentEnd(): number {
    return 0;
  }
  get indentFirst(): number {
    return 0;
  }
  get marker(): null {
    return null;
  }
  get item(): null {
    return null;
  }
  get breakBefore(): boolean {
    return false;
  }
  get language(): string {
    return this.style.language;
  }
  get languageDeclared(): boolean {
    return this.style.languageDeclared;
  }
  get lang(): StyledParagraph["lang"] {
    return typeof this.tag === "object" && "role" in this.tag ? this.tag.lang : undefined;
  }
  get look(): StyledParagraph["look"] {
    return this.style.look;
  }

  toJSON(): object {
    const { kind, id, src, tag, text, style } = this;
    return { kind, id, src, tag, text, style };
  }
}
