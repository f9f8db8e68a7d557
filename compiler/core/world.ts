// The World: the fonts, pictures, encoders and clock that a compilation reads, as interfaces that the runtime implements.
import type { BlobId } from "../../ir/ir.js";

/** One font file, as the catalogue (or an upload's check) describes it. Metrics are 1/1000 em. */
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
  /** other names, each with the language whose forms it selects: `Noto Sans CJK JP` → `ja` */
  readonly aliases: { readonly [name: string]: string };
  /** ISO 15924 codes this family is the first choice for */
  readonly scripts: readonly string[];
  /**
   * What it is to text that declares another family, or none: a text face; one of signs that text faces lack; the one of emoji; one for what
   * nothing else has; or nothing, as those given by the caller are.
   */
  readonly fallback: "text" | "symbols" | "emoji" | "last" | "never";
  /** default line height as a multiple of the font size (decisions §1, Default line height) */
  readonly lineHeight: number;
  readonly faces: readonly FaceInfo[];
}

/** A bundled family whose package was left out of this installation: messages name what would help. */
export interface AbsentFamily {
  readonly name: string;
  /** its own, and all others that name it or a face of it */
  readonly names: readonly string[];
  /** the npm package that has it */
  readonly package: string;
  readonly coverage: FaceInfo["coverage"];
}

export interface FontSource {
  readonly families: readonly FamilyInfo[];
  readonly absent: readonly AbsentFamily[];
  /** Bytes of a face; read when a text first needs them, kept afterwards. */
  bytes(face: FaceInfo): Uint8Array;
  /**
   * Where some families are the caller's own: the source of all others, which `families` begins with. What a name of the caller's means is known
   * to this source alone; faces are shared with all sources that have the same one here.
   */
  readonly shared?: FontSource;
  /**
   * Where reading takes waiting: has the caller's families in `families` from then on, and the bytes of the named ones at hand. Called before
   * text that may name them is looked at. Names are of families and faces, and may be of none.
   * @throws RenderError API-505 where they are out of reach
   */
  prepare?(names: Iterable<string>): Promise<void>;
}

/** A symbol as bwip-js's `raw` gives it: bars (widths, heights and bottoms), or rows of modules. */
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
  /** draws on a surface with its callbacks */
  render(options: object, surface: object): unknown;
}

export type DecodeAs = "rgb" | "rgba" | "webp" | "webp-unprofiled" | "check";

/** What reading pictures needs of its surroundings. */
export interface PictureTools {
  hash(bytes: Uint8Array): BlobId;
  /** zlib data (RFC 1950); throws where it is broken or longer than `most` bytes */
  inflate(bytes: Uint8Array, most: number): Uint8Array;
  /**
   * The same piece by piece, each gone when the next one comes; false where the data is broken or longer than `most` bytes. What `take` throws
   * ends it, and is thrown.
   */
  inflateBy(bytes: Uint8Array, most: number, take: (piece: Uint8Array) => void): Promise<boolean>;
  /** what the PDF backend makes of a stream, as zlib data */
  deflate(bytes: Uint8Array): Uint8Array;
  /** SVG without text to SVG without styles, symbols or units: paths, groups, images and paint servers; throws where it cannot be read */
  normalizeSvg(svg: string): Promise<string>;
  /** null where `renderSvg` can be called at once, else what to wait for before asking again */
  svgLoading(): Promise<void> | null;
  /** an SVG without text as RGBA pixels, so many across */
  renderSvg(svg: string, width: number): { readonly width: number; readonly height: number; readonly data: Uint8Array };
  /**
   * `admit` is called with the size that the decoder finds, before anything is decoded; what it throws is thrown.
   * Pixels of 8 bits in sRGB: `rgb` of a JPEG, `rgba` of a PNG, `webp` as RGBA (`webp-unprofiled`: whatever its colour profile says);
   * `check` only decodes.
   * `odd`: nothing is missing, but there is more in the file than the picture.
   * @throws PictureFault where the file is broken
   */
  decode(
    bytes: Uint8Array,
    as: DecodeAs,
    admit: (width: number, height: number) => void,
  ): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8Array; readonly odd: boolean }>;
}

/** The bytes of a document's pictures, by the hash that the display list names them by. */
export interface PictureBytes {
  readonly size: number;
  keys(): readonly BlobId[];
  get(id: BlobId): Uint8Array | undefined;
  /** the same as a zlib stream, where they are kept as one */
  deflated(id: BlobId): Uint8Array | undefined;
}
export const NO_BYTES: PictureBytes = { size: 0, keys: () => [], get: () => undefined, deflated: () => undefined };

/** Everything a compilation depends on besides the request. */
export interface World {
  readonly fonts: FontSource;
  /** harfbuzzjs's harfbuzz.wasm */
  readonly harfbuzz: WebAssembly.Module;
  /** Word starts in a run of Thai, Lao, Khmer or Myanmar: the one thing that depends on the ICU at hand. */
  readonly segmentWords: (run: string) => readonly number[];
  readonly icu: string;
  /** hyphenopoly's patterns by the names of their files; read when a text first needs them */
  readonly hyphenation: (name: string) => WebAssembly.Module;
  readonly pictures: PictureTools;
  /** an asset's bytes by its key; null where there is none; throws AssetFault where it is out of reach */
  readonly assets: (key: string) => Uint8Array | null | Promise<Uint8Array | null>;
  /** loaded when a document first has a barcode */
  readonly barcodes: () => BarcodeEncoder;
  /** ISO 8601, UTC, whole seconds */
  readonly now: string;
  readonly producer: string;
  /** checks the display list's promises on every compilation */
  readonly debug: boolean;
}
