// What ops refer to (fonts, pictures, paints, sources, destinations) to numbers.
import { Interner } from "../../base/intern.js";
import type { Destination, FontResource, IccResource, ImageResource, PaintResource, Resources } from "../../ir/ir.js";
import type { DrawnResource } from "../box/drawn.js";
import { fail } from "../core/fail.js";
import { pathOf, type Src } from "../core/src.js";
import type { Face } from "../text/font/face.js";
import type { OpSink } from "../text/line/sink.js";

/** Different tiles of patterns, a document. */
const MAX_PATTERNS = 32;

/** A place in the request with its source's number, found by its steps: every walk over the request makes cursors of its own. */
class SourcePlace {
  id = -1;
  #below: Map<string | number, SourcePlace> | null = null;

  below(step: string | number): SourcePlace {
    this.#below ??= new Map();
    let place = this.#below.get(step);
    if (place === undefined) this.#below.set(step, (place = new SourcePlace()));
    return place;
  }
}

/** Gives resources, sources and destinations their numbers, in the order of first use. The tables grow while pages are painted. */
export class ResourceTable implements OpSink {
  readonly #fonts = new Interner<FontResource>();
  /** above every path, by which of several documents it is in */
  readonly #roots = new Map<number | undefined, SourcePlace>();
  /** a cursor is written out when the table is read */
  readonly #sources: (string | Src)[] = [];
  /** of these, how many are paths by now */
  #written = 0;
  readonly #destinations = new Interner<Destination>();
  /** by name: its index */
  readonly #named = new Map<string, number>();
  readonly #bySrc = new Map<Src, number>();
  #lastSrc: Src | null = null;
  #lastId = 0;
  #keptSrc: Src | null = null;
  #keptId = 0;
  readonly #patterns = new Map<string, number>();
  /** of cursors that others are below */
  readonly #places = new Map<Src, SourcePlace>();
  readonly #images = new Interner<ImageResource>();
  readonly #paints = new Interner<PaintResource>();
  readonly #profiles = new Interner<IccResource>();

  font(face: Face): number {
    const { blob, postScriptName } = face.info;
    return this.#fonts.intern(blob, () => ({ blob, face: 0, name: postScriptName }));
  }

  /** A font by value, as drawings have it. */
  fontResource(font: FontResource): number {
    return this.#fonts.intern(font.blob, () => font);
  }

  /** The same picture is one resource. */
  image(drawn: DrawnResource): number {
    const { profile } = drawn;
    const icc = profile ? this.#profiles.intern(profile.blob, () => profile) : null;
    return this.#images.intern(JSON.stringify([drawn, icc]), () => ({ ...drawn, profile: icc }));
  }

  paint(paint: PaintResource): number {
    return this.#paints.intern(JSON.stringify(paint), () => paint);
  }

  /**
   * The tile of a pattern, by what it looks like wherever it is used. `src`: of the drawing that asks for it
   * @throws RenderError API-002 where the document has more patterns than it may have (element model, Limits)
   */
  pattern(look: string, src: Src, make: () => PaintResource): number {
    let id = this.#patterns.get(look);
    if (id === undefined) {
      if (this.#patterns.size === MAX_PATTERNS)
        fail(
          "API-002",
          "chart-patterns",
          src,
          `the document has more than ${MAX_PATTERNS} different patterns, which is the most it may have: use some of them again`,
        );
      id = this.paint(make());
      this.#patterns.set(look, id);
    }
    return id;
  }

  source(src: Src): number {
    if (src === this.#lastSrc) return this.#lastId;
    if (src === this.#keptSrc) return this.#keptId;
    const id = this.#sourceOf(src);
    // lines of one text follow each other
    this.#lastSrc = src;
    this.#lastId = id;
    return id;
  }

  #sourceOf(src: Src): number {
    let id = this.#bySrc.get(src);
    if (id === undefined) {
      const place = src.up === null ? this.#placeOf(src) : this.#placeOf(src.up).below(src.step);
      if (place.id < 0) place.id = this.newSource(src);
      id = place.id;
      this.#bySrc.set(src, id);
    }
    return id;
  }

  /** Of something that no other page has a part of. It is not found by its cursor, unless it is kept. */
  newSource(src: Src): number {
    return this.#sources.push(src) - 1;
  }

  /** Makes a new source be found by its cursor until the next is kept. */
  keep(src: Src, id: number): void {
    this.#keptSrc = src;
    this.#keptId = id;
    if (src === this.#lastSrc) this.#lastId = id;
  }

  #placeOf(src: Src): SourcePlace {
    let place = this.#places.get(src);
    if (place === undefined) {
      place = src.up === null ? this.#root(src.item) : this.#placeOf(src.up).below(src.step);
      this.#places.set(src, place);
    }
    return place;
  }

  #root(item: number | undefined): SourcePlace {
    let root = this.#roots.get(item);
    if (root === undefined) this.#roots.set(item, (root = new SourcePlace()));
    return root;
  }

  /** Forgets which objects stood for which sources, so that what a page was made of can go with it. */
  pageDone(): void {
    this.#bySrc.clear();
    this.#places.clear();
    this.#lastSrc = this.#keptSrc = null;
  }

  destination(page: number, x: number, y: number): number {
    return this.#destinations.intern(`${page}/${x}/${y}`, () => ({ name: null, page, x, y }));
  }

  /** The index of a named destination, which may lead to a page that is not painted yet. */
  namedDestination(name: string): number {
    let index = this.#named.get(name);
    if (index === undefined) {
      // a number that no unnamed destination shares
      index = this.#destinations.intern(`name/${name}`, () => ({ name, page: 0, x: 0, y: 0 }));
      this.#named.set(name, index);
    }
    return index;
  }

  /** Says where a named destination is. */
  placeDestination(name: string, page: number, x: number, y: number): number {
    const index = this.namedDestination(name);
    this.#destinations.replace(index, { name, page, x, y });
    return index;
  }

  /** Live views: complete once the last page is painted. */
  get resources(): Resources {
    return { fonts: this.#fonts.items, images: this.#images.items, paints: this.#paints.items, profiles: this.#profiles.items };
  }
  /** Paths are written when they are first asked for, once: who asks after each page would else have all of them written for each. */
  get sources(): readonly string[] {
    const { length } = this.#sources;
    for (; this.#written < length; this.#written++) {
      const source = this.#sources[this.#written]!;
      if (typeof source !== "string") this.#sources[this.#written] = pathOf(source);
    }
    return this.#sources as readonly string[];
  }
  get destinations(): readonly Destination[] {
    return this.#destinations.items;
  }
}
