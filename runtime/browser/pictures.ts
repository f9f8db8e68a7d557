// Picture codecs; a picture that is not decoded as in Node is refused.
import { Inflate } from "pako";
import { PictureFault } from "../../compiler/picture/fault.js";
import type { DecodeAs, PictureTools } from "../../compiler/core/world.js";
import type { ResvgProgram } from "../pictures/resvg.js";
import { svgTools } from "../pictures/svg-tools.js";
import { pagesOf, withMaximum } from "../pictures/wasm-memory.js";
import { blobIdOf } from "./crypto.js";
import { run } from "./resvg-script.js";
import type { WasmFiles } from "./wasm.js";

const mostOf = (most: number): number => Math.max(most, 1) + 1024;

const PIECE = 1 << 18;

class TooLong extends Error {}

/** Inflates by pieces. @returns false if the data is damaged or too long */
function inflateTo(bytes: Uint8Array, most: number, take: (piece: Uint8Array) => void): boolean {
  const inflating = new Inflate({ windowBits: 15, chunkSize: PIECE });
  let length = 0;
  inflating.onData = (piece) => {
    length += piece.length;
    if (length > mostOf(most)) throw new TooLong();
    take(piece);
  };
  inflating.onEnd = () => undefined;
  try {
    return inflating.push(bytes, true) && inflating.ended;
  } catch (e) {
    if (e instanceof TooLong) return false;
    throw e;
  }
}

function inflated(bytes: Uint8Array, most: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const whole = inflateTo(bytes, most, (piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  if (!whole) throw new Error("the data cannot be inflated");
  const out = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

const KINDS: Readonly<Record<Exclude<DecodeAs, "check">, string>> = {
  webp: "a WebP picture",
  "webp-unprofiled": "a WebP picture",
  rgb: "a JPEG picture whose colours have to be converted",
  rgba: "a PNG picture whose colours have to be converted",
};

const undecoded = (what: string): never => {
  throw new PictureFault(
    "decoder",
    `${what} is not decoded in a browser: render it by the command line, the library for Node or the service`,
  );
};

/** @param deflate as the PDF writer does */
export function browserPictures(wasm: WasmFiles, deflate: PictureTools["deflate"]): PictureTools {
  const program = async (maximum: number): Promise<ResvgProgram> => {
    const given = wasm.given("resvg.wasm");
    return { run, wasm: given ?? (await WebAssembly.compile(withMaximum(await wasm.bytes("resvg.wasm"), pagesOf(maximum)))) };
  };
  const svg = svgTools(program);
  return {
    hash: blobIdOf,
    inflate: inflated,
    inflateBy: (bytes, most, take) => Promise.resolve(inflateTo(bytes, most, take)),
    deflate,
    normalizeSvg: svg.normalizeSvg,
    svgLoading: svg.svgLoading,
    renderSvg: svg.renderSvg,
    async decode(bytes, as, admit) {
      if (as !== "check") return undecoded(KINDS[as]);
      const [{ checkJpegData }, { JpegDamage, JpegExcess }] = await Promise.all([
        import("./jpeg-check.js"),
        import("../../compiler/picture/entropy/bits.js"),
      ]);
      try {
        checkJpegData(bytes, admit);
      } catch (e) {
        if (e instanceof JpegExcess) return undecoded("a JPEG picture with extra bytes between its segments");
        if (!(e instanceof JpegDamage)) throw e;
        throw new PictureFault("corrupt", `the JPEG file is broken: ${e.message}`);
      }
      return { width: 0, height: 0, data: new Uint8Array(0), odd: false };
    },
  };
}
