// Links of a page: where they are, and where they lead (ISO 32000-2, 12.5.6.5; DF-12).
import { arrayOf, dictOf, nameOf, numberOf, textOf } from "../../pdf-reader/objects.js";
import { boxOf } from "../../pdf-reader/pages.js";
import type { PdfBox, PdfDict, PdfFile, PdfPage } from "../../pdf-reader/types.js";
import { colourOf } from "./annotation-colour.js";
import type { Destinations } from "./destinations.js";
import type { LinkFact } from "./facts.js";
import { mmOf, seenRect, type ToSeen } from "./seen.js";

/** Flags Hidden and NoView (table 167). */
const UNSEEN = 2 | 32;
/** Points by which corners of a quadrilateral may be outside of the rectangle of their annotation. */
const SLACK = 0.5;

/** Returns the links of a page in file order, one for each rectangle; hidden ones and those outside of the page are left out. */
export function linksOf(file: PdfFile, page: PdfPage, toSeen: ToSeen, destinations: Destinations): readonly LinkFact[] {
  return page.annots.flatMap((dict) => {
    if (nameOf(file.get(dict.get("Subtype"))) !== "Link" || (numberOf(file.get(dict.get("F"))) ?? 0) & UNSEEN) return [];
    if (!destinations.optional.isVisible(dict.get("OC"))) return [];
    const target = destinations.of(dict);
    if (target === null) return [];
    const fact = { ...target, alt: textOf(file, dict.get("Contents")) ?? "", border: borderOf(file, dict, page) };
    return boxesOf(file, dict)
      .filter((box) => isOnPage(box, page.boxes.crop))
      .map((box) => ({ rect: seenRect(toSeen, box), ...fact }));
  });
}

const isOnPage = ([left, bottom, right, top]: PdfBox, crop: PdfBox): boolean =>
  right > crop[0] && left < crop[2] && top > crop[1] && bottom < crop[3];

/** Boxes of the quadrilaterals, if all are in the rectangle; else the rectangle. */
function boxesOf(file: PdfFile, dict: PdfDict): readonly PdfBox[] {
  const rect = boxOf(dict.get("Rect"), file.get);
  if (rect === null) return [];
  const quads = arrayOf(file.get(dict.get("QuadPoints"))) ?? [];
  file.step(quads.length);
  const out: PdfBox[] = [];
  for (let i = 0; i + 7 < quads.length; i += 8) {
    const [ax, ay, bx, by, cx, cy, dx, dy] = quads.slice(i, i + 8).map((n) => numberOf(file.get(n)));
    if (ax == null || ay == null || bx == null || by == null || cx == null || cy == null || dx == null || dy == null) return [rect];
    const box: PdfBox = [Math.min(ax, bx, cx, dx), Math.min(ay, by, cy, dy), Math.max(ax, bx, cx, dx), Math.max(ay, by, cy, dy)];
    if (box[0] < rect[0] - SLACK || box[1] < rect[1] - SLACK || box[2] > rect[2] + SLACK || box[3] > rect[3] + SLACK) return [rect];
    out.push(box);
  }
  return out.length === 0 ? [rect] : out;
}

/** Width in mm, colour, style; empty for a border that is not drawn. */
function borderOf(file: PdfFile, dict: PdfDict, page: PdfPage): string {
  const style = dictOf(file.get(dict.get("BS")));
  const border = arrayOf(file.get(dict.get("Border")));
  const width = (style ? numberOf(file.get(style.get("W"))) : border && numberOf(file.get(border[2]))) ?? 1;
  const colour = colourOf(file, dict.get("C"));
  if (!(width > 0) || colour === null) return "";
  const dash = arrayOf(file.get(style ? style.get("D") : border?.[3]));
  const kind = style ? (nameOf(file.get(style.get("S"))) ?? "S") : dash && dash.length > 0 ? "D" : "S";
  const dashes =
    kind === "D"
      ? ` dash ${(dash ?? [3])
          .slice(0, 8)
          .map((n) => numberOf(file.get(n)) ?? 0)
          .join(",")}`
      : "";
  return `${Math.round(mmOf(width, page) * 1000) / 1000} ${colour}${kind === "S" ? "" : ` ${kind}`}${dashes}`;
}
