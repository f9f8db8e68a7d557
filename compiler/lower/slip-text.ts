// Texts of payment slips: Liberation Sans on given baselines, in lines that are already broken.
import type { ContainerChild } from "../box/box.js";
import type { StyledParagraph } from "../box/text.js";
import type { Src } from "../core/src.js";
import { literalInlines } from "../request/build.js";
import { SLIP_FAMILY } from "../request/named-families.js";
import type { ParagraphBlock } from "../request/types/text.js";
import { resolveText, SERVICE_TEXT } from "../style/text.js";
import { PARAGRAPH, textSpeech } from "./meaning.js";
import type { Site } from "./scope.js";
import { lowerText } from "./text.js";

/** Size in points. */
export interface SlipLook {
  readonly size: number;
  readonly bold: boolean;
}

interface StyledText {
  readonly text: string;
  readonly look: SlipLook;
}

/** Ascender of Liberation Sans, em. */
const ASCENDER = 1854 / 2048;
const DESCENDER = 434 / 2048;
const ELLIPSIS = "…";

/** Returns the advance of a line from baseline to baseline, points. */
export const lineAdvance = (size: number): number => size + 1;

export class SlipText {
  /** em */
  readonly ascender = ASCENDER;

  constructor(
    readonly src: Src,
    readonly site: Site,
  ) {}

  /** Returns the width of a text on one line, points. */
  width(text: string, look: SlipLook): number {
    return text === "" ? 0 : this.site.cx.lineWidth(this.#lowered(literalInlines(text), look).paragraphs[0] as StyledParagraph);
  }

  /** Cuts a text with an ellipsis if it is wider than `room`, points. */
  cut(text: string, room: number, look: SlipLook): string {
    if (this.width(text, look) <= room) return text;
    const characters = [...text];
    let [least, most] = [0, characters.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (this.width(characters.slice(0, middle).join("") + ELLIPSIS, look) <= room) least = middle;
      else most = middle - 1;
    }
    return characters.slice(0, least).join("").trimEnd() + ELLIPSIS;
  }

  /** A paragraph of lines. Points; `baseline`: that of the first */
  lines(lines: readonly string[], x: number, baseline: number, look: SlipLook): ContainerChild {
    return this.#placed(literalInlines(lines.join("\n")), x, baseline, look);
  }

  /** A paragraph of one line in several looks of one size. */
  line(parts: readonly StyledText[], x: number, baseline: number, look: SlipLook): ContainerChild {
    const inlines = parts.flatMap(({ text, look: { bold } }) => literalInlines(text, bold ? { font_weight: "bold" } : {}));
    return this.#placed(inlines, x, baseline, look);
  }

  #placed(inlines: ParagraphBlock["inlines"], x: number, baseline: number, look: SlipLook): ContainerChild {
    const { size } = look;
    const top = baseline - (lineAdvance(size) - (ASCENDER + DESCENDER) * size) / 2 - ASCENDER * size;
    const { kind, id, src, paragraphs, frame, keep } = this.#lowered(inlines, look);
    return { x, y: top, fromRight: false, room: null, box: { kind, id, src, z: 0, tag: PARAGRAPH, link: null, paragraphs, frame, keep } };
  }

  #lowered(inlines: ParagraphBlock["inlines"], { size, bold }: SlipLook): ReturnType<typeof lowerText> {
    const { site, src } = this;
    const text = resolveText(SERVICE_TEXT, {
      font_family: SLIP_FAMILY,
      font_size: size,
      font_weight: bold ? "bold" : "normal",
      line_height: lineAdvance(size) / size,
      wrap_policy: "no_wrap",
      text_align: "left",
      direction: "ltr",
    });
    const content = { blocks: [{ type: "paragraph" as const, inlines }] };
    return lowerText({ type: "text", content }, src, { scope: { ...site.scope, text }, cx: site.cx }, textSpeech(PARAGRAPH, site.spoken));
  }
}

/** Lines of a text at most `width` wide, broken at spaces, or in a word that is wider itself. */
export function wrapLines(text: string, width: number, widthOf: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ +/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const c of word) {
      if (line !== "" && widthOf(line + c) > width) {
        lines.push(line);
        line = "";
      }
      line += c;
    }
  }
  return line === "" ? lines : [...lines, line];
}
