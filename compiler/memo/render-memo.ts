// Work of earlier renders, as one render uses it.
import type { RenderCache } from "../../base/render-cache.js";
import type { Op } from "../../ir/ir.js";
import type { Limits } from "../core/limits.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import { ResourceTable } from "../paint/resources.js";
import { CachedTexts } from "../text/line/text-lines.js";
import { shapedBy, type ParagraphSource } from "../text/line/paragraph-source.js";
import type { TextEngine } from "../text/shape/engine.js";
import { FurnitureMemo, CachedFurniture } from "./furniture.js";
import { PaintedFurniture, RecordingResources } from "./furniture-ops.js";
import type { NodeMemo } from "./nodes.js";
import { ParagraphMemo } from "./paragraphs.js";

/** Texts of boxes that later renders have too. */
class LastingTexts extends CachedTexts {
  override age(): void {
    // a later render reads them
  }
}

interface PaintMemo {
  readonly resources: ResourceTable;
  readonly artifactOps: (fragment: Fragment, paint: () => readonly Op[]) => readonly Op[];
}

/** All is made anew where nothing is known: passes do not tell the two apart. */
export class RenderMemo {
  readonly paragraphs: ParagraphSource;
  readonly furniture: FurnitureMemo;
  readonly #paragraphs: ParagraphMemo | null;

  /** `cache`: of paragraphs; `nodes`: of the request's nodes. Null without work of earlier renders */
  constructor(
    engine: TextEngine,
    readonly cache: RenderCache | null,
    readonly nodes: NodeMemo | null,
  ) {
    this.#paragraphs = cache && new ParagraphMemo(cache, engine, nodes !== null);
    this.paragraphs = this.#paragraphs ?? shapedBy(engine);
    this.furniture = new FurnitureMemo(engine, nodes && nodes.result("furniture", () => new CachedFurniture(nodes)));
  }

  /** True if there is memory for all pages of a document. */
  get holdsPages(): boolean {
    return this.cache !== null;
  }

  /** Texts of boxes that are laid out next. */
  texts(): CachedTexts {
    return this.nodes?.result("texts", () => new LastingTexts()) ?? new CachedTexts();
  }

  painting(limits: Limits): PaintMemo {
    const painted = this.nodes?.result("painted furniture", () => new PaintedFurniture());
    if (!painted) return { resources: new ResourceTable(limits), artifactOps: (_, paint) => paint() };
    const resources = new RecordingResources(limits);
    return { resources, artifactOps: (fragment, paint) => painted.ops(fragment, resources, paint) };
  }

  /** The render is complete. */
  end(): void {
    this.#paragraphs?.end();
    this.nodes?.end();
  }

  /** The render has failed. */
  release(): void {
    this.nodes?.release();
  }
}
