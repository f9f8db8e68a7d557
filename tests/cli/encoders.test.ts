import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { messageOf } from "../../base/error.js";
import { ENCODERS } from "../../compiler/barcode/encoders.js";
import type { BarcodeEncoder } from "../../compiler/core/world.js";
import { root } from "../support/tools.js";

/* The package holds a part of bwip-js: each encoder that formats use draws, and refuses, as in the whole. */

const require = createRequire(import.meta.url);
const whole = require("bwip-js") as BarcodeEncoder;
const part = require(path.join(root, "dist/vendor/bwip-js.cjs")) as BarcodeEncoder;

const CONTENTS = [
  ...["ABC-123", "A12345B", "1234567", "123456", "123456789012", "1234567890123", "12345678901231", "00123456789012345678"],
  ...["036000291452|(10)ABC", "00123457|(10)ABC", "(01)09501101530003(10)AB", "(00)106141412345678908"],
];

const drawn = (encoder: BarcodeEncoder, bcid: string, text: string): unknown => {
  try {
    return encoder.raw({ bcid, text });
  } catch (e) {
    return messageOf(e).replace(/#\d+/, "");
  }
};

test.each(ENCODERS)("%s", (bcid) => {
  const symbols = CONTENTS.map((text) => drawn(whole, bcid, text));
  expect(CONTENTS.map((text) => drawn(part, bcid, text))).toEqual(symbols);
  expect(symbols.some((symbol) => typeof symbol !== "string")).toBe(true);
});
