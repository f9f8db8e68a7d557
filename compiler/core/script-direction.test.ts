import { expect, test } from "vitest";
import { isRightToLeft } from "./script-direction.js";

test.each(["ar", "AR-eg", " he ", "fa-IR", "ur", "yi", "ckb-IQ", "az-Arab", "uz-AF", "pa-PK", "zh-cmn-Arab", "sd"])(
  "%s is right to left",
  (tag) => expect(isRightToLeft(tag)).toBe(true),
);
test.each(["", "en", "de-AT", "ar-Latn", "sd-Deva", "az", "uz-UZ", "pa", "he-Latn-IL", "arn", "hebrew", "zh-Hant"])(
  "%j is left to right",
  (tag) => expect(isRightToLeft(tag)).toBe(false),
);
