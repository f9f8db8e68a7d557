// A document with what the checks read of it.
import { materialize } from "../../compiler/data/materialize.js";
import type { World } from "../../compiler/core/world.js";
import type { Materialization } from "../../compiler/request/materialized.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { Blobs, BlobId, IrDocument } from "../../ir/ir.js";
import type { Glyphs } from "../contrast/glyphs.js";
import type { Ua } from "../core/finding.js";
import { Content, type Run } from "./content.js";
import { Places } from "./places.js";
import { Tree } from "./tree.js";

interface JudgedInput {
  readonly request: DocumentRequest;
  readonly document: IrDocument;
  readonly blobs: Blobs;
  readonly world: World;
  readonly glyphs: Glyphs;
  readonly turn?: (() => Promise<void>) | undefined;
}

export class JudgedDocument {
  readonly places: Places;
  /** edition of PDF/UA that the request demands */
  readonly demanded: Ua | null;
  /** edition whose clauses are judged */
  readonly judged: Ua;
  readonly isTagged: boolean;
  readonly #weights = new Map<BlobId, number>();
  #content: Content | null = null;
  #tree: Tree | null = null;
  #common: CommonLook | null = null;
  #materialized: Materialization["request"] | null = null;

  readonly request: DocumentRequest;
  readonly document: IrDocument;
  readonly blobs: Blobs;
  readonly world: World;
  /** shared by the documents of one report */
  readonly glyphs: Glyphs;
  /** awaited between pages */
  readonly turn: () => Promise<void>;

  constructor({ request, document, blobs, world, glyphs, turn }: JudgedInput) {
    this.request = request;
    this.document = document;
    this.blobs = blobs;
    this.world = world;
    this.glyphs = glyphs;
    this.turn = turn ?? (async () => undefined);
    this.places = new Places(request, document.sources);
    this.demanded = demandedBy(request);
    this.judged = this.demanded ?? "ua1";
    this.isTagged = document.tagged || this.demanded !== null;
    for (const { faces } of world.fonts.families) for (const { blob, weight } of faces) this.#weights.set(blob, weight);
  }

  get content(): Content {
    return (this.#content ??= new Content(this.document, this.places));
  }

  get tree(): Tree {
    return (this.#tree ??= new Tree(this.document, this.places, this.content));
  }

  /** 1 to 1000 */
  weightOf({ op }: Pick<Run, "op">): number {
    const { blob, variations } = this.document.resources.fonts[op.font]!;
    return variations?.["wght"] ?? this.#weights.get(blob) ?? 400;
  }

  isBold(run: Pick<Run, "op">): boolean {
    return this.weightOf(run) >= BOLD;
  }

  /** Size and weight of most characters of the body. */
  get common(): CommonLook {
    return (this.#common ??= commonLook(this.content.runs, (run) => this.weightOf(run)));
  }

  /** The request with data in its tables and charts. */
  get materialized(): Materialization["request"] {
    return (this.#materialized ??= materialize(this.request, undefined, this.world).request);
  }
}

export const BOLD = 700;

interface CommonLook {
  /** points; 0 without text */
  readonly size: number;
  readonly isBold: boolean;
}

const demandedBy = ({ settings }: DocumentRequest): Ua | null => {
  const profile = (settings?.profile ?? "").trim().toLowerCase();
  const accessibility = settings?.accessibility ?? null;
  if (accessibility === "ua2" || profile === "pdfa-ua2") return "ua2";
  return accessibility === "ua1" || profile === "pdfa-ua1" ? "ua1" : null;
};

/** Rounds a size to a hundredth of a point. */
export const sizeOf = ({ op }: Pick<Run, "op">): number => Math.round(op.size * 100) / 100;

function commonLook(runs: readonly Run[], weightOf: (run: Run) => number): CommonLook {
  const sizes = new Map<number, number>();
  let [bold, all] = [0, 0];
  for (const run of runs) {
    if (typeof run.mark !== "number") continue;
    const letters = run.op.text.replace(/\s/g, "").length;
    sizes.set(sizeOf(run), (sizes.get(sizeOf(run)) ?? 0) + letters);
    all += letters;
    if (weightOf(run) >= BOLD) bold += letters;
  }
  const [most] = [...sizes].sort(([x, a], [y, b]) => b - a || x - y);
  return { size: most?.[0] ?? 0, isBold: bold * 2 > all };
}
