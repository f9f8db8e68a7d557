import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateSync } from "node:zlib";
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
