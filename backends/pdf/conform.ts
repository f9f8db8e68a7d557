import type { Fill, IrHead, Op, Page, Resources, SourceId, Stroke } from "../../ir/ir.js";
import type { ProfileRules } from "./profile.js";
import { isTransparent } from "./shading.js";

/** What a page has that its document's profile forbids. */
export interface Violation {
  readonly source: SourceId | null;
  readonly found: string;
  /** of which standard */
  readonly clause: string;
}

/** The first violation on a page, in the order of painting; looked for before a byte of the page is written. */
export function violationOf(page: Page, head: IrHead, rules: ProfileRules): Violation | null {
  if (rules.transparency) return null;
  return new Search(head.resources).ops(page.ops, null);
}

const TRANSPARENCY = "PDF/A-1 allows no transparency (ISO 19005-1, 6.4)";

class Search {
  constructor(readonly resources: Resources) {}

  ops(ops: readonly Op[], source: SourceId | null): Violation | null {
    for (const op of ops) {
      const found = this.#op(op, source);
      if (found) return found;
    }
    return null;
  }

  #op(op: Op, outer: SourceId | null): Violation | null {
    const bad = (found: string, source = "source" in op ? op.source : (firstSource([op]) ?? outer)): Violation => ({
      source,
      found,
      clause: TRANSPARENCY,
    });
    switch (op.op) {
      case "group":
        if (op.opacity < 1) return bad(`opacity ${op.opacity}`);
        if (op.mask) return bad("a mask");
        return this.ops(op.children, outer);
      case "mark":
        return this.ops(op.children, outer);
      case "image":
        return this.resources.images[op.image]!.alpha === null ? null : bad("a picture with an alpha channel");
      case "glyphs":
      case "path": {
        const found = this.#paints(op.fill) ?? (op.op === "path" ? strokes(op.stroke) : null);
        return found === null ? this.#tile(op.fill, op.source) : bad(found);
      }
    }
  }

  #paints(fill: Fill | null): string | null {
    if (!fill) return null;
    if (fill.opacity < 1) return `opacity ${fill.opacity}`;
    if ("color" in fill) return null;
    const paint = this.resources.paints[fill.paint]!;
    return paint.kind !== "tile" && isTransparent(paint) ? "a transparent gradient" : null;
  }

  #tile(fill: Fill | null, source: SourceId): Violation | null {
    if (!fill || "color" in fill) return null;
    const paint = this.resources.paints[fill.paint]!;
    return paint.kind === "tile" ? this.ops(paint.ops, source) : null;
  }
}

const strokes = (stroke: Stroke | null): string | null => (stroke && stroke.opacity < 1 ? `opacity ${stroke.opacity}` : null);

function firstSource(ops: readonly Op[]): SourceId | null {
  for (const op of ops) {
    const found = "source" in op ? op.source : firstSource(op.children);
    if (found !== null) return found;
  }
  return null;
}
