/**
 * Digits of retail symbols (GS1 General Specifications, 5.2.2.1.4 to 5.2.2.4, 5.2.5; ISO/IEC 15420). Lengths in modules from the first
 * bar.
 */
export interface Retail {
  readonly guards: readonly (readonly [from: number, to: number])[];
  readonly groups: readonly RetailGroup[];
}

export interface RetailGroup {
  readonly digits: readonly [from: number, to: number];
  readonly from: number;
  readonly to: number;
  /** center inside the symbol; outside, towards the symbol */
  readonly align: "left" | "center" | "right";
  /** relative to the size of digits */
  readonly scale: number;
}

/** Standard height of digits: 2.75 mm for modules of 0.33 mm. */
export const DIGIT_HEIGHT = 25 / 3;
/** extension of guard bars below the others; least below lower digits */
export const GUARD_EXTENSION = 5;
export const GUARD_EXTENSION_BESIDE_DIGITS = 3;
export const GROUP_GAP = 0.5;
/** digits next to UPC symbols: at most 4 modules wide; others take 7 */
const SMALL = 0.6;

const inside = (first: number, last: number, from: number, to: number): RetailGroup => ({
  digits: [first, last],
  from,
  to,
  align: "center",
  scale: 1,
});
const before = (from: number, to: number, scale: number): RetailGroup => ({ digits: [0, 1], from, to, align: "right", scale });
const behind = (digit: number, from: number, to: number): RetailGroup => ({
  digits: [digit, digit + 1],
  from,
  to,
  align: "left",
  scale: SMALL,
});

const guards = (...list: readonly (readonly [number, number])[]): Retail["guards"] => list;

export const EAN_13: Retail = {
  guards: guards([0, 3], [45, 50], [92, 95]),
  groups: [before(-11, -4, 1), inside(1, 7, 3, 45), inside(7, 13, 50, 92)],
};
export const EAN_8: Retail = {
  guards: guards([0, 3], [31, 36], [64, 67]),
  groups: [inside(0, 4, 3, 31), inside(4, 8, 36, 64)],
};
/** Bars of the first and last digit are as long as guards. */
export const UPC_A: Retail = {
  guards: guards([0, 10], [45, 50], [85, 95]),
  groups: [before(-9, -5, SMALL), inside(1, 6, 10, 45), inside(6, 11, 50, 85), behind(11, 100, 104)],
};
export const UPC_E: Retail = {
  guards: guards([0, 3], [45, 51]),
  groups: [before(-9, -5, SMALL), inside(1, 7, 3, 45), behind(7, 54, 58)],
};
