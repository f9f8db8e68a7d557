// World: fonts, pictures, encoders and clock of a compilation, implemented by the runtime.
import type { RenderCache } from "../../base/render-cache.js";
import type { PdfFile } from "../../base/pdf/types.js";
import type { BlobId } from "../../ir/ir.js";
import type { Limits } from "./limits.js";

/** A font file, as described by the catalogue or an upload check. Metrics are 1/1000 em. */
export interface FaceInfo {
  readonly blob: BlobId;
  readonly family: string;
  readonly postScriptName: string;
  /** 400, 500, 600, 700 */
  readonly weight: number;
  readonly italic: boolean;
  readonly ascender: number;
  readonly descender: number;
  /** covered code points, as sorted closed ranges */
  readonly coverage: readonly (readonly [number, number])[];
}

export interface FamilyInfo {
  readonly name: string;
  /** alternative names with the language of their glyph forms: `Noto Sans CJK JP` → `ja` */
  readonly aliases: { readonly [name: string]: string };
  /** ISO 15924 codes with this family as first choice */
  readonly scripts: readonly string[];
  /** Role for text of other families: text face; symbols that text faces lack; emoji; last resort; or never, as for caller fonts. */
  readonly fallback: "text" | "symbols" | "emoji" | "last" | "never";
  /** default line height as a multiple of the font size (decisions §1, Default line height) */
  readonly lineHeight: number;
  readonly faces: readonly FaceInfo[];
}

/** A bundled family whose package is not installed; messages name the package. */
export interface AbsentFamily {
  readonly name: string;
  /** of the family, of its faces, and aliases */
  readonly names: readonly string[];
  /** npm package of the family */
  readonly package: string;
  readonly coverage: FaceInfo["coverage"];
}

export interface FontSource {
  readonly families: readonly FamilyInfo[];
  readonly absent: readonly AbsentFamily[];
  /** Bytes of a face, read at first use and cached. */
  bytes(face: FaceInfo): Uint8Array;
  /**
   * Source of the families other than the caller's, with which `families` begins. Only this source resolves the caller's names; faces are
   * shared between sources.
   */
  readonly shared?: FontSource;
  /**
   * Asynchronous preparation: loads the caller's families into `families`, and the bytes of the named ones. Called before text with these
   * names is processed. Names are of families or faces, and may be unknown.
   * @throws RenderError API-505 if the store is unavailable
   */
  prepare?(names: Iterable<string>): Promise<void>;
}

/** Output of bwip-js `raw`: bars (widths, heights and bottoms), or rows of modules. */
export interface RawSymbol {
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
  /** draws on a surface by its callbacks */
  render(options: object, surface: object): unknown;
}

export type DecodeAs = "rgb" | "rgba" | "webp" | "webp-unprofiled" | "check";

/** Picture codecs of the environment. */
export interface PictureTools {
  hash(bytes: Uint8Array): BlobId;
  /** inflates zlib data (RFC 1950); throws if it is damaged or longer than `most` bytes */
  inflate(bytes: Uint8Array, most: number): Uint8Array;
  /**
   * Streaming inflate: a piece is valid until the next. Returns false if the data is damaged or longer than `most` bytes; rethrows what
   * `take` throws.
   */
  inflateBy(bytes: Uint8Array, most: number, take: (piece: Uint8Array) => void): Promise<boolean>;
  /** zlib data as the PDF backend writes it */
  deflate(bytes: Uint8Array): Uint8Array;
  /** SVG without text to SVG without styles, symbols or units: paths, groups, images and paint servers; throws if it is unreadable */
  normalizeSvg(svg: string): Promise<string>;
  /** null if `renderSvg` is ready, else a promise to await before the next query */
  svgLoading(): Promise<void> | null;
  /** rasterizes SVG without text to RGBA of `width` pixels */
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

/** Picture bytes by the hash in the display list. */
export interface PictureBytes {
  readonly size: number;
  keys(): readonly BlobId[];
  get(id: BlobId): Uint8Array | undefined;
  /** zlib stream of the bytes, if stored so */
  deflated(id: BlobId): Uint8Array | undefined;
}
export const NO_BYTES: PictureBytes = { size: 0, keys: () => [], get: () => undefined, deflated: () => undefined };

/** Data of locales, reduced from CLDR: the files of the package's `locales`. */
export interface LocaleSource {
  /** content of a file, read at first use and cached */
  read(name: string): unknown;
  /** loads the files of these locales, where `read` cannot; names may be unknown */
  prepare?(locales: Iterable<string>): Promise<void>;
}
/** Source of a request that names no locale. */
export const NO_LOCALES: LocaleSource = {
  read: (name) => {
    throw new Error(`the data of locales was not provided: ${name}`);
  },
};

/** Token of markdown-it. */
export interface MarkdownToken {
  readonly type: string;
  readonly tag: string;
  readonly level: number;
  /** first line and the one after the last, from 0; null within a line */
  readonly map: readonly [number, number] | null;
  content: string;
  readonly info: string;
  readonly markup: string;
  readonly hidden: boolean;
  /** label of a footnote */
  readonly meta: unknown;
  readonly children: readonly MarkdownToken[] | null;
  attrGet(name: string): string | null;
}

/** markdown-it: CommonMark, with tables, strikethrough and footnotes. Addresses of links are as written. */
export interface MarkdownParser {
  parse(source: string): readonly MarkdownToken[];
  /** an address with only the characters of URLs */
  encoded(address: string): string;
}

/**
 * Dependencies of a compilation other than the request. A World that loads asynchronously throws `NotLoaded` from its synchronous functions
 * (`compiler/core/not-loaded.ts`).
 */
export interface World {
  readonly fonts: FontSource;
  /** harfbuzz.wasm of harfbuzzjs */
  readonly harfbuzz: WebAssembly.Module;
  /** Word starts in a run of Thai, Lao, Khmer or Myanmar: the only dependency on the installed ICU. */
  readonly segmentWords: (run: string) => readonly number[];
  readonly icu: string;
  /** hyphenopoly patterns by file name, read at first use */
  readonly hyphenation: (name: string) => WebAssembly.Module;
  readonly locales: LocaleSource;
  /** bounds of a request */
  readonly limits: Limits;
  readonly pictures: PictureTools;
  /** bytes of an asset; null if absent; throws AssetFault if the store is unavailable */
  readonly assets: (key: string) => Uint8Array | null | Promise<Uint8Array | null>;
  /** opens a PDF file within the bounds; throws PdfFault */
  readonly openPdf: (bytes: Uint8Array) => PdfFile;
  /** loaded at the first barcode of a document */
  readonly barcodes: () => BarcodeEncoder;
  /** loaded at the first Markdown of a document */
  readonly markdown: () => MarkdownParser;
  /** ISO 8601, UTC, whole seconds */
  readonly now: string;
  readonly producer: string;
  /** what earlier renders left; null or absent: nothing */
  readonly kept?: RenderCache | null;
  /** validates the display list after every compilation */
  readonly debug: boolean;
}

/** Parser of a request without Markdown. */
export const NO_MARKDOWN: World["markdown"] = () => {
  throw new Error("the parser of Markdown was not provided");
};
