// Link annotations and their actions (ISO 32000-1, 12.5.6.5).
import { round } from "../../../ir/geometry.js";
import type { Link, Rect } from "../../../ir/ir.js";
import { uriAction } from "../syntax/action.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { name, text, type Dict, type PdfValue, type Ref } from "../syntax/object.js";

/** Longer descriptions and addresses, in characters, become separate objects. */
const LONG = 256;

export interface PendingLink {
  readonly ref: Ref;
  readonly link: Link;
  readonly rect: Rect;
  readonly height: number;
  readonly key: number | null;
}

/** Writes links; the lines of a broken link share long values as objects. */
export class LinkWriter {
  readonly #descriptions = new Map<string, Ref>();
  readonly #actions = new Map<string, Ref>();

  constructor(
    readonly file: ObjectWriter,
    /** entries that lead to a destination */
    readonly destination: (index: number) => Dict,
  ) {}

  /** Returns the dictionary of a link, with its area in default user space. */
  annotation({ link, rect: r, height, key }: PendingLink): Dict {
    const border = link.border;
    const rgb = border ? Number.parseInt(border.color.slice(1), 16) : 0;
    return {
      Type: name("Annot"),
      Subtype: name("Link"),
      Rect: [r.x, round(height - r.y - r.height), round(r.x + r.width), round(height - r.y)],
      F: 4,
      Border: [0, 0, border ? border.width : 0],
      ...(border && { C: [(rgb >> 16) / 255, ((rgb >> 8) & 255) / 255, (rgb & 255) / 255] }),
      ...(link.alt !== "" && { Contents: this.#shared(link.alt, this.#descriptions, text) }),
      ...(key !== null && { StructParent: key }),
      ...this.#target(link),
    };
  }

  #target({ target }: Link): Dict {
    if ("url" in target) return { A: this.#shared(target.url, this.#actions, uriAction) };
    return this.destination(target.destination);
  }

  #shared(key: string, known: Map<string, Ref>, value: (key: string) => PdfValue): PdfValue {
    if (key.length <= LONG) return value(key);
    let ref = known.get(key);
    if (!ref) known.set(key, (ref = this.file.add(value(key))));
    return ref;
  }
}
