import type { BarcodePayload } from "./types/payload.js";

/** Sides that standards give their symbols, mm. */
const SIDES: ReadonlyMap<BarcodePayload["kind"], number> = new Map([
  ["swiss_qr", 46],
  ["verifactu", 35],
]);

/** Sides of a payment slip, mm (MS-25). */
export const SLIP_SIZE = { width: 210, height: 105 } as const;

interface Sized {
  readonly width?: number;
  readonly height?: number;
  readonly payload?: BarcodePayload;
}

/** Sides of a barcode; an absent one is the other, if the payload's standard has a size, and else NaN, which the check refuses (MS-4). */
export function barcodeSize({ width, height, payload }: Sized): { readonly width: number; readonly height: number } {
  const side = payload && SIDES.get(payload.kind);
  if (side === undefined) return { width: width ?? NaN, height: height ?? NaN };
  return { width: width ?? height ?? side, height: height ?? width ?? side };
}
