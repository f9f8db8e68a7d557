import { Interner } from "../../ir/intern.js";
import type { Destination, FontResource, IccResource, ImageResource, PaintResource, Resources } from "../../ir/ir.js";
import type { DrawnResource } from "../box/box.js";
import { pathOf, type Src } from "../core/src.js";
import type { Face } from "../text/fonts.js";
import type { OpSink } from "../text/sink.js";

/** Gives resources, sources and destinations their numbers, in the order of first use. The tables grow while pages are painted. */
export class ResourceTable implements OpSink {
  readonly #fonts = new Interner<FontResource>();
  readonly #sources = new Interner<string>();
  readonly #destinations = new Interner<Destination>();
  readonly #bySrc = new Map<Src, number>();
  readonly #images = new Interner<ImageResource>();
  readonly #paints = new Interner<PaintResource>();
  readonly #profiles = new Interner<IccResource>();

  font(face: Face): number {
    const { blob, postScriptName } = face.info;
    return this.#fonts.intern(blob, () => ({ blob, face: 0, name: postScriptName }));
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

  source(src: Src): number {
    let id = this.#bySrc.get(src);
    if (id === undefined) {
      const path = pathOf(src);
      id = this.#sources.intern(path, () => path);
      this.#bySrc.set(src, id);
    }
    return id;
  }

  /** Forgets which objects stood for which sources, so that what a page was made of can go with it. */
  pageDone(): void {
    this.#bySrc.clear();
  }

  destination(page: number, x: number, y: number): number {
    const name = `page-${page + 1}-${x}-${y}`;
    return this.#destinations.intern(name, () => ({ name, page, x, y }));
  }

  /** Live views: complete once the last page is painted. */
  get resources(): Resources {
    return { fonts: this.#fonts.items, images: this.#images.items, paints: this.#paints.items, profiles: this.#profiles.items };
  }
  get sources(): readonly string[] {
    return this.#sources.items;
  }
  get destinations(): readonly Destination[] {
    return this.#destinations.items;
  }
}
