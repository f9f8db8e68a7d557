// Ops of headers and footers that an earlier render has painted.
import type { Op } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import { ResourceTable } from "../paint/resources.js";
import type { Face } from "../text/font/face.js";

/** Numbers in the order in which they were given. */
type Given = { readonly face: Face; readonly id: number } | { readonly src: Src; readonly id: number };

interface Painted {
  readonly given: readonly Given[];
  readonly ops: readonly Op[];
}

/** A table that notes what it gives. */
export class RecordingResources extends ResourceTable {
  given: Given[] | null = null;

  override font(face: Face): number {
    const id = super.font(face);
    this.given?.push({ face, id });
    return id;
  }

  override source(src: Src): number {
    const id = super.source(src);
    this.given?.push({ src, id });
    return id;
  }
}

/** Keeps ops by fragment: those of text without links, which has no other effect than its ops. */
export class PaintedFurniture {
  readonly #painted = new WeakMap<Fragment, Painted>();

  /** Ops of an artifact: the same objects if fonts and sources have the same numbers. */
  ops(fragment: Fragment, resources: RecordingResources, paint: () => readonly Op[]): readonly Op[] {
    const known = this.#painted.get(fragment);
    if (known?.given.every((g) => ("face" in g ? resources.font(g.face) : resources.source(g.src)) === g.id)) return known.ops;
    const given: Given[] = [];
    resources.given = given;
    const ops = paint();
    resources.given = null;
    if (isPlain(fragment)) this.#painted.set(fragment, { given, ops });
    return ops;
  }
}

/** A canvas of texts without links. */
const isPlain = ({ children }: Fragment): boolean =>
  children.every(
    ({ fragment: { box } }) => box.kind === "text" && !box.link && box.paragraphs.every(({ runs }) => runs.every((run) => !run.link)),
  );
