import { expect, test } from "vitest";
import { pictureTools } from "../../../../runtime/pictures/pictures.js";
import { tokensOf } from "./tokens.js";
import { parseSvg, type SvgNode } from "./xml.js";

const all = (node: SvgNode): SvgNode[] => [node, ...node.children.flatMap(all)];

/* The normaliser escapes only quotation marks: the strict reader cannot read its output. */
test("names with & and < in them, which the normaliser does not escape, still lead to what they name", async () => {
  const id = "a&amp;b&lt;c";
  const normalised = await pictureTools.normalizeSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><linearGradient id="${id}"><stop offset="0" stop-color="red"/>` +
      `<stop offset="1"/></linearGradient><rect width="5" height="5" fill="url(#${id})"/></svg>`,
  );
  expect(normalised).toContain('id="a&b<c"');
  const nodes = all(parseSvg(normalised)!);
  expect(nodes.find((n) => n.name === "linearGradient")!.attributes["id"]).toBe("a&b<c");
  expect(nodes.find((n) => n.name === "path")!.attributes["fill"]).toBe("url(#a&b<c)");
  expect(tokensOf(normalised).filter((t) => t.name === "stop")).toHaveLength(2);
});
