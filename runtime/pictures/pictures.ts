import { messageOf } from "../../base/error.js";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { createInflate, inflateSync } from "node:zlib";
import type SharpModule from "sharp";
import type { Sharp } from "sharp";
import { PictureFault } from "../../compiler/picture/fault.js";
import type { DecodeAs, PictureTools } from "../../compiler/core/world.js";
import { resvgProgram } from "./resvg-program.js";
import { svgTools } from "./svg-tools.js";

const require = createRequire(import.meta.url);
let loaded: typeof SharpModule | null = null;
/** Loaded at the first picture: most documents have none. */
function sharp(): typeof SharpModule {
  if (!loaded) {
    loaded = require("sharp") as typeof SharpModule;
    loaded.concurrency(1);
    loaded.cache(false);
  }
  return loaded;
}

/** A shared instance of resvg. */
const svg = svgTools(resvgProgram);

export const releaseSvgReader = (): void => svg.release();

/** libvips decodes, Node hashes and inflates; the PDF writer supplies deflate. */
export const pictureTools: Omit<PictureTools, "deflate"> = {
  hash: (bytes) => `sha256-${createHash("sha256").update(bytes).digest("hex")}`,
  inflate: (bytes, most) => new Uint8Array(inflateSync(bytes, { maxOutputLength: mostOf(most) })),
  inflateBy,
  normalizeSvg: svg.normalizeSvg,
  svgLoading: svg.svgLoading,
  renderSvg: svg.renderSvg,
  async decode(bytes, as, admit) {
    const { width, height } = await opened(bytes, as, "error")
      .metadata()
      .catch((e: unknown) => unreadable(e, as));
    admit(width, height);
    try {
      return { ...(await decoded(bytes, as, "warning")), odd: false };
    } catch (e) {
      if (hasAlpha(as) || !ONLY_MORE.test(messageOf(e))) return unreadable(e, as);
      return { ...(await decoded(bytes, as, "error")), odd: true };
    }
  },
};

function unreadable(e: unknown, as: DecodeAs): never {
  const reason = messageOf(e);
  if (!hasAlpha(as) && reason.includes("premature end"))
    throw new PictureFault("corrupt", "the JPEG file is broken: its picture data is cut off");
  throw new PictureFault("corrupt", `the picture cannot be decoded: ${reason.split("\n")[0]!}`);
}

/** Writes a PNG file of RGB pixels. */
export async function pngOf({
  width,
  height,
  data,
}: {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}): Promise<Uint8Array> {
  const png = await sharp()(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .png()
    .toBuffer();
  return new Uint8Array(png.buffer, png.byteOffset, png.byteLength);
}

const mostOf = (most: number): number => Math.max(most, 1) + 1024;

/** Inflate chunk, large enough to amortize the call. */
const PIECE = 1 << 18;

async function inflateBy(bytes: Uint8Array, most: number, take: (piece: Uint8Array) => void): Promise<boolean> {
  const inflating = createInflate({ chunkSize: PIECE });
  let length = 0;
  inflating.end(bytes);
  const pieces = inflating[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await pieces.next().catch(() => null);
      if (next === null) return false;
      if (next.done) return true;
      length += next.value.length;
      if (length > mostOf(most)) return false;
      take(next.value);
    }
  } finally {
    inflating.destroy();
  }
}

/** only libjpeg's warning for extra bytes between segments; not restart markers */
const ONLY_MORE = /^(?:VipsJpeg: Corrupt JPEG data: \d+ extraneous bytes before marker 0x(?!d[0-7])[0-9a-f]{2}\n?)+$/;

const isWebp = (as: DecodeAs): boolean => as === "webp" || as === "webp-unprofiled";
const hasAlpha = (as: DecodeAs): boolean => isWebp(as) || as === "rgba";

const opened = (bytes: Uint8Array, as: DecodeAs, failOn: "warning" | "error"): Sharp =>
  sharp()(bytes, { limitInputPixels: false, failOn, ignoreIcc: as === "webp-unprofiled" });

async function decoded(
  bytes: Uint8Array,
  as: DecodeAs,
  failOn: "warning" | "error",
): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8Array }> {
  const input = opened(bytes, as, failOn);
  const converted = hasAlpha(as)
    ? input.toColourspace("srgb").ensureAlpha()
    : as === "rgb"
      ? input.toColourspace("srgb").removeAlpha()
      : input;
  const { data, info } = await converted.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}
