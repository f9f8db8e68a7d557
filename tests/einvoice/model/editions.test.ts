import { expect, test } from "vitest";
import { ROWS, type Row } from "../../../compiler/einvoice/model/fields.js";
import { termTable } from "../../../compiler/einvoice/model/terms.js";

/* The table of terms has a column for editions of EN 16931-1; each edition is a table. */
const NEXT: readonly Row[] = [
  ...ROWS["2017"].filter(([id]) => id !== "BT-13"),
  ["BT-13", "purchase_order_references[]", "reference", "0..n", "en16931", "minimum", "Purchase order reference"],
];

test("two editions have their terms beside each other", () => {
  const [now, next] = [termTable(ROWS["2017"]), termTable(NEXT)];
  expect(now.byId.get("BT-13")!.field).toBe("purchase_order_reference");
  expect(next.byId.get("BT-13")!.field).toBe("purchase_order_references[]");
  expect([now.model.fields.has("purchase_order_reference"), now.model.fields.has("purchase_order_references")]).toEqual([true, false]);
  expect(next.model.fields.get("purchase_order_references")).toMatchObject({ isArray: true });
  expect(next.model.fields.has("purchase_order_reference")).toBe(false);
  expect(next.byId.get("BT-1")).toEqual(now.byId.get("BT-1"));
});
