// Options of the PDF backend, and caches that outlive a document.
import type { PdfBudgets, PdfFile } from "../../../pdf-reader/types.js";
import { inOwnBuffer } from "../../../base/bytes.js";
import { counts } from "../../../base/cache-counts.js";
import { FontFault } from "../../../base/font-table.js";
import type { ColorFonts } from "../content/drawn-font.js";
import { variationsKey, type Variations } from "../../../base/variations.js";
import type { BlobId, Blobs, FontResource } from "../../../ir/ir.js";
import { appendComposites } from "../font/compose.js";
import type { CodedGlyph, UsedFont } from "../font/font.js";
import { readMetrics, type SfntMetrics } from "../font/sfnt.js";
import { Subsetter } from "../font/subset.js";
import type { PageJudge } from "../imported/pages.js";
import { srgbProfile } from "./icc.js";
import type { Crypto } from "../syntax/encrypt.js";
import { WINDOW } from "../syntax/file.js";

/** A hash over bytes as they come. */
export interface RunningHash {
  update(bytes: Uint8Array): void;
  /** ends it */
  digest(): Uint8Array;
}

/** Functions of the environment, injected to keep the backend pure. */
export interface PdfBackendOptions {
  /** zlib (RFC 1950). `window`: base-2 logarithm of the search distance */
  readonly deflate: (bytes: Uint8Array, window: number) => Uint8Array;
  /** from another thread, or directly if that is sooner; the input may change after the call */
  readonly deflateLater?: (bytes: Uint8Array, window: number) => Uint8Array | (() => Uint8Array);
  /** begins a hash */
  readonly sha256: () => RunningHash;
  readonly crypto: Crypto;
  readonly openPdf: (bytes: Uint8Array, budgets?: PdfBudgets) => PdfFile;
  /** requested at a document's first glyph in colour */
  readonly colorFonts: () => ColorFonts;
  /** requested at the first PDF file of a document with a profile */
  readonly pageJudge: () => PageJudge;
  /** static font of a variable one; the same object for the same arguments, while it is cached */
  readonly instance: (blob: BlobId, font: () => Uint8Array, variations: Variations) => Uint8Array;
}

/** Size limit of cached subset programs, deflated; the oldest are evicted. */
const SUBSET_CACHE_BYTES = 8 << 20;
/** Bytes of subsets that a process at rest keeps. */
const SUBSETS_AT_REST = 2 << 20;

const keyOf = ({ code, gid, composite }: CodedGlyph): string =>
  composite ? `${code}=${JSON.stringify(composite)}` : code === gid ? String(gid) : `${code}=${gid}`;

/** Program that an earlier document wrote. */
interface CachedSubset {
  readonly deflated: Uint8Array;
  /** of the program before it is deflated */
  readonly length: number;
  readonly firstComposite: number;
}

/** Program of a face with the glyphs of a document. */
interface Subset {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly isDeflated: boolean;
  /** of the program before it is deflated */
  readonly length: number;
  readonly gids: readonly number[];
  readonly firstComposite: number;
}

/** Metrics by font bytes, deflated subsets by font and glyph set. */
export class SharedCaches {
  readonly subsetter = new Subsetter();
  readonly metrics = new WeakMap<Uint8Array, SfntMetrics>();
  readonly #subsets = new Map<string, CachedSubset>();
  #bytes = 0;
  #icc: Uint8Array | null = null;

  constructor(readonly options: PdfBackendOptions) {}

  /** Font file of a resource, static. @throws FontFault */
  fileOf(resource: FontResource, blobs: Blobs): Uint8Array {
    const { blob, variations } = resource;
    if (variations === undefined) return blobs.get(blob);
    return withFontName(resource, () => this.options.instance(blob, () => blobs.get(blob), variations));
  }

  /** @throws FontFault */
  metricsOf(resource: FontResource, font: Uint8Array): SfntMetrics {
    let m = this.metrics.get(font);
    if (!m) {
      m = withFontName(resource, () => readMetrics(font));
      this.metrics.set(font, m);
    }
    return m;
  }

  icc(): Uint8Array {
    this.#icc ??= this.options.deflate(srgbProfile(), WINDOW);
    return this.#icc;
  }

  /** `plain`: the file has no deflated streams. @throws FontFault */
  subset(font: FontResource, bytes: Uint8Array, used: UsedFont, plain: boolean): Subset {
    const gids = used.gids();
    const coded = used.metrics.format === "cff" ? used.codes() : null;
    const composites = coded ? [] : used.composites();
    const key = `${font.blob}/${font.face}${variationsKey(font.variations)}/${coded ? coded.map(keyOf).join() : gids.join()}/${composites.length === 0 ? "" : JSON.stringify(composites)}`;
    const known = plain ? undefined : this.#subsets.get(key);
    if (known) {
      counts.font_programs.hits++;
      this.#subsets.delete(key);
      this.#subsets.set(key, known);
      const { deflated, length, firstComposite } = known;
      return { key, bytes: deflated, isDeflated: true, length, gids, firstComposite };
    }
    counts.font_programs.misses++;
    return withFontName(font, () => {
      const simple = coded
        ? this.subsetter.program(bytes, coded, used.metrics.isWhole ? used.postScriptName : undefined)
        : this.subsetter.subset(bytes, "glyf", gids);
      const { font: program, firstGid } = composites.length === 0 ? { font: simple, firstGid: 0 } : appendComposites(simple, composites);
      return { key, bytes: program, isDeflated: false, length: program.length, gids, firstComposite: firstGid };
    });
  }

  /** For later documents, which write it as it is: the program before it is deflated takes two to three times the memory. */
  keep({ key, length, firstComposite }: Subset, bytes: Uint8Array): void {
    if (this.#subsets.has(key)) return;
    const deflated = inOwnBuffer(bytes);
    this.#subsets.set(key, { deflated, length, firstComposite });
    this.#bytes += deflated.length + key.length;
    this.#evict(SUBSET_CACHE_BYTES);
  }

  release(): void {
    this.#evict(SUBSETS_AT_REST);
  }

  #evict(most: number): void {
    for (const [k, v] of this.#subsets) {
      if (this.#bytes <= most) break;
      this.#subsets.delete(k);
      this.#bytes -= v.deflated.length + k.length;
    }
  }
}

function withFontName<T>({ name }: FontResource, work: () => T): T {
  try {
    return work();
  } catch (e) {
    if (!(e instanceof FontFault)) throw e;
    throw new FontFault(null, `the font ${name} cannot be used: ${e.message}`);
  }
}
