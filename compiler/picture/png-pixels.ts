import { CHANNELS, rowBytes, type PngFile } from "./png.js";
import type { RowPlace } from "./png-rows.js";

/** Alpha: 8 bits. */
interface PngPixels {
  readonly take: (row: Uint8Array, place: RowPlace) => void;
  readonly done: () => { readonly colors: Uint8Array; readonly alpha: Uint8Array | null };
}

/** Decodes pixels; alpha is null if opaque. `narrow`: 16 to 8 bits. */
export function withAlpha(png: PngFile, narrow: boolean): PngPixels {
  const { width, height } = png;
  const per = png.bits >> 3;
  const retained = narrow ? 1 : per;
  const samples = CHANNELS[png.color] - 1;
  const colors = new Uint8Array(width * height * samples * retained);
  const alpha = new Uint8Array(width * height);
  let opaque = true;
  return {
    take(row, { y, first, step, count }) {
      let pixel = y * width + first;
      for (let i = 0, from = 0; i < count; i++, pixel += step) {
        let to = pixel * samples * retained;
        for (let s = 0; s < samples; s++, from += per) {
          colors[to++] = row[from]!;
          if (retained === 2) colors[to++] = row[from + 1]!;
        }
        const a = row[from]!;
        alpha[pixel] = a;
        if (a !== 255) opaque = false;
        from += per;
      }
    },
    done: () => ({ colors, alpha: opaque ? null : alpha }),
  };
}

/** Removes alpha, that of tRNS too. `narrow`: 16 to 8 bits. */
export function withoutAlpha(png: PngFile, narrow: boolean): PngPixels {
  const { width, height, bits } = png;
  const channels = CHANNELS[png.color];
  const stride = narrow ? width * channels : rowBytes(width, png);
  const colors = new Uint8Array(stride * height);
  const alpha = png.transparency ? new Uint8Array(width * height).fill(255) : null;
  const whole = (bits * channels) >> 3;
  return {
    take(row, place) {
      const { y, first, step, count } = place;
      if (alpha) keyed(png, row, place, alpha);
      const to = y * stride;
      if (narrow) {
        for (let i = 0, from = 0; i < count; i++)
          for (let c = 0, at = to + (first + i * step) * channels; c < channels; c++, from += 2) colors[at + c] = row[from]!;
      } else if (step === 1 && first === 0) colors.set(row, to);
      else if (whole > 0) {
        for (let i = 0, from = 0; i < count; i++)
          for (let c = 0, at = to + (first + i * step) * whole; c < whole; c++) colors[at + c] = row[from++]!;
      } else {
        for (let i = 0; i < count; i++) {
          const bit = (first + i * step) * bits;
          colors[to + (bit >> 3)]! |= sampleOf(row, i, bits) << (8 - bits - (bit & 7));
        }
      }
    },
    done: () => ({ colors, alpha }),
  };
}

function sampleOf(row: Uint8Array, i: number, bits: number): number {
  if (bits === 8) return row[i]!;
  if (bits === 16) return row[2 * i]! * 256 + row[2 * i + 1]!;
  return (row[(i * bits) >> 3]! >> (8 - bits - ((i * bits) & 7))) & ((1 << bits) - 1);
}

/** Alpha by palette index, or 0 for the key colour. */
function keyed(png: PngFile, row: Uint8Array, { y, first, step, count }: RowPlace, alpha: Uint8Array): void {
  const key = png.transparency!;
  const channels = CHANNELS[png.color];
  for (let i = 0; i < count; i++) {
    const pixel = y * png.width + first + i * step;
    if (png.color === 3) alpha[pixel] = key[sampleOf(row, i, png.bits)] ?? 255;
    else {
      let same = true;
      for (let c = 0; c < channels; c++)
        if (sampleOf(row, i * channels + c, png.bits) !== ((key[2 * c]! << 8) | key[2 * c + 1]!)) same = false;
      if (same) alpha[pixel] = 0;
    }
  }
}
