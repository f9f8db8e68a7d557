// Placement of glyph clusters in SVG text (SVG 2, 11.5).
import { IDENTITY, multiply, rotation } from "../../../../ir/geometry.js";
import type { Matrix, Rect } from "../../../../ir/ir.js";
import { bounds } from "../../../../ir/geometry.js";
import type { FontLibrary } from "../../../text/font/fonts.js";
import { charFlags, FLAG } from "../../../text/unicode/ucd.js";
import { bracketOf } from "../../../text/unicode/bidi-data.js";
import type { Style } from "../style/style.js";
import { walk, type SvgElement } from "../tree/tree.js";
import { loweredBy, metricsOf } from "./baseline.js";
import { clustersOf, type Chunk, type Cluster } from "./clusters.js";
import { Curve, curveOf } from "./curve.js";
import type { Leaf } from "./leaves.js";
import { fontSizeOf, lengthOf } from "./lengths.js";
import { positionsOf, rangesOf, type Positions } from "./positions.js";

/** `place`: glyph to text space, origin on the baseline. */
export interface PlacedCluster extends Cluster {
  readonly place: Matrix;
}

export interface SetText {
  readonly text: SvgElement;
  readonly leaves: readonly Leaf[];
  readonly characters: string;
  readonly clusters: readonly PlacedCluster[];
}

interface TextSetting {
  readonly styles: ReadonlyMap<SvgElement, Style>;
  readonly fonts: FontLibrary;
  /** element by id */
  readonly named: (id: string) => SvgElement | undefined;
}

interface Part extends Chunk {
  readonly path: SvgElement | null;
  readonly clusters: Cluster[];
}

export function setText(text: SvgElement, leaves: readonly Leaf[], cx: TextSetting): SetText {
  const characters = leaves.map((l) => l.text).join("");
  const positions = positionsOf(text, leaves, characters);
  const style = cx.styles.get(text)!;
  const setting = {
    characters,
    leaves,
    rtl: style.inherited.get("direction") === "rtl",
    language: languageOf(text),
    fonts: cx.fonts,
  };
  const parts = chunksOf(leaves, positions, characters).map((c): Part => ({ ...c, clusters: clustersOf(c, setting) }));
  stretch(
    text,
    leaves,
    parts.flatMap((p) => p.clusters),
  );
  const vertical = /^(?:tb|vertical)/.test(style.inherited.get("writing-mode") ?? "");
  const placing = new Placing(text, positions, cx, { rtl: setting.rtl, vertical });
  return { text, leaves, characters, clusters: parts.flatMap((p) => placing.part(p)) };
}

function languageOf(text: SvgElement): string {
  for (let at: SvgElement | null = text; at; at = at.parent) {
    const declared = (at.attributes.get("xml:lang") ?? at.attributes.get("lang"))?.trim();
    if (declared !== undefined && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(declared)) return declared;
  }
  return "und";
}

function chunksOf(
  leaves: readonly Leaf[],
  { x, y }: Positions,
  characters: string,
): readonly (Chunk & { readonly path: SvgElement | null })[] {
  const out: { from: number; to: number; path: SvgElement | null }[] = [];
  let path: SvgElement | null = null;
  for (const leaf of leaves) {
    for (let i = leaf.start; i < leaf.end; i++) {
      const placed = !Number.isNaN(x[i]!) || !Number.isNaN(y[i]!);
      if (out.length === 0 || placed || leaf.path !== path) out.push({ from: i, to: i, path: leaf.path });
      path = leaf.path;
      out.at(-1)!.to = i + 1;
    }
  }
  return out.filter((c) => characters.slice(c.from, c.to) !== "");
}

function stretch(text: SvgElement, leaves: readonly Leaf[], clusters: readonly Cluster[]): void {
  const ranges = rangesOf(text, leaves);
  for (const el of [...walk(text)].reverse()) {
    const range = ranges.get(el);
    const declared = el.attributes.get("textLength");
    if (!range || declared === undefined) continue;
    const textLength = lengthOf(declared, fontSizeOf(el), 0);
    const inside = clusters.filter((c) => c.start >= range[0] && c.start < range[1]);
    const natural = inside.reduce((sum, c) => sum + c.advance, 0);
    if (textLength === null || !(textLength > 0) || inside.length === 0) continue;
    if (el.attributes.get("lengthAdjust") === "spacingAndGlyphs") {
      if (!(natural > 0)) continue;
      for (const c of inside) {
        c.scale *= textLength / natural;
        c.advance *= textLength / natural;
      }
    } else if (inside.length > 1) {
      const more = (textLength - natural) / (inside.length - 1);
      for (const c of inside.slice(0, -1)) c.advance += more;
    }
  }
}

const isUpright = (cp: number): boolean => (charFlags[cp]! & FLAG.WIDE) !== 0 && bracketOf(cp) === undefined;

class Placing {
  #x = 0;
  #y = 0;
  readonly #lowered = new Map<Leaf, Map<object, number>>();

  constructor(
    readonly text: SvgElement,
    readonly positions: Positions,
    readonly cx: TextSetting,
    readonly mode: { readonly rtl: boolean; readonly vertical: boolean },
  ) {}

  part(part: Part): readonly PlacedCluster[] {
    if (part.clusters.length === 0) return [];
    if (!part.path) return this.#line(part);
    const id = (part.path.attributes.get("href") ?? "").trim();
    const shape = id.startsWith("#") ? this.cx.named(id.slice(1)) : undefined;
    const own = part.path.attributes.get("path");
    const curve = own !== undefined ? new Curve(own, undefined) : shape ? curveOf(shape) : null;
    return curve ? this.#along(part, curve) : [];
  }

  #shift(of: Float64Array, { start, end }: Cluster): number {
    let sum = 0;
    for (let i = start; i < end; i++) sum += of[i]!;
    return sum;
  }

  #anchored({ from, clusters }: Part): number {
    const first = clusters.find((c) => c.start <= from && from < c.end) ?? clusters[0]!;
    const anchor = first.leaf.style.inherited.get("text-anchor") ?? "start";
    return anchor === "middle" ? 0.5 : (anchor === "end") !== this.mode.rtl ? 1 : 0;
  }

  #line(part: Part): readonly PlacedCluster[] {
    const { positions } = this;
    const { from, clusters } = part;
    const { vertical } = this.mode;
    if (!Number.isNaN(positions.x[from]!)) this.#x = positions.x[from]!;
    if (!Number.isNaN(positions.y[from]!)) this.#y = positions.y[from]!;
    const along = vertical ? positions.dy : positions.dx;
    const across = vertical ? positions.dx : positions.dy;
    let length = 0;
    for (const c of clusters) length += c.advance + (c.start === from ? 0 : this.#shift(along, c));
    const base = vertical ? rotation(90, this.#x, this.#y) : IDENTITY;
    let u = -this.#anchored(part) * length;
    let v = 0;
    const out = clusters.map((c): PlacedCluster => {
      u += this.#shift(along, c);
      v += (vertical ? -1 : 1) * this.#shift(across, c);
      let place = multiply(base, [1, 0, 0, 1, this.#x + u, this.#y + v + this.#below(c)]);
      const turn = positions.rotate[c.start]!;
      if (turn !== 0) place = multiply(place, rotation(turn, 0, 0));
      if (vertical) place = multiply(place, this.#inColumn(c));
      if (c.scale !== 1) place = multiply(place, [c.scale, 0, 0, 1, 0, 0]);
      u += c.advance;
      return { ...c, place };
    });
    if (vertical) {
      this.#x -= v;
      this.#y += u;
    } else {
      this.#x += u;
      this.#y += v;
    }
    return out;
  }

  #below({ leaf, item }: Cluster): number {
    let known = this.#lowered.get(leaf);
    if (!known) this.#lowered.set(leaf, (known = new Map()));
    const { face } = item.context;
    let shift = known.get(face);
    if (shift === undefined) known.set(face, (shift = loweredBy(this.text, leaf, face, this.mode.vertical)));
    return shift;
  }

  #inColumn({ leaf, item, start, width, word, from }: Cluster): Matrix {
    const { ascender, descender, xHeight } = metricsOf(item.context.face, leaf.size);
    const cp = leaf.text.codePointAt(start - leaf.start) ?? 0;
    if (word.ids[from] === undefined || !isUpright(cp)) return [1, 0, 0, 1, 0, xHeight / 2];
    const middle = (ascender + descender) / 2;
    return multiply([1, 0, 0, 1, 0, middle], rotation(-90, width / 2, -middle));
  }

  /** Places clusters by midpoints; off the path they are not drawn. */
  #along(part: Part, curve: Curve): readonly PlacedCluster[] {
    const { positions } = this;
    const { from, clusters } = part;
    const declared = part.path!.attributes.get("startOffset");
    const start = declared === undefined ? 0 : (lengthOf(declared, fontSizeOf(part.path!), curve.length) ?? 0);
    const x = Number.isNaN(positions.x[from]!) ? 0 : positions.x[from]!;
    const length = clusters.reduce((sum, c) => sum + c.advance, 0);
    let distance = x + start - this.#anchored(part) * length;
    let down = 0;
    return clusters.flatMap((c): readonly PlacedCluster[] => {
      distance += this.#shift(positions.dx, c);
      down += this.#shift(positions.dy, c);
      const half = (c.width * c.scale) / 2;
      const at = curve.at(distance + half);
      distance += c.advance;
      if (!at) return [];
      let place = multiply(rotation(at.angle, at.x, at.y), [1, 0, 0, 1, at.x - half, at.y + down + this.#below(c)]);
      const turn = positions.rotate[c.start]!;
      if (turn !== 0) place = multiply(place, rotation(turn, half, 0));
      if (c.scale !== 1) place = multiply(place, [c.scale, 0, 0, 1, 0, 0]);
      [this.#x, this.#y] = [at.x + c.advance - half, at.y];
      return [{ ...c, place }];
    });
  }
}

/** Returns cells in the text's space (SVG 2, 8.10); null if empty. */
export function cellsOf(clusters: readonly PlacedCluster[]): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { leaf, item, place, advance, scale } of clusters) {
    const { ascender, descender } = metricsOf(item.context.face, leaf.size);
    const width = Math.max(0, advance / (scale || 1));
    const b = bounds(place, { x: 0, y: -ascender, width, height: ascender - descender });
    left = Math.min(left, b.x);
    top = Math.min(top, b.y);
    right = Math.max(right, b.x + b.width);
    bottom = Math.max(bottom, b.y + b.height);
  }
  return right >= left ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}
