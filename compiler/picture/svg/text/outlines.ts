import type { Matrix } from "../../../../ir/ir.js";
import type { Face } from "../../../text/font/face.js";
import type { Outline } from "../../../../base/glyph-pen.js";
import { OBLIQUE } from "../../../text/font/fonts.js";
import type { PlacedCluster } from "./set.js";
import { lookup } from "../../../../base/lookup.js";

export class GlyphOutlines {
  readonly #known = new Map<Face, Map<number, Outline>>();

  #outline(face: Face, gid: number): Outline {
    let known = this.#known.get(face);
    if (!known) this.#known.set(face, (known = new Map()));
    let outline = known.get(gid);
    if (!outline) known.set(gid, (outline = face.hb.outline(face.font(), gid)));
    return outline;
  }

  of(clusters: readonly PlacedCluster[]): string {
    const parts: string[] = [];
    for (const c of clusters) {
      const { leaf, item, word, from, to, place } = c;
      const write = writer(place, leaf.size, item.slanted ? OBLIQUE : 0, parts);
      let pen = 0;
      for (let k = from; k < to; k++) {
        const outline = this.#outline(item.context.face, word.ids[k]!);
        if (outline.verbs !== "") write(outline, pen + (word.offsets?.[2 * k] ?? 0), word.offsets?.[2 * k + 1] ?? 0);
        pen += word.advances[k]!;
      }
    }
    return parts.join("");
  }
}

const ARITY: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 };

function writer([a, b, c, d, e, f]: Matrix, size: number, slant: number, parts: string[]) {
  const s = size / 1000;
  // precision of 1/10,000 of the letter size
  const unit = 10 ** Math.max(0, Math.ceil(4 - Math.log10(Math.max(1e-12, size * Math.max(Math.hypot(a, b), Math.hypot(c, d))))));
  const number = (v: number): string => String(Math.round(v * unit) / unit);
  return ({ verbs, coords }: Outline, x: number, y: number): void => {
    let i = 0;
    for (const verb of verbs) {
      parts.push(verb);
      for (let n = lookup(ARITY, verb)!; n > 0; n -= 2, i += 2) {
        const up = coords[i + 1]! + y;
        const px = (coords[i]! + x + slant * up) * s;
        const py = -up * s;
        parts.push(number(a * px + c * py + e), " ", number(b * px + d * py + f), n > 2 ? " " : "");
      }
    }
  };
}
