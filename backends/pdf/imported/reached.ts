// Content of imported pages at or below a destination (AX-13).
import type { PdfPage } from "../../../pdf-reader/types.js";
import { lowestMarks } from "../../../pdf-reader/page/lowest.js";
import type { BlobId, Destination, ImportedContent } from "../../../ir/ir.js";
import { upright, type SourcePages } from "./pages.js";

/** points; rounding of coordinates */
const TOLERANCE = 0.01;

/** True for content that reaches the place, or ends below it. @param number of the page in its file, from 1 */
export function reachedFrom(
  pages: SourcePages,
  blob: BlobId,
  number: number,
  destination: Destination,
): (content: ImportedContent) => boolean {
  const { contents, source, lowest } = pages.of(blob);
  const page = source.page(number);
  const height = heightOf(destination, page);
  if (height === null) return () => true;
  let marks = lowest.get(number);
  if (!marks) lowest.set(number, (marks = lowestMarks(contents, page, upright(page.boxes.crop, page.rotate))));
  const { mcids, forms, annotations } = marks;
  return ({ mcid, form, annotation }) => {
    const y = annotation !== undefined ? annotations.get(annotation) : form === undefined ? mcids.get(mcid!) : forms.get(form)?.get(mcid!);
    return y !== undefined && y <= height + TOLERANCE;
  };
}

/** Returns the height over the lower edge of the page as shown; null for the whole page. */
function heightOf({ y, view }: Destination, { boxes, rotate, userUnit }: PdfPage): number | null {
  const [left, bottom, right, top] = boxes.crop;
  if (!view) return (rotate % 180 === 0 ? top - bottom : right - left) - y / userUnit;
  const [, b, , d, , f] = upright(boxes.crop, rotate);
  const at = (u: number | null | undefined, v: number | null | undefined): number | null =>
    (b !== 0 && typeof u !== "number") || (d !== 0 && typeof v !== "number") ? null : b * (u ?? 0) + d * (v ?? 0) + f;
  const [one, two, three, four] = view.at;
  switch (view.fit) {
    case "XYZ":
      return at(one, two);
    case "FitH":
    case "FitBH":
      return at(null, one);
    case "FitV":
    case "FitBV":
      return at(one, null);
    case "FitR":
      return Math.max(at(one, two) ?? -Infinity, at(three, four) ?? -Infinity);
    case "Fit":
    case "FitB":
      return null;
  }
}
