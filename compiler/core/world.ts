// Implemented by the runtime.
import type { RenderCache } from "../../base/render-cache.js";
import type { PdfFile } from "../../pdf-reader/types.js";
import type { Variations } from "../../base/variations.js";
import type { BlobId } from "../../ir/ir.js";
import type { ColorReader } from "./color-font.js";
import type { Limits } from "./limits.js";

/** An axis of a variable font. */
export interface FontAxis {
  readonly tag: string;
  readonly name: string;
  readonly min: number;
  readonly default: number;
  readonly max: number;
}

/** A style of a variable font. */
export interface NamedInstance {
  /** PostScript name */
  readonly name: string;
  /** coordinates of all axes */
  readonly coordinates: Variations;
}

/** A face of a variable font. */
export interface VariableFace {
  readonly axes: readonly FontAxis[];
  readonly instances: readonly NamedInstance[];
  /** of names of its other instances (Adobe Technical Note 5902) */
  readonly prefix: string;
  /** outlines that PDF does not have: also the default is drawn by an instance */
  readonly cff2: boolean;
}

/** Permission of the licence bits of a font (OS/2.fsType). */
export type Embedding = "installable" | "editable" | "print" | "restricted";

/** Metrics are 1/1000 em. */
export interface FaceInfo {
  readonly blob: BlobId;
  readonly family: string;
  readonly postScriptName: string;
  /** 400, 500, 600, 700 */
  readonly weight: number;
  readonly italic: boolean;
  readonly ascender: number;
  readonly descender: number;
  /** sorted closed ranges of code points */
  readonly coverage: readonly (readonly [number, number])[];
  /** likewise, what is drawn in sequences alone; absent without */
  readonly hidden?: readonly (readonly [number, number])[];
  /** sorted closed ranges of glyphs that have a picture alone, which is not drawn (FT-2); absent without */
  readonly pictured?: readonly (readonly [number, number])[];
  /** table of glyphs in colour that are drawn; absent without */
  readonly color?: "COLRv0" | "COLRv1";
  /** absent of a bundled font, which is installable, and of one that was stored before it was read (FT-32) */
  readonly embedding?: Embedding;
  /** the operator has the permission of its owner (FT-39) */
  readonly licensed?: true;
  /** absent of a static font */
  readonly variable?: VariableFace;
  /** of an instance: coordinates of all axes; absent: the file as it is */
  readonly variations?: Variations;
}

export interface FamilyInfo {
  readonly name: string;
  /** language of the glyph forms by name: `Noto Sans CJK JP` → `ja` */
  readonly aliases: { readonly [name: string]: string };
  /** ISO 15924, first choice */
  readonly scripts: readonly string[];
  /** for text of other families; `never`: caller fonts */
  readonly fallback: "text" | "symbols" | "emoji" | "last" | "never";
  /** multiple of the font size (decisions §1, Default line height) */
  readonly lineHeight: number;
  readonly faces: readonly FaceInfo[];
}

/** Messages name the package. */
export interface AbsentFamily {
  readonly name: string;
  /** of the family, of its faces, and aliases */
  readonly names: readonly string[];
  /** package on npm */
  readonly package: string;
  readonly coverage: FaceInfo["coverage"];
}

export interface FontSource {
  readonly families: readonly FamilyInfo[];
  readonly absent: readonly AbsentFamily[];
  /** Returns the bytes of a face, of an instance its static font; they are read at first use and cached. */
  bytes(face: FaceInfo): Uint8Array;
  /**
   * Source of the families other than the caller's, with which `families` begins. Only this source resolves the caller's names; faces are
   * shared between sources.
   */
  readonly shared?: FontSource;
  /**
   * Loads the caller's families into `families`, and the bytes of the named ones, before text with these names is processed. Names may be
   * unknown. @throws RenderError API-505 if the store is unavailable
   */
  prepare?(names: Iterable<string>): Promise<void>;
}

/** bwip-js `raw`: bars, or rows of modules. */
interface RawSymbol {
  readonly sbs?: readonly number[];
  readonly bhs?: readonly number[];
  readonly bbs?: readonly number[];
  readonly pixs?: readonly number[];
  readonly pixx?: number;
  readonly pixy?: number;
}

/** bwip-js: BWIPP's encoders. */
export interface BarcodeEncoder {
  raw(options: object): readonly RawSymbol[];
  render(options: object, surface: object): unknown;
}

export type DecodeAs = "rgb" | "rgba" | "webp" | "webp-unprofiled" | "check";

export interface PictureTools {
  hash(bytes: Uint8Array): BlobId;
  /** RFC 1950; throws if damaged or longer than `most` bytes */
  inflate(bytes: Uint8Array, most: number): Uint8Array;
  /** A piece is valid until the next. Returns false if the data is damaged or longer than `most` bytes; rethrows errors of `take`. */
  inflateBy(bytes: Uint8Array, most: number, take: (piece: Uint8Array) => void): Promise<boolean>;
  /** Deflates bytes as the PDF backend does. */
  deflate(bytes: Uint8Array): Uint8Array;
  /** SVG without text to paths, groups, images and paint servers; throws if it is unreadable */
  normalizeSvg(svg: string): Promise<string>;
  /** null if `renderSvg` is ready, else a promise to await */
  svgLoading(): Promise<void> | null;
  /** Renders an SVG without text to RGBA, `width` pixels wide. */
  renderSvg(svg: string, width: number): { readonly width: number; readonly height: number; readonly data: Uint8Array };
  /**
   * `admit` receives the decoder's size before decoding; its exceptions propagate.
   * Pixels are 8-bit sRGB: `rgb` of a JPEG, `rgba` of a PNG, `webp` as RGBA (`webp-unprofiled`: colour profile ignored); `check` only
   * decodes.
   * `odd`: complete, with extra data in the file.
   * @throws PictureFault for a damaged file, or one that this environment has no decoder for
   */
  decode(
    bytes: Uint8Array,
    as: DecodeAs,
    admit: (width: number, height: number) => void,
  ): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8Array; readonly odd: boolean }>;
}

/** Bytes of pictures by the hash in the display list. */
export interface PictureBytes {
  readonly size: number;
  keys(): readonly BlobId[];
  get(id: BlobId): Uint8Array | undefined;
  /** zlib stream of the bytes, if stored so */
  deflated(id: BlobId): Uint8Array | undefined;
  /** PDF file as it was read, which is written with the rest of its budgets */
  opened(id: BlobId): PdfFile | undefined;
}
export const NO_BYTES: PictureBytes = {
  size: 0,
  keys: () => [],
  get: () => undefined,
  deflated: () => undefined,
  opened: () => undefined,
};

/** Reduced from CLDR: the files of the package's `locales`. */
export interface LocaleSource {
  /** read at first use and cached */
  read(name: string): unknown;
  /** for locales that `read` cannot load; names may be unknown */
  prepare?(locales: Iterable<string>): Promise<void>;
}
export const NO_LOCALES: LocaleSource = {
  read: (name) => {
    throw new Error(`the data of locales was not provided: ${name}`);
  },
};

export interface MarkdownToken {
  readonly type: string;
  readonly tag: string;
  readonly level: number;
  /** [first, end) lines from 0; null within a line */
  readonly map: readonly [number, number] | null;
  content: string;
  readonly info: string;
  readonly markup: string;
  readonly hidden: boolean;
  readonly meta: unknown;
  readonly children: readonly MarkdownToken[] | null;
  attrGet(name: string): string | null;
}

/** CommonMark, tables, strikethrough, footnotes; addresses as written. */
export interface MarkdownParser {
  parse(source: string): readonly MarkdownToken[];
  /** an address with only the characters of URLs */
  encoded(address: string): string;
}

/** A World that loads asynchronously throws `NotLoaded` from its synchronous functions (`compiler/core/not-loaded.ts`). */
export interface World {
  readonly fonts: FontSource;
  readonly harfbuzz: WebAssembly.Module;
  /** Word starts in Thai, Lao, Khmer or Myanmar: the only use of the installed ICU. */
  readonly segmentWords: (run: string) => readonly number[];
  readonly icu: string;
  /** hyphenopoly patterns by file name, read at first use */
  readonly hyphenation: (name: string) => WebAssembly.Module;
  readonly locales: LocaleSource;
  readonly limits: Limits;
  readonly pictures: PictureTools;
  /** null if absent; throws AssetFault if the store is unavailable */
  readonly assets: (key: string) => Uint8Array | null | Promise<Uint8Array | null>;
  /** throws PdfFault */
  readonly openPdf: (bytes: Uint8Array) => PdfFile;
  /** loaded at a document's first barcode */
  readonly barcodes: () => BarcodeEncoder;
  /** loaded at a document's first font in colour */
  readonly colors: () => ColorReader;
  /** loaded at a document's first Markdown */
  readonly markdown: () => MarkdownParser;
  /** ISO 8601, UTC, seconds */
  readonly now: string;
  readonly producer: string;
  /** of earlier renders; null or absent: none */
  readonly cache?: RenderCache | null;
  /** validates every display list */
  readonly debug: boolean;
}

export const NO_MARKDOWN: World["markdown"] = () => {
  throw new Error("the parser of Markdown was not provided");
};
