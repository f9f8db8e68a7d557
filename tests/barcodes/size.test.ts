import { expect, test } from "vitest";
import { displayList } from "../../golden/cases.js";
import { validate } from "../../ir/validate.js";
import { page } from "../support/page.js";

/* Sizes at which a scale or a sum of modules leaves the range of numbers. */
const symbol = (format: string, content: string, more: object): object =>
  page({ type: "barcode", layout: { left: 5, top: 5 }, format, content, width: 40, height: 40, ...more });

test.each([
  ["datamatrix", "ABC"],
  ["micropdf417", "AB"],
  ["code128", "ABC"],
  ["ean13", "9521234543213"],
  ["maxicode", "ABC"],
])("%s has a display list of numbers at each size and quiet zone", async (format, content) => {
  for (const more of [
    { width: 5e-324 },
    { height: 5e-324 },
    { width: 1e-9, height: 1e-9 },
    { options: { quiet_zone: 1e308 } },
    { options: { quiet_zone: 1.7e308 } },
    { width: 1e-7, barcode_text: { enabled: true, style: { font_size: 0.5, wrap_policy: "no_wrap" } } },
  ]) {
    let doc;
    try {
      doc = await displayList(new TextEncoder().encode(JSON.stringify(symbol(format, content, more))));
    } catch (e) {
      expect([more, (e as { code?: string }).code]).toEqual([more, "API-002"]);
      continue;
    }
    expect([more, validate(doc)]).toEqual([more, []]);
  }
});
