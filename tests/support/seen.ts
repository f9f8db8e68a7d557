// Boxes of colours as poppler draws pages, regions of links as pdf.js reads them.
import { drawn } from "./drawn.js";
import { fileOf, pdfOf } from "./pdf.js";

const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");

/** mm from the upper left corner of the page. */
interface Seen {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const FINE = 10;

class SeenPage {
  constructor(
    readonly width: number,
    readonly height: number,
    readonly data: Uint8Array,
  ) {}

  box(color: string): Seen | null {
    const [r, g, b] = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
    return this.boxWhere((i) => this.data[i] === r && this.data[i + 1] === g && this.data[i + 2] === b);
  }

  ink(): Seen | null {
    return this.boxWhere((i) => this.data[i]! + this.data[i + 1]! + this.data[i + 2]! < 3 * 255);
  }

  private boxWhere(is: (i: number) => boolean): Seen | null {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++) {
        if (!is(3 * (y * this.width + x))) continue;
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
    if (right < left) return null;
    return { left: left / FINE, top: top / FINE, right: right / FINE, bottom: bottom / FINE };
  }
}

export const seenPages = async (request: object): Promise<readonly SeenPage[]> => seenPagesOf(fileOf(await pdfOf(request)));

export function seenPagesOf(file: string): readonly SeenPage[] {
  const pages = drawn(file, "-r", String(25.4 * FINE), "-aa", "no", "-aaVector", "no");
  return pages.map(({ width, height, data }) => new SeenPage(width, height, data));
}

/** A link's URL, and its region's boxes in millimetres: [left, top, right, bottom]. */
interface SeenLink {
  readonly url: string;
  readonly boxes: readonly (readonly number[])[];
}

export async function linksOf(pdf: Uint8Array): Promise<readonly (readonly SeenLink[])[]> {
  const doc = await getDocument({ data: pdf.slice(), verbosity: VerbosityLevel.ERRORS }).promise;
  const out: SeenLink[][] = [];
  for (let p = 1; p <= doc.numPages; p++) {
    const page = await doc.getPage(p);
    const high = page.view[3]!;
    const annotations = (await page.getAnnotations()) as readonly {
      readonly subtype: string;
      readonly unsafeUrl?: string;
      readonly url?: string;
      readonly rect: readonly number[];
      readonly quadPoints?: ArrayLike<number>;
    }[];
    const mm = (v: number): number => Math.round((v * 25.4 * 100) / 72) / 100;
    const box = (xs: readonly number[], ys: readonly number[]): readonly number[] => [
      mm(Math.min(...xs)),
      mm(high - Math.max(...ys)),
      mm(Math.max(...xs)),
      mm(high - Math.min(...ys)),
    ];
    out.push(
      annotations
        .filter((a) => a.subtype === "Link")
        .map(({ rect, quadPoints, unsafeUrl, url }) => {
          const quads = Array.from(quadPoints ?? []);
          const boxes: (readonly number[])[] = [];
          for (let i = 0; i + 7 < quads.length; i += 8) {
            const eight = quads.slice(i, i + 8);
            boxes.push(
              box(
                eight.filter((_, k) => k % 2 === 0),
                eight.filter((_, k) => k % 2 === 1),
              ),
            );
          }
          if (boxes.length === 0) boxes.push(box([rect[0]!, rect[2]!], [rect[1]!, rect[3]!]));
          return { url: unsafeUrl ?? url ?? "", boxes };
        }),
    );
  }
  await doc.destroy();
  return out;
}

/** pdf.js; mm from the upper left corner; pages from 1. */
export interface SeenText {
  readonly text: string;
  readonly page: number;
  readonly left: number;
  readonly baseline: number;
}

export async function textsOf(pdf: Uint8Array): Promise<readonly SeenText[]> {
  const doc = await getDocument({ data: pdf.slice(), verbosity: VerbosityLevel.ERRORS }).promise;
  const out: SeenText[] = [];
  for (let p = 1; p <= doc.numPages; p++) {
    const page = await doc.getPage(p);
    const high = page.view[3]!;
    const { items } = (await page.getTextContent()) as {
      readonly items: readonly { readonly str: string; readonly transform: readonly number[] }[];
    };
    for (const { str, transform } of items) {
      if (str.trim() === "") continue;
      out.push({ text: str, page: p, left: (transform[4]! * 25.4) / 72, baseline: ((high - transform[5]!) * 25.4) / 72 });
    }
  }
  await doc.destroy();
  return out;
}
