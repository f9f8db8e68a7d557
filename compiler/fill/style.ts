// Style of a field's text and frame, from its dictionaries (FM-44).
import { deviceColour } from "../../pdf-reader/device-colour.js";
import { arrayOf, dictOf, inheritedOf, nameOf, numberOf, textOf } from "../../pdf-reader/objects.js";
import { boxOf } from "../../pdf-reader/pages.js";
import { PdfString, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { latin } from "../../pdf-reader/lexer.js";
import type { FieldMark, Rgb } from "../../ir/ir.js";
import type { FieldFrame } from "../draw/field.js";

/** Text of a look. Points. */
export interface LookFont {
  /** names to look for, the likeliest first */
  readonly families: readonly string[];
  readonly bold: boolean;
  readonly italic: boolean;
  /** 0: as large as fits */
  readonly size: number;
  readonly color: Rgb;
}

export interface WidgetStyle {
  readonly font: LookFont;
  readonly align: "left" | "center" | "right";
  readonly frame: Omit<FieldFrame, "round">;
  /** width in the page's space, points */
  readonly width: number;
  readonly height: number;
  /** clockwise, as elements are turned */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly mark: FieldMark | null;
  readonly caption: string;
}

/** Names of readers for the standard fonts. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["Helv", "Helvetica"],
  ["HeBo", "Helvetica-Bold"],
  ["HeOb", "Helvetica-Oblique"],
  ["HeBO", "Helvetica-BoldOblique"],
  ["TiRo", "Times-Roman"],
  ["TiBo", "Times-Bold"],
  ["TiIt", "Times-Italic"],
  ["TiBI", "Times-BoldItalic"],
  ["Cour", "Courier"],
  ["CoBo", "Courier-Bold"],
  ["CoOb", "Courier-Oblique"],
  ["CoBO", "Courier-BoldOblique"],
]);
const [FIXED_PITCH, SERIF] = [1, 2];
const [SANS, SERIFS, MONO] = ["Noto Sans", "Noto Serif", "Noto Sans Mono"] as const;
/** Characters of ZapfDingbats, by which readers know the marks. */
const MARKS: ReadonlyMap<string, FieldMark> = new Map([
  ["4", "check"],
  ["l", "circle"],
  ["8", "cross"],
  ["n", "square"],
  ["u", "diamond"],
  ["H", "star"],
]);
const BORDERS: ReadonlyMap<string, "solid" | "dashed" | "underline"> = new Map([
  ["D", "dashed"],
  ["U", "underline"],
]);
/** Dashes of a dashed underline: other files have them for borders without dashes, too. */
const DASHES = "3 3";
const ALIGNS = ["left", "center", "right"] as const;

/** Styles of the widgets of a file; those with equal texts of /DA have one font. */
export class WidgetStyles {
  readonly #fonts = new Map<string, LookFont>();

  constructor(
    readonly file: PdfFile,
    readonly acro: PdfDict | null,
  ) {}

  /** Null without an area. */
  of(widget: PdfDict): WidgetStyle | null {
    return styleOf(this.file, this.acro, widget, this.#font(widget));
  }

  #font(widget: PdfDict): LookFont {
    const { file, acro } = this;
    const given = inheritedOf(file, widget, "DA") ?? file.get(acro?.get("DA"));
    const text = given instanceof PdfString ? latin(given.bytes) : "";
    const known = this.#fonts.get(text);
    if (known) return known;
    const font = fontOf(file, acro, text);
    this.#fonts.set(text, font);
    return font;
  }
}

function styleOf(file: PdfFile, acro: PdfDict | null, widget: PdfDict, font: LookFont): WidgetStyle | null {
  const rect = boxOf(widget.get("Rect"), file.get);
  if (rect === null) return null;
  const mk = dictOf(file.get(widget.get("MK"))) ?? new Map<string, PdfObject>();
  const bs = dictOf(file.get(widget.get("BS")));
  const border = arrayOf(file.get(widget.get("Border")));
  const given = (bs ? numberOf(file.get(bs.get("W"))) : border ? numberOf(file.get(border[2])) : null) ?? 1;
  const color = colorOf(file, mk.get("BC"));
  const turn = numberOf(file.get(mk.get("R"))) ?? 0;
  const q = numberOf(file.get(inheritedOf(file, widget, "Q") ?? acro?.get("Q"))) ?? 0;
  return {
    font,
    align: ALIGNS[q] ?? "left",
    frame: {
      background: colorOf(file, mk.get("BG")),
      border: color !== null && given > 0 ? { color, width: given, style: borderOf(file, bs) } : null,
    },
    width: rect[2] - rect[0],
    height: rect[3] - rect[1],
    rotation: turn % 90 === 0 ? ((((-turn % 360) + 360) % 360) as WidgetStyle["rotation"]) : 0,
    mark: MARKS.get(textOf(file, mk.get("CA")) ?? "") ?? null,
    caption: textOf(file, mk.get("CA")) ?? "",
  };
}

function borderOf(file: PdfFile, bs: PdfDict | null): NonNullable<FieldFrame["border"]>["style"] {
  const style = BORDERS.get((bs && nameOf(file.get(bs.get("S")))) ?? "S") ?? "solid";
  const dashes = arrayOf(file.get(bs?.get("D")))?.map((v) => numberOf(file.get(v)));
  return style === "underline" && dashes?.join(" ") === DASHES ? "dashed_underline" : style;
}

const colorOf = (file: PdfFile, given: PdfObject | undefined): Rgb | null =>
  deviceColour((arrayOf(file.get(given)) ?? []).map((v) => numberOf(file.get(v)) ?? 0));

/** Operators of /DA: font, size and colour. */
function fontOf(file: PdfFile, acro: PdfDict | null, operators: string): LookFont {
  const tokens = operators.trim().split(/[\s\0]+/);
  let name = "Helv";
  let size = 0;
  let color: Rgb = "#000000";
  tokens.forEach((token, i) => {
    const numbers = (n: number): number[] => tokens.slice(Math.max(0, i - n), i).map((t) => Number(t) || 0);
    if (token === "Tf" && i >= 2) {
      name = tokens[i - 2]!.replace(/^\//, "").replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      size = Math.abs(Number(tokens[i - 1]) || 0);
    } else if (token === "g") color = deviceColour(numbers(1)) ?? color;
    else if (token === "rg") color = deviceColour(numbers(3)) ?? color;
    else if (token === "k") color = deviceColour(numbers(4)) ?? color;
  });
  const fonts = dictOf(file.get(dictOf(file.get(acro?.get("DR")))?.get("Font")));
  const font = dictOf(file.get(fonts?.get(name)));
  const base = nameOf(file.get(font?.get("BaseFont"))) ?? NAMES.get(name) ?? name;
  const flags = numberOf(file.get(dictOf(file.get(font?.get("FontDescriptor")))?.get("Flags"))) ?? 0;
  return { ...facesOf(base, flags), size, color };
}

const STYLE = /[-,\s]?(?:(?:Semi|Demi)?Bold|Italic|Oblique|Regular|Roman|BoldMT|PSMT|PS|MT)+$/i;

function facesOf(base: string, flags: number): Pick<LookFont, "families" | "bold" | "italic"> {
  // a subset has six letters before its name
  const full = base.replace(/^[A-Z]{6}\+/, "");
  let family = full;
  for (let before = ""; before !== family && family !== "";) {
    before = family;
    family = family.replace(STYLE, "");
  }
  const lower = full.toLowerCase();
  const generic = /cour|mono|typewriter|consol/.test(lower)
    ? MONO
    : /helv|arial|sans/.test(lower)
      ? SANS
      : /times|serif|georgia|garamond|roman/.test(lower)
        ? SERIFS
        : (flags & FIXED_PITCH) !== 0
          ? MONO
          : (flags & SERIF) !== 0
            ? SERIFS
            : SANS;
  return { families: [...(family === "" ? [] : [family]), generic], bold: /bold|black|heavy/.test(lower), italic: /ital|obli/.test(lower) };
}
