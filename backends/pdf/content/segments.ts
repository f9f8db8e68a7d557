// Paths as operators of path construction (ISO 32000-1, 8.5.2).
import type { Path } from "../../../ir/ir.js";
import type { ByteWriter } from "../syntax/bytes.js";

/** Verbs of paths. */
const [MOVE, CURVE, CLOSE] = [0x4d, 0x43, 0x5a];

/** Operators `m`, `l` and `c` are the verbs in lower case. */
const LOWER_CASE = 0x20;

/** Writes a path. `open`: omits a closing operator that is implied; rectangles may then begin at any corner. */
export function writeSegments(w: ByteWriter, { verbs, coords: c }: Path, open: boolean): void {
  let i = 0;
  for (let k = 0; k < verbs.length; k++) {
    const v = verbs.charCodeAt(k);
    if (v === MOVE && verbs.startsWith("MLLLZ", k)) {
      const corner = rectangle(c, i, open);
      if (corner >= 0) {
        const x = c[i + corner]!;
        const y = c[i + corner + 1]!;
        w.pair(x, y);
        w.pair(c[i + 4]! - x, c[i + 5 + corner]! - y);
        w.ascii("re\n");
        k += 4;
        i += 8;
        continue;
      }
    }
    if (v === CLOSE) {
      if (!open) w.ascii("h\n");
      continue;
    }
    if (v === CURVE) {
      w.pair(c[i]!, c[i + 1]!);
      w.pair(c[i + 2]!, c[i + 3]!);
      i += 4;
    }
    w.segment(c[i]!, c[i + 1]!, v + LOWER_CASE);
    i += 2;
  }
}

/**
 * First point for the operator `re`: 0, or 2 if the path starts vertically and `any` corner is allowed; -1 unless the points form an
 * upright rectangle.
 */
function rectangle(c: readonly number[], i: number, any: boolean): -1 | 0 | 2 {
  const [x0, y0, x2, y2] = [c[i]!, c[i + 1]!, c[i + 4]!, c[i + 5]!];
  if (c[i + 3] === y0 && c[i + 2] === x2 && c[i + 7] === y2 && c[i + 6] === x0) return 0;
  return any && c[i + 2] === x0 && c[i + 3] === y2 && c[i + 6] === x2 && c[i + 7] === y0 ? 2 : -1;
}
