// Entropy-coded data of JPEG files, read to its end as decoders do.
import { PROGRESSIVE, readScans, type Frame, type JpegVisitor, type Store } from "../../compiler/picture/entropy/scans.js";

/**
 * Reads all scans of a file that `compiler/picture/jpeg.ts` has accepted.
 * @param admit receives the size before the picture data is read; its exceptions propagate
 * @throws JpegDamage, JpegExcess
 */
export function checkJpegData(bytes: Uint8Array, admit: (width: number, height: number) => void): void {
  const visitor: JpegVisitor = {
    excess: "refused",
    frame(frame) {
      admit(frame.width, frame.height);
      return frame.components.map((component) => storeOf(frame, component));
    },
    segment: () => undefined,
    scan: () => undefined,
    row: () => undefined,
  };
  readScans(bytes, visitor);
}

/** A refinement reads which coefficients are not zero; other scans read nothing of earlier ones. */
function storeOf({ sof, units }: Frame, { h, v }: { readonly h: number; readonly v: number }): Store {
  if (sof !== PROGRESSIVE) return { values: new Uint8Array(64), place: () => 0 };
  const across = units.across * h;
  return { values: new Uint8Array(64 * across * units.down * v), place: (x, y) => 64 * (y * across + x) };
}
