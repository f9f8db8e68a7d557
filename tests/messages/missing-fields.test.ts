/* A finding about fields that are missing has one message and one patch. */
import { expect, test } from "vitest";
import { patched } from "../../compiler/core/patch.js";
import { check, type DocumentRequest } from "../../runtime/index.js";

const table = (more: object): object => ({
  pages: [
    {
      size: "a5",
      elements: [
        {
          type: "table",
          layout: { left: 10, top: 10 },
          columns: [
            { key: "a", header: "A", width: { mode: "fixed", value: 30 } },
            { key: "b", header: "B", width: { mode: "fixed", value: 30 } },
          ],
          rows: [{ a: "1", b: "2" }],
          ...more,
        },
      ],
    },
  ],
});
const AT = "/pages/0/elements/0/pagination";

test.each<[string, object, string, object]>([
  ["none", {}, "row_min_height", [{ op: "add", path: AT, value: { row_min_height: 7, header_min_height: 8 } }]],
  [
    "another field of pagination",
    { pagination: { footer_min_height: 5 } },
    "row_min_height",
    [
      { op: "add", path: `${AT}/row_min_height`, value: 7 },
      { op: "add", path: `${AT}/header_min_height`, value: 8 },
    ],
  ],
  [
    "that of the rows",
    { pagination: { row_min_height: 6 } },
    "header_min_height",
    [{ op: "add", path: `${AT}/header_min_height`, value: 8 }],
  ],
  ["a header that does not show", { header: { show: false } }, "row_min_height", [{ op: "add", path: AT, value: { row_min_height: 7 } }]],
])("a table of a Fixed Canvas that has %s", async (_, more, field, patch) => {
  const request = table(more) as DocumentRequest;
  const findings = await check(request);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ path: `${AT}/${field}`, rule: "min-height-needed", patch });
  for (const { path } of patch as readonly { path: string }[]) expect(findings[0]!.message).toContain(path.split("/").at(-1));
  expect(await check(patched(request, findings[0]!.patch!) as DocumentRequest)).toEqual([]);
});
