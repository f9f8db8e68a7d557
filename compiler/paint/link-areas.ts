// Linked boxes and runs to the link areas of a page.
import { append } from "../../ir/many.js";
import { bounds, round } from "../../ir/geometry.js";
import type { Link, MarkId, Matrix, Rect } from "../../ir/ir.js";
import type { BoxLink } from "../box/link.js";
import type { Fragment } from "../layout/protocol.js";
import type { LinkTexts } from "./link-text.js";
import type { ResourceTable } from "./resources.js";
import type { StructureBuilder } from "./structure.js";

/** Areas on the page of what one inline link is of. */
export interface LinkedAreas {
  readonly link: BoxLink | null;
  /** points, on the page */
  readonly areas: readonly Rect[];
}

/** The first mark of each inline link of a text. */
export type LinkMarks = ReadonlyMap<BoxLink, MarkId>;

export class LinkAreas {
  readonly links: Link[] = [];

  /** `firstPages`: index of the first page of each run, for links to pages. */
  constructor(
    readonly resources: ResourceTable,
    readonly structure: StructureBuilder,
    readonly texts: LinkTexts,
    readonly firstPages: readonly number[],
  ) {}

  /** The area of a box that is linked as a whole: its fragment's, turned. `mark`: its Link's; null = it has no element of its own. */
  ofFragment(fragment: Fragment, x: number, y: number, turn: Matrix, mark: MarkId | null): void {
    const { link } = fragment.box;
    if (!link) return;
    const { padding } = link;
    const area = { x: x - padding, y: y - padding, width: fragment.width + 2 * padding, height: fragment.height + 2 * padding };
    this.ofBox(fragment, link, bounds(turn, area), mark);
  }

  /** The area of a box that is linked as a whole, with its padding. */
  ofBox(fragment: Fragment, link: BoxLink, area: Rect, mark: MarkId | null): void {
    const alt = this.texts.ofBox(link, fragment);
    this.#push(link, mark ?? this.structure.looseLink(fragment.box.id, alt, this.resources.source(link.src)), [area], alt);
  }

  /** The areas of the links inside a text, one link for each. Those without a mark are of an artifact. */
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
      const mark = marks?.get(link) ?? this.structure.looseLink(fragment.box.id, alt, this.resources.source(link.src));
      const { padding } = link;
      const padded = areas.map((r) => ({
        x: r.x - padding,
        y: r.y - padding,
        width: r.width + 2 * padding,
        height: r.height + 2 * padding,
      }));
      this.#push(link, mark, padded, alt);
    }
  }

  #push(link: BoxLink, mark: MarkId, rects: readonly Rect[], alt: string): void {
    const { resources } = this;
    const target = this.#target(link.target);
    const border = link.border ? { color: link.border.color, width: round(link.border.width) } : null;
    this.links.push({ mark, rects: rects.map(roundRect), alt, target, border, source: resources.source(link.src) });
  }

  #target(target: BoxLink["target"]): Link["target"] {
    const { resources } = this;
    if ("url" in target) return target;
    if ("destination" in target) return { destination: resources.namedDestination(target.destination) };
    return { destination: resources.destination(this.firstPages[target.page]!, round(target.x), round(target.y)) };
  }
}

const roundRect = (r: Rect): Rect => ({ x: round(r.x), y: round(r.y), width: round(r.width), height: round(r.height) });
