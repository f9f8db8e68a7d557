// Facts of a page: what is seen of its content and appearances, from the upper left corner of its crop box.
import { concatBytes } from "../../base/bytes.js";
import { appearancesOf } from "../../pdf-reader/page/annotations.js";
import type { PdfPage } from "../../pdf-reader/types.js";
import { ContentReader } from "./content.js";
import type { Drawing, Picture, Rect, Word } from "./facts.js";
import type { Matrix } from "./geometry.js";
import { seenOf, seenRect, type ToSeen } from "./seen.js";
import type { SharedParts } from "./shared.js";
import { onPage, type ActualTextOf } from "./surroundings.js";

const NEW_LINE = Uint8Array.of(10);

/** Marks of a page, with the text of its marked content. */
export interface PaintedPage {
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly words: readonly Word[];
  readonly drawings: readonly Drawing[];
  readonly pictures: readonly Picture[];
  /** By identifier: `"MCID"` of the page's content, `"FORM_OBJECT_NUMBER:MCID"` of a form's. */
  readonly marked: ReadonlyMap<string, { readonly text: string; readonly rect: Rect }>;
}

function mapOf(toSeen: ToSeen): Matrix {
  const [e, f] = toSeen(0, 0);
  const [[ax, ay], [cx, cy]] = [toSeen(1, 0), toSeen(0, 1)];
  return [ax - e, ay - f, cx - e, cy - f, e, f];
}

/** Reads what is painted on a page. @throws PdfFault over a budget */
export async function readPage(shared: SharedParts, page: PdfPage, actualTextOf: ActualTextOf): Promise<PaintedPage> {
  const toSeen = seenOf(page);
  const [, , width, height] = seenRect(toSeen, page.boxes.crop);
  const reader = new ContentReader(shared, [0, 0, width, height], mapOf(toSeen), onPage(actualTextOf));
  const parts = page.contents.flatMap((stream) => [shared.contentOf(stream), NEW_LINE]);
  reader.run(concatBytes(parts), page.resources);
  for (const { form, ref, matrix: place } of appearancesOf(shared.file, page, shared.optional))
    reader.appearance(form, place, ref?.num ?? null, page.resources);
  const words = reader.words.finish();
  const pictures: Picture[] = [];
  for (const picture of reader.pictures) {
    const { pixels } = picture;
    pictures.push({ ...picture, pixels: typeof pixels === "string" ? pixels : await pixels() });
  }
  return { width, height, rotation: page.rotate, words, drawings: reader.drawings, pictures, marked: reader.words.marked() };
}
