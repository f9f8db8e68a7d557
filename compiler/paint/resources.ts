import { atMost, type Limits } from "../core/limits.js";
import { Interner } from "../../base/intern.js";
import type {
  Destination,
  FontResource,
  GlyphDrawing,
  IccResource,
  ImageResource,
  Op,
  PaintResource,
  PdfResource,
  PdfView,
  Resources,
} from "../../ir/ir.js";
import type { DrawnFont, DrawnResource } from "../box/drawn.js";
import type { NotePlace } from "../box/link.js";
import type { ColorFont } from "../core/color-font.js";
import { fail } from "../core/fail.js";
import { pathOf, ROOT, rootOf, srcOf, type Src } from "../core/src.js";
import { faceKey, type Face } from "../text/font/face.js";
import type { OpSink } from "../text/line/sink.js";
import { GlyphDrawings } from "./glyph-drawings.js";

/** Equal paths may have different cursors. */
class SourcePlace {
  id = -1;
  /** the latest of few places below, linked by `next`: most have one to three */
  #last: SourcePlace | null = null;
  #count = 0;
  /** all places below, once they are many */
  #below: Map<string | number, SourcePlace> | null = null;

  /** `src`: only its path, since sources outlive what cursors of elements refer to. `next`: sibling */
  constructor(
    readonly src: Src,
    public next: SourcePlace | null = null,
  ) {}

  below(step: string | number): SourcePlace {
    const known = this.#below ? this.#below.get(step) : this.#linked(step);
    if (known) return known;
    const place = new SourcePlace({ up: this.src, step }, this.#below ? null : this.#last);
    if (this.#below) this.#below.set(step, place);
    else {
      this.#last = place;
      if (++this.#count > FEW_PLACES) this.#index();
    }
    return place;
  }

  drop(step: string | number): void {
    if (this.#below) {
      if (this.#below.size === 1 && this.#below.has(step)) this.#below = null;
      else this.#below.delete(step);
      return;
    }
    let before: SourcePlace | null = null;
    for (let place = this.#last; place; before = place, place = place.next) {
      if (place.src.step !== step) continue;
      if (before) before.next = place.next;
      else this.#last = place.next;
      this.#count--;
      return;
    }
  }

  #linked(step: string | number): SourcePlace | null {
    for (let place = this.#last; place; place = place.next) if (place.src.step === step) return place;
    return null;
  }

  #index(): void {
    const below = new Map<string | number, SourcePlace>();
    for (let place = this.#last; place;) {
      const { next } = place;
      below.set(place.src.step, place);
      place.next = null;
      place = next;
    }
    this.#last = null;
    this.#count = 0;
    this.#below = below;
  }
}

const FEW_PLACES = 8;

interface GrowingFont extends Omit<FontResource, "drawings"> {
  drawings?: GlyphDrawing[];
}

/** Numbers resources, sources and destinations in the order of first use. The tables grow while pages are painted. */
export class ResourceTable implements OpSink {
  constructor(readonly limits: Limits) {}

  readonly #fonts = new Interner<GrowingFont>();
  readonly #roots = new Map<number | undefined, SourcePlace>();
  /** a cursor is formatted when the table is read */
  readonly #sources: (string | Src)[] = [];
  #written = 0;
  readonly #destinations = new Interner<Destination>();
  readonly #named = new Map<string, number>();
  /** of footnotes' links, with a place */
  readonly #placed = new Set<number>();
  readonly #marks = new Map<string, { readonly page: number; readonly x: number; readonly y: number }>();
  #bySrc = new Map<Src, number>();
  #lastSrc: Src | null = null;
  #lastId = 0;
  #retainedSrc: Src | null = null;
  #retainedId = 0;
  readonly #patterns = new Map<string, number>();
  /** places of cursors with descendants */
  #places = new Map<Src, SourcePlace>();
  readonly #images = new Interner<ImageResource>();
  readonly #paints = new Interner<PaintResource>();
  readonly #profiles = new Interner<IccResource>();
  readonly #pdfs = new Interner<PdfResource>();
  /** null without fonts in colour */
  #drawings: GlyphDrawings | null = null;

  font(face: Face): number {
    const id = this.#fonts.intern(face.key, () => ({ ...face.resource }));
    if (face.info.color !== undefined) this.#colored(id, face.colors!);
    return id;
  }

  fontResource({ colors, ...font }: DrawnFont): number {
    const id = this.#fonts.intern(faceKey(font), () => ({ ...font }));
    if (colors) this.#colored(id, colors);
    return id;
  }

  #colored(id: number, colors: ColorFont): void {
    (this.#drawings ??= new GlyphDrawings(this)).font(id, colors);
  }

  /** Draws glyphs in colour that a page shows first. */
  drawGlyphs(ops: readonly Op[]): void {
    this.#drawings?.add(ops);
  }

  /** The display list refers to the object. */
  addDrawing(font: number, drawing: GlyphDrawing): void {
    (this.#fonts.items[font]!.drawings ??= []).push(drawing);
  }

  get paints(): readonly PaintResource[] {
    return this.#paints.items;
  }

  /** Place of a source in the request. */
  placeOf(source: number): Src {
    const place = this.#sources[source]!;
    return typeof place === "string" ? srcOf(place) : place;
  }

  /** Equal pictures are one resource. */
  image(drawn: DrawnResource): number {
    const { profile } = drawn;
    const icc = profile ? this.#profiles.intern(profile.blob, () => profile) : null;
    return this.#images.intern(JSON.stringify([drawn, icc]), () => ({ ...drawn, profile: icc }));
  }

  /** One resource, however many of its pages are used. */
  pdf(file: PdfResource): number {
    return this.#pdfs.intern(file.blob, () => file);
  }

  paint(paint: PaintResource): number {
    return this.#paints.intern(JSON.stringify(paint), () => paint);
  }

  /** Adds a pattern by its look. `src`: of the drawing @throws RenderError API-002 beyond the maximum of patterns (element model, Limits) */
  pattern(look: string, src: Src, make: () => PaintResource): number {
    let id = this.#patterns.get(look);
    if (id === undefined) {
      if (this.#patterns.size === this.limits.patterns)
        fail(
          "API-002",
          "chart-patterns",
          src,
          `a document has ${atMost(this.limits, "patterns")} different patterns; this is one more: use some of them again`,
        );
      id = this.paint(make());
      this.#patterns.set(look, id);
    }
    return id;
  }

  source(src: Src): number {
    if (src === this.#lastSrc) return this.#lastId;
    if (src === this.#retainedSrc) return this.#retainedId;
    const id = this.#sourceOf(src);
    this.#lastSrc = src;
    this.#lastId = id;
    return id;
  }

  #sourceOf(src: Src): number {
    let id = this.#bySrc.get(src);
    if (id === undefined) {
      const place = src.up === null ? this.#placeOf(src) : this.#placeOf(src.up).below(src.step);
      if (place.id < 0) place.id = this.newSource(place.src);
      id = place.id;
      this.#bySrc.set(src, id);
    }
    return id;
  }

  /** Adds a source for content on one page only; it is not found by its cursor, unless retained. */
  newSource(src: Src): number {
    return this.#sources.push(src) - 1;
  }

  /** The source is found by its cursor until the next is retained. */
  keep(src: Src, id: number): void {
    this.#retainedSrc = src;
    this.#retainedId = id;
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
    if (root === undefined) this.#roots.set(item, (root = new SourcePlace(item === undefined ? ROOT : rootOf(item))));
    return root;
  }

  /**
   * Releases the page's objects. New maps: V8's table of a cleared map points to the next one, so that an old one makes each later page
   * old.
   */
  pageDone(): void {
    this.#bySrc = new Map();
    this.#places = new Map();
    this.#lastSrc = this.#retainedSrc = null;
  }

  /** Nothing of the page sequence is painted any more. */
  sequenceDone(src: Src): void {
    if (src.up !== null) this.#placeOf(src.up).drop(src.step);
    this.#places = new Map();
  }

  destination(page: number, x: number, y: number): number {
    return this.#destinations.intern(`${page}/${x}/${y}`, () => ({ name: null, page, x, y }));
  }

  viewDestination(page: number, view: PdfView): number {
    return this.#destinations.intern(`${page}/${JSON.stringify(view)}`, () => ({ name: null, page, x: 0, y: 0, view }));
  }

  hasName(name: string): boolean {
    return this.#named.has(name);
  }

  placeView(name: string, page: number, view: PdfView): void {
    this.#destinations.replace(this.namedDestination(name), { name, page, x: 0, y: 0, view });
  }

  /** Its page may not be painted yet. */
  namedDestination(name: string): number {
    let index = this.#named.get(name);
    if (index === undefined) {
      index = this.#destinations.intern(`name/${name}`, () => ({ name, page: 0, x: 0, y: 0 }));
      this.#named.set(name, index);
    }
    return index;
  }

  /** Its page may not be painted yet. */
  notePlace({ note, end }: NotePlace): number {
    return this.#destinations.intern(`note/${end}/${note}`, () => ({ name: null, page: 0, x: 0, y: 0 }));
  }

  /** Places a note the first time only: a mark in a header is repeated. */
  placeNote(place: NotePlace, page: number, x: number, y: number): void {
    const index = this.notePlace(place);
    if (this.#placed.has(index)) return;
    this.#placed.add(index);
    this.#destinations.replace(index, { name: null, page, x, y });
  }

  placeDestination(name: string, page: number, x: number, y: number): number {
    const index = this.namedDestination(name);
    this.#destinations.replace(index, { name, page, x, y });
    return index;
  }

  hasMark(mark: string): boolean {
    return this.#marks.has(mark);
  }

  /** Its page may not be painted yet. */
  markDestination(mark: string): number {
    const place = this.#marks.get(mark);
    if (place) return this.destination(place.page, place.x, place.y);
    return this.#destinations.intern(`mark/${mark}`, () => ({ name: null, page: 0, x: 0, y: 0 }));
  }

  placeMark(mark: string, page: number, x: number, y: number): void {
    this.#marks.set(mark, { page, x, y });
    const index = this.#destinations.indexOf(`mark/${mark}`);
    if (index !== undefined) this.#destinations.replace(index, { name: null, page, x, y });
  }

  /** Destinations of a placed mark: of links before it, and of those after it. */
  placesOfMark(mark: string): readonly number[] {
    const index = this.#destinations.indexOf(`mark/${mark}`);
    const { page, x, y } = this.#marks.get(mark)!;
    return [...(index === undefined ? [] : [index]), this.destination(page, x, y)];
  }

  /** Live views: complete after the last page. */
  get resources(): Resources {
    const pdfs = this.#pdfs.items;
    return {
      fonts: this.#fonts.items,
      images: this.#images.items,
      paints: this.#paints.items,
      profiles: this.#profiles.items,
      ...(pdfs.length > 0 && { pdfs }),
    };
  }
  /** Formatted on the first read, once: reads follow each page. */
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
