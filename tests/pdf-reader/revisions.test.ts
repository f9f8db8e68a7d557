import { expect, test } from "vitest";
import { openRevision, openToChange, RevisionParts } from "../../pdf-reader/file.js";
import { PdfRef, type PdfCrypto, type RevisionFile } from "../../pdf-reader/types.js";
import { BUDGETS, latin } from "./open.js";

/* An earlier revision takes from the last one what both have in one place (SG-44). */
const crypto: PdfCrypto | null = null;

/** A file with a cross-reference stream, and an update of object 4; entries of further objects are [type, field, field]. */
function twice(more: readonly (readonly [number, number, number])[]): { readonly first: number; readonly bytes: Uint8Array } {
  let out = "%PDF-1.7\n";
  const put = (object: string): number => {
    const at = out.length;
    out += object;
    return at;
  };
  const table = (start: number, entries: readonly (readonly number[])[], extra: string): void => {
    const num = 5 + more.length;
    const all = [...entries, [1, out.length, 0]];
    const data = all.map(([type, a, b]) => String.fromCharCode(type!, a! >> 8, a! & 255, b!)).join("");
    const index = start === 0 ? "" : `/Index[${start} ${entries.length} ${num} 1]`;
    const at = put(
      `${num} 0 obj\n<</Type/XRef/Size ${num + 1}/W[1 2 1]/Root 1 0 R${index}${extra}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`,
    );
    out += `startxref\n${at}\n%%EOF\n`;
  };
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R>>", "(one)"];
  const places = objects.map((object, i) => put(`${i + 1} 0 obj\n${object}\nendobj\n`));
  const before = out.length;
  table(0, [[0, 0, 0], ...places.map((at) => [1, at, 0]), ...more], "");
  const first = out.length;
  table(4, [[1, put("4 0 obj\n(two)\nendobj\n"), 0]], `/Prev ${before}`);
  return { first, bytes: latin(out) };
}

function revisionOf({ first, bytes }: ReturnType<typeof twice>): RevisionFile {
  const parts = new RevisionParts();
  const options = { budgets: BUDGETS, crypto, parts };
  return openRevision(bytes.subarray(0, first), openToChange(bytes, options), options);
}

test("an object that the update left is shared, another is not", () => {
  const file = revisionOf(twice([]));
  expect([2, 3, 4].map((num) => file.isShared(num))).toEqual([true, true, false]);
});

test("streams of objects that are in one another have no objects", () => {
  const file = revisionOf(
    twice([
      [2, 6, 0],
      [2, 5, 0],
    ]),
  );
  expect([5, 6].map((num) => [file.isShared(num), file.get(new PdfRef(num, 0))])).toEqual([
    [false, null],
    [false, null],
  ]);
});
