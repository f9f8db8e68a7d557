// Requests that end in a refusal after as much work as their kind allows; each is the body of a render.
import { deflateSync } from "node:zlib";

const json = (request) => Buffer.from(JSON.stringify(request));
const onPage = (...elements) => json({ pages: [{ size: "a4", elements }] });
const inFlow = (...content) =>
  json({ flow_document: { page_masters: { main: { size: "a4" } }, segments: [{ page_master: "main", content }] } });
const text = (content) => ({ type: "text", content, layout: { left: 10, top: 10 } });

/** A picture of a file of one page. */
const imported = (bytes) =>
  onPage({
    type: "image",
    layout: { left: 10, top: 10 },
    width: 50,
    height: 50,
    source: { kind: "base64", format: "pdf", payload: Buffer.from(bytes).toString("base64") },
  });

function fileOf(contents, filters) {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>/Contents 4 0 R>>",
    `<</Length ${contents.length}/Filter[${filters}]>>stream\n${contents.toString("latin1")}\nendstream`,
  ];
  let file = "%PDF-1.7\n";
  const places = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const end = `xref\n0 5\n0000000000 65535 f \n${places.join("")}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, "latin1");
}

const deflated = (content) => deflateSync(Buffer.from(content), { level: 9 });
const many = (count, of) => Array.from({ length: count }, (_, i) => of(i));

export const REFUSED = {
  "zeros in ASCII85 in Flate": () => imported(fileOf(deflated("z".repeat(60_000_000)), "/FlateDecode/ASCII85Decode")),
  "five million operators": () => imported(fileOf(deflated("q ".repeat(5_000_000)), "/FlateDecode")),
  "an object's head, again and again": () => imported(Buffer.from(`%PDF-1.4\n${"1 0 obj\n".repeat(500_000)}`)),
  "more nodes than a document may have": () =>
    inFlow(...many(20_000, (i) => ({ type: "block", element: { type: "text", content: `Paragraph ${i}` } }))),
  "faults of form in each element": () => onPage(...many(20_000, (i) => ({ ...text("a"), colour: i }))),
  "a missing character at the end of a long text": () => onPage(text(`${"All that can be set. ".repeat(20_000)}\u{10ffff}`)),
  "an unknown family in the last of many elements": () =>
    onPage(...many(20_000, (i) => ({ ...text(`${i}`), ...(i === 19_999 && { style: { font_family: "Nowhere", font_mode: "strict" } }) }))),
  "a table over the width of its page": () =>
    onPage({
      type: "table",
      layout: { left: 10, flow: true },
      columns: many(400, (i) => ({ key: `k${i}`, header: `${i}`, width: { mode: "fixed", value: 20 } })),
      rows: many(400, () => ({ k1: "a" })),
    }),
  "a path of a million numbers and a word": () =>
    onPage({
      type: "path",
      layout: { left: 0, top: 0 },
      width: 10,
      height: 10,
      view_box: { x: 0, y: 0, width: 10, height: 10 },
      d: `M0 0${" L1 1".repeat(250_000)} zoo`,
      fill: { color: "#000000" },
    }),
  "a picture with nested uses": () =>
    onPage({
      type: "image",
      layout: { left: 0, top: 0 },
      width: 10,
      height: 10,
      source: {
        kind: "base64",
        format: "svg",
        payload: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="a0" width="1" height="1"/>${many(
            40,
            (i) => `<g id="a${i + 1}"><use href="#a${i}"/><use href="#a${i}"/></g>`,
          ).join("")}</svg>`,
        ).toString("base64"),
      },
    }),
};
