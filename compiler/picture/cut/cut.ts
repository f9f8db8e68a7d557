// Parts shown by `fit: "cover"`, if they make the file smaller (N41).
import type { Rect } from "../../../ir/ir.js";
import type { DrawnResource } from "../../box/drawn.js";
import { shownPart, type Picture, type Raster } from "../../draw/image.js";
import type { ImageContent } from "../../request/types/shape.js";
import type { PictureBlobs } from "../blobs.js";
import { PngRows } from "../png-rows.js";
import { inflatedLength, type PngFile } from "../png.js";
import { writePart } from "./jpeg-cut.js";
import { readPart, type JpegPart, type Region } from "./jpeg-part.js";
import { byteStep, filtered, partOf, pixelBits, rowBytes, RowsPart, unfiltered } from "./rows.js";

/** Bytes of an image's dictionaries and cross-references in a file. */
const OVERHEAD = 300;
/** parts of one picture; of more, only the part around all */
const MOST_PARTS = 8;
/** pixels: readers mix neighbours when they scale */
const MARGIN = 1;
/** by sampling factor: colours have a lower resolution */
const JPEG_MARGIN = 2;
const NEGLIGIBLE = 1e-6;

export class CoverCuts {
  readonly #uses = new Map<Raster, Map<ImageContent, Region | null>>();
  readonly #cut = new Map<ImageContent, Raster>();

  use(el: ImageContent, picture: Picture): void {
    if (picture.kind !== "raster") return;
    let uses = this.#uses.get(picture);
    if (!uses) this.#uses.set(picture, (uses = new Map()));
    uses.set(el, regionOf(picture, shownPart(picture, el, { x: 0, y: 0, width: el.width, height: el.height })));
  }

  of(el: ImageContent): Raster | undefined {
    return this.#cut.get(el);
  }

  /** The fewest bytes: whole, parts, or bounds of the parts. */
  async choose(blobs: PictureBlobs): Promise<void> {
    for (const [picture, uses] of this.#uses) {
      const regions = [...uses.values()];
      if (regions.every((r) => r !== null)) await this.#parts(picture, uses as ReadonlyMap<ImageContent, Region>, blobs);
    }
    this.#uses.clear();
  }

  async #parts(picture: Raster, uses: ReadonlyMap<ImageContent, Region>, blobs: PictureBlobs): Promise<void> {
    const around = [...uses.values()].reduce(union);
    const { width, height } = picture.resource;
    const source = await sourceOf(picture.resource, around, blobs);
    if (!source) return;
    const distinct = new Map([...uses.values()].map((r) => [keyOf(source.aligned(r)), source.aligned(r)]));
    const candidates = [[source.aligned(around)]];
    if (distinct.size > 1 && distinct.size <= MOST_PARTS) candidates.push([...distinct.values()]);
    let least = source.bytes;
    let chosen: ReadonlyMap<string, Part> | null = null;
    for (const regions of candidates) {
      if (regions.some((r) => r.width === width && r.height === height)) continue;
      const parts = new Map<string, Part>();
      let bytes = OVERHEAD * (regions.length - 1);
      for (const region of regions) {
        blobs.watch();
        const part = source.part(region);
        parts.set(keyOf(region), part);
        bytes += part.bytes;
      }
      if (bytes < least) [least, chosen] = [bytes, parts];
    }
    if (!chosen) return;
    const made = new Map([...chosen].map(([key, part]) => [key, rasterOf(picture, part)]));
    for (const [el, region] of uses) this.#cut.set(el, made.get(keyOf(source.aligned(region))) ?? made.get(keyOf(source.aligned(around)))!);
  }
}

interface Part {
  readonly region: Region;
  readonly bytes: number;
  readonly put: () => Pick<DrawnResource, "blob" | "alpha">;
}

interface Source {
  /** bytes in the file */
  readonly bytes: number;
  /** smallest enclosing region that can be a part */
  readonly aligned: (region: Region) => Region;
  readonly part: (region: Region) => Part;
}

const keyOf = ({ x, y, width, height }: Region): string => `${x} ${y} ${width} ${height}`;

function rasterOf(picture: Raster, { region, put }: Part): Raster {
  const { width, height } = picture.resource;
  const resource = { ...picture.resource, ...put(), width: region.width, height: region.height };
  return { ...picture, resource, part: { x: region.x, y: region.y, of: { width, height } } };
}

function union(a: Region, b: Region): Region {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

/** Pixels needed, in shares of the stored picture; null if all. */
function regionOf({ resource: { width, height } }: Raster, part: Rect | null): Region | null {
  if (!part) return null;
  const x = Math.max(0, Math.floor(part.x * width + NEGLIGIBLE));
  const y = Math.max(0, Math.floor(part.y * height + NEGLIGIBLE));
  const right = Math.min(width, Math.ceil((part.x + part.width) * width - NEGLIGIBLE));
  const bottom = Math.min(height, Math.ceil((part.y + part.height) * height - NEGLIGIBLE));
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

function grown({ x, y, width, height }: Region, margin: { x: number; y: number }, most: { width: number; height: number }): Region {
  const [left, top] = [Math.max(0, x - margin.x), Math.max(0, y - margin.y)];
  const right = Math.min(most.width, x + width + margin.x);
  return { x: left, y: top, width: right - left, height: Math.min(most.height, y + height + margin.y) - top };
}

function from({ x, y, width, height }: Region, unit: { x: number; y: number }): Region {
  const [left, top] = [x - (x % unit.x), y - (y % unit.y)];
  return { x: left, y: top, width: width + x - left, height: height + y - top };
}

/** @param around contains all parts before alignment */
async function sourceOf(resource: DrawnResource, around: Region, blobs: PictureBlobs): Promise<Source | null> {
  switch (resource.encoding) {
    case "jpeg":
      return jpegSource(resource, around, blobs);
    case "png-idat":
      return pngSource(resource, around, blobs);
    case "raw":
      return rawSource(resource, blobs);
  }
}

function jpegSource(resource: DrawnResource, around: Region, blobs: PictureBlobs): Source | null {
  const bytes = blobs.get(resource.blob)!;
  const most = { x: 4 * JPEG_MARGIN, y: 4 * JPEG_MARGIN };
  const file: JpegPart | null = readPart(bytes, grown(around, most, resource), blobs.watch);
  if (!file) return null;
  const unit = { x: file.unit.width, y: file.unit.height };
  const margin = { x: (unit.x / 8) * JPEG_MARGIN, y: (unit.y / 8) * JPEG_MARGIN };
  return {
    bytes: bytes.length,
    aligned: (region) => from(grown(region, margin, resource), unit),
    part(region) {
      const part = writePart(file, region);
      return { region, bytes: part.length, put: () => ({ blob: blobs.put(part), alpha: null }) };
    },
  };
}

async function pngSource(resource: DrawnResource, around: Region, blobs: PictureBlobs): Promise<Source | null> {
  const { width, height } = resource;
  const bits = pixelBits(resource);
  const aligned = alignedRows(resource);
  const all = aligned(around);
  const data = blobs.get(resource.blob)!;
  const png: PngFile = {
    ...{ width, height, data, bits: resource.bits },
    color: resource.color === "rgb" ? 2 : resource.color === "indexed" ? 3 : 0,
    ...{ interlaced: false, palette: null, transparency: null, profile: null, orientation: 1 },
  };
  if (!blobs.budget.hasInflate(inflatedLength(png))) return null;
  const retained = new RowsPart(all, bits);
  const rows = new PngRows(png, (row, place) => retained.take(row, place.y));
  if (!(await blobs.tools.inflateBy(data, inflatedLength(png), (piece) => rows.push(piece)))) return null;
  return {
    bytes: data.length,
    aligned,
    part(region) {
      const pixels = partOf(retained.pixels, all.width, bits, { ...region, x: region.x - all.x, y: region.y - all.y });
      const stride = rowBytes(region.width, bits);
      const plain = blobs.tools.deflate(unfiltered(pixels, stride));
      const other = blobs.tools.deflate(filtered(pixels, stride, Math.max(1, bits >> 3)));
      const best = other.length < plain.length ? other : plain;
      return { region, bytes: best.length, put: () => ({ blob: blobs.put(best), alpha: null }) };
    },
  };
}

function rawSource(resource: DrawnResource, blobs: PictureBlobs): Source {
  const { width, blob, alpha } = resource;
  const bits = pixelBits(resource);
  const colors = blobs.get(blob)!;
  const mask = alpha === null ? null : blobs.get(alpha)!;
  const length = (pixels: Uint8Array): number => blobs.tools.deflate(pixels).length;
  return {
    bytes: length(colors) + (mask ? length(mask) : 0),
    aligned: alignedRows(resource),
    part(region) {
      const cut = partOf(colors, width, bits, region);
      const cutMask = mask && partOf(mask, width, 8, region);
      return {
        region,
        bytes: length(cut) + (cutMask ? length(cutMask) : 0),
        put: () => ({ blob: blobs.putPixels(cut), alpha: cutMask && blobs.putPixels(cutMask) }),
      };
    },
  };
}

function alignedRows(resource: DrawnResource): (region: Region) => Region {
  const unit = { x: byteStep(pixelBits(resource)), y: 1 };
  return (region) => from(grown(region, { x: MARGIN, y: MARGIN }, resource), unit);
}
