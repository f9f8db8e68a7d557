import { append } from "../../base/many.js";
import { bounds, meet, round } from "../../ir/geometry.js";
import type { Link, MarkId, Matrix, Rect } from "../../ir/ir.js";
import type { BoxLink } from "../box/link.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import type { LinkTexts } from "./link-text.js";
import { fieldMark } from "./fields.js";
import type { ResourceTable } from "./resources.js";
import type { StructureBuilder } from "./structure.js";

/** Areas in points on the page. */
interface LinkedAreas {
  readonly link: BoxLink | null;
  readonly areas: readonly Rect[];
}

type LinkMarks = ReadonlyMap<BoxLink, MarkId>;

/** A region is the clipped box of the drawn content, with its padding; an empty one has no link. */
export class LinkAreas {
  readonly links: Link[] = [];
  /** clip of the painted boxes, points on the page */
  #shown: Rect;
  /** from 0 */
  readonly #page: number;

  /** `firstPages`: index of each sequence's first page. */
  constructor(
    readonly resources: ResourceTable,
    readonly structure: StructureBuilder,
    readonly texts: LinkTexts,
    readonly firstPages: readonly number[],
    page: { readonly index: number; readonly rect: Rect },
  ) {
    this.#shown = page.rect;
    this.#page = page.index;
  }

  clipped(area: Rect, paint: () => void): void {
    const around = this.#shown;
    this.#shown = meet(around, area);
    paint();
    this.#shown = around;
  }

  /** The fragment, or the extent of its drawing, turned. Null if not linked or invisible. */
  regionOf(fragment: Fragment, x: number, y: number, turn: Matrix): Rect | null {
    const { box, width, height } = fragment;
    if (!box.link) return null;
    const own = box.kind === "drawing" ? box.region : undefined;
    const area = own ? { ...own, x: x + own.x, y: y + own.y } : { x, y, width, height };
    return this.cut(bounds(turn, area), bounds(turn, padded(area, box.link.padding)));
  }

  /** True unless a part is clipped away. */
  shows(area: Rect): boolean {
    const shown = meet(area, this.#shown);
    return shown.width > area.width - LEAST && shown.height > area.height - LEAST;
  }

  /** Null if clipped away. */
  cut(drawn: Rect, region: Rect): Rect | null {
    return isEmpty(meet(drawn, this.#shown)) ? null : meet(region, this.#shown);
  }

  /** `mark`: of the Link element of the box; null without one */
  add(fragment: Fragment, region: Rect | null, mark: MarkId | null): void {
    const { link } = fragment.box;
    if (!link || !region) return;
    const alt = this.texts.ofBox(link, fragment);
    this.#push(link, mark ?? this.#loose(fragment.box.id, link, alt), [region], alt);
  }

  addAreas({ box }: Fragment, areas: readonly Rect[], alt: string, mark: MarkId | null): void {
    const { link } = box;
    if (!link || areas.length === 0) return;
    this.#push(link, mark ?? this.#loose(box.id, link, alt), areas, alt);
  }

  /** Links without visible regions are removed. `frame`: clip of the text */
  ofSpans<T extends LinkedAreas>(spans: readonly T[], frame: Rect | null): readonly T[] {
    if (!spans.some((s) => s.link)) return spans;
    let cut: readonly T[] = [];
    const cutAll = (): void => {
      cut = spans.map((s) => (s.link ? { ...s, areas: this.#cutAreas(s.link, s.areas) } : s));
    };
    if (frame) this.clipped(frame, cutAll);
    else cutAll();
    const shown = new Set(cut.filter((s) => s.areas.length > 0).map((s) => s.link));
    return cut.map((s) => (s.link && !shown.has(s.link) ? { ...s, link: null } : s));
  }

  #cutAreas({ padding }: BoxLink, areas: readonly Rect[]): readonly Rect[] {
    return areas.map((r) => this.cut(r, padded(r, padding))).filter((r) => r !== null);
  }

  /** Links without a mark belong to an artifact. */
  inText(fragment: Fragment, linked: readonly LinkedAreas[], marks: LinkMarks | null): void {
    let all: Map<BoxLink, Rect[]> | null = null;
    for (const { link, areas } of linked) {
      if (!link || areas.length === 0) continue;
      all ??= new Map();
      const known = all.get(link);
      if (known) append(known, areas);
      else all.set(link, [...areas]);
    }
    if (!all) return;
    for (const [link, areas] of all) {
      const alt = this.texts.ofRun(link, fragment);
      const mark = marks?.get(link) ?? this.#loose(fragment.box.id, link, alt);
      this.#push(link, mark, areas, alt);
    }
  }

  #loose(box: number, { lang, src }: BoxLink, alt: string): MarkId {
    return this.structure.looseLink(box, { alt, source: this.resources.source(src), lang: lang ?? undefined });
  }

  #push(link: BoxLink, mark: MarkId, rects: readonly Rect[], alt: string): void {
    const { resources } = this;
    if (link.at) resources.placeNote(link.at, this.#page, round(rects[0]!.x), round(rects[0]!.y));
    const target = this.#target(link.target);
    const border = link.border ? { color: link.border.color, width: round(link.border.width) } : null;
    this.links.push({ mark, rects: rects.map(roundRect), alt, target, border, source: resources.source(link.src) });
  }

  #target(target: BoxLink["target"]): Link["target"] {
    const { resources } = this;
    if ("url" in target) return target;
    if ("field" in target) {
      const destination = resources.markDestination(fieldMark(target.field));
      if (this.structure.newer) this.structure.leadField(target.field, destination);
      return { destination };
    }
    if ("mark" in target) return { destination: resources.markDestination(target.mark) };
    if ("destination" in target) return { destination: resources.namedDestination(target.destination) };
    if ("note" in target) return { destination: resources.notePlace(target) };
    const page = this.firstPages[target.page]!;
    const destination = resources.destination(page, round(target.x), round(target.y));
    if (this.structure.newer) this.structure.aim(destination, page, target.y);
    return { destination };
  }
}

/** points; smaller is invisible */
const LEAST = 1e-3;
const isEmpty = ({ width, height }: Rect): boolean => !(width > LEAST && height > LEAST);

const roundRect = (r: Rect): Rect => ({ x: round(r.x), y: round(r.y), width: round(r.width), height: round(r.height) });

const padded = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
