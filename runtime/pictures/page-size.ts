// Pixels of a page that is drawn whole, counted before it is drawn.

/** A4 at 1200 dpi has 139 million. */
const MOST_PIXELS = 250_000_000;
/** Of drawing and encoding, in bytes per pixel. */
const BYTES = 10;

/** Points. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** A page cannot be drawn: the message has its number, from 1. */
export class PagePixelsError extends Error {}

/** Pixels that a process draws of a page within a bound of its memory. */
export const pixelsWithin = (memoryMb: number): number => Math.min(MOST_PIXELS, Math.floor((memoryMb * 1_000_000) / BYTES));

/** A partly covered pixel counts. */
const pixelsOf = ({ width, height }: Size, dpi: number): readonly [across: number, down: number] => [
  Math.ceil((width * dpi) / 72),
  Math.ceil((height * dpi) / 72),
];

export interface Resolution {
  readonly dpi: number;
  /** name of the caller's parameter */
  readonly named: string;
  /** pixels of a page; absent: what resvg's memory has room for */
  readonly most?: number | undefined;
}

/** @param indices of the pages in the document @throws PagePixelsError for the first page that has more pixels */
export function checkPixels(pages: readonly Size[], indices: readonly number[], { dpi, named, most = MOST_PIXELS }: Resolution): void {
  for (const [i, page] of pages.entries()) {
    const [across, down] = pixelsOf(page, dpi);
    if (across * down <= most) continue;
    const size = `${across} by ${down} pixels at ${dpi} dpi, more than ${most}`;
    throw new PagePixelsError(`page ${indices[i]! + 1} would have ${size}: ${named} must be at most ${dpiWithin(page, most)}`);
  }
}

/** The largest whole resolution. */
function dpiWithin(page: Size, most: number): number {
  const fits = (dpi: number): boolean => pixelsOf(page, dpi).reduce((a, b) => a * b) <= most;
  let dpi = Math.floor(72 * Math.sqrt(most / (page.width * page.height)));
  while (dpi > 1 && !fits(dpi)) dpi--;
  return dpi;
}
