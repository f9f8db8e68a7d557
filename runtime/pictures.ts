import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateSync } from "node:zlib";
import type * as ResvgWasm from "@resvg/resvg-wasm";
import type SharpModule from "sharp";
import { checkPixels, PictureFault } from "../compiler/picture/fault.js";
import type { PictureTools } from "../compiler/core/world.js";

const require = createRequire(import.meta.url);
let loaded: typeof SharpModule | null = null;
/** Loaded when a picture first needs it: most documents have none. */
function sharp(): typeof SharpModule {
  if (!loaded) {
    loaded = require("sharp") as typeof SharpModule;
    loaded.concurrency(1);
    loaded.cache(false);
  }
  return loaded;
}

/** Decoding by libvips, hashing and inflating by Node. */
export const pictureTools: PictureTools = {
  hash: (bytes) => `sha256-${createHash("sha256").update(bytes).digest("hex")}`,
  inflate: (bytes, most) => new Uint8Array(inflateSync(bytes, { maxOutputLength: Math.max(most, 1) + 1024 })),
  async normalizeSvg(svg, fonts) {
    await loadResvg();
    return withResvg(svg, fonts, {}, (r) => r.toString());
  },
  renderSvg: (svg, width) =>
    withResvg(svg, [], { fitTo: { mode: "width", value: width } }, (r) => {
      const { width: w, height: h, pixels } = r.render();
      return { width: w, height: h, data: unmultiplied(pixels.slice()) };
    }),
  async decode(bytes, as) {
    try {
      const input = sharp()(bytes, { limitInputPixels: false, failOn: "warning" });
      if (as === "webp") {
        const { width, height } = await input.metadata();
        checkPixels(width, height);
      }
      const wanted =
        as === "webp" ? input.toColourspace("srgb").ensureAlpha() : as === "rgb" ? input.toColourspace("srgb").removeAlpha() : input;
      const { data, info } = await wanted.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
    } catch (e) {
      if (e instanceof PictureFault) throw e;
      const said = e instanceof Error ? e.message.split("\n")[0]! : String(e);
      throw new PictureFault("corrupt", `the picture cannot be decoded: ${said}`);
    }
  },
};

/**
 * resvg as wasm: its native form ends the whole process where it meets what it did not expect, this one only fails. Made once a process.
 */
let ready: Promise<unknown> | null = null;
const wasm = require("@resvg/resvg-wasm") as typeof ResvgWasm;
function loadResvg(): Promise<unknown> {
  ready ??= wasm.initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  return ready;
}

/** @throws PictureFault where the SVG cannot be read. Text takes the fonts given, and nothing of the system's. */
function withResvg<T>(
  svg: string,
  fonts: readonly Uint8Array[],
  options: ResvgWasm.ResvgRenderOptions,
  use: (r: InstanceType<typeof ResvgWasm.Resvg>) => T,
): T {
  try {
    const font: ResvgWasm.CustomFontsOptions = { fontBuffers: [...fonts], defaultFontFamily: "Noto Sans" };
    return use(new wasm.Resvg(svg, { ...options, font }));
  } catch (e) {
    const said =
      e instanceof Error && e.name === "RuntimeError" ? "the SVG reader cannot deal with it" : e instanceof Error ? e.message : String(e);
    throw new PictureFault("svg", `the SVG file cannot be read: ${said.split("\n")[0]}`);
  }
}

/** resvg's pixels hold colours times their alpha. */
function unmultiplied(pixels: Uint8Array): Uint8Array {
  for (let i = 0; i < pixels.length; i += 4) {
    const a = pixels[i + 3]!;
    if (a === 0 || a === 255) continue;
    for (let c = 0; c < 3; c++) pixels[i + c] = Math.min(255, Math.round((pixels[i + c]! * 255) / a));
  }
  return pixels;
}

/** Pictures of a folder by file name, with or without the extension; a key is never a path. */
export function assetFolder(dir: string | null): (key: string) => Uint8Array | null {
  if (dir === null) return () => null;
  const files = new Map<string, string>();
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((e) => e.isFile())
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name } of names) files.set(name, path.join(dir, name));
  for (const { name } of names) {
    const stem = path.parse(name).name;
    if (!files.has(stem)) files.set(stem, path.join(dir, name));
  }
  return (key) => {
    const file = files.get(key);
    return file === undefined ? null : new Uint8Array(readFileSync(file));
  };
}
