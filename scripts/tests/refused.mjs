// Requests that end in a refusal after as much work as their kind allows; each is the body of a render, some with its options.
import { crc32, deflateSync } from "node:zlib";

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

/** As text of a request that has been cut. */
const cut = (body) => body.subarray(0, body.length - 2);

const crowded = {
  type: "chart",
  kind: "bar",
  width: 60,
  height: 40,
  data: { labels: many(20, (i) => `Category ${i}`), series: [{ name: "a", values: many(20, (i) => 1000 + i) }] },
  data_labels: { show: true, overflow: "error" },
};

/** A PNG file whose picture ends early. */
function shortPng(width, height) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(data.length);
    body.copy(whole, 4);
    whole.writeUInt32BE(crc32(body), body.length + 4);
    return whole;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width * 3 + 1) * (height - 1)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const PARAGRAPH = "All that can be set is set in lines, and lines in pages. ".repeat(12);
const paragraphs = (count) => many(count, (i) => ({ type: "block", element: { type: "text", content: `${i} ${PARAGRAPH}` } }));

export const REFUSED = {
  // JSON
  "a body that ends too early": () => cut(onPage(...many(20_000, (i) => text(`${i}`)))),
  "a million lists in one another": () => Buffer.from("[".repeat(1_000_000)),
  // form
  "a misspelt field in the last of many elements": () =>
    onPage(...many(2000, (i) => ({ ...text(`${i}`), style: i === 1999 ? { font_wieght: "bold" } : { font_weight: "bold" } }))),
  // data
  "a word among the numbers of a dataset's last row": () =>
    json({
      datasets: {
        sales: {
          fields: many(16, (i) => ({ key: `f${i}`, type: "number" })),
          rows: many(1024, (row) => Object.fromEntries(many(16, (i) => [`f${i}`, row === 1023 && i === 15 ? "many" : i]))),
        },
      },
      projections: { all: { type: "table", dataset: "sales", columns: many(16, (i) => ({ field: `f${i}` })) } },
      pages: [
        {
          size: "a4",
          elements: [
            {
              type: "table",
              layout: { left: 10, top: 10 },
              columns: many(16, (i) => ({ key: `f${i}`, header: `${i}`, width: { mode: "fixed", value: 10 } })),
              rows: { projection: "all" },
            },
          ],
        },
      ],
    }),
  // pictures
  "a picture without its last row": () =>
    onPage({
      type: "image",
      layout: { left: 0, top: 0 },
      width: 10,
      height: 10,
      source: { kind: "base64", format: "png", payload: shortPng(4000, 2000).toString("base64") },
    }),
  // layout
  "a chart without room behind many paragraphs": () => inFlow(...paragraphs(400), { type: "block", element: crowded }),
  "more pages than are allowed": () => inFlow(...paragraphs(1000)),
  // profile
  "a picture without words behind many paragraphs": () =>
    json({
      settings: { profile: "pdfa-ua1", metadata: { title: "Pages", language: "en" } },
      ...JSON.parse(
        inFlow(...paragraphs(400), {
          type: "block",
          element: {
            type: "image",
            width: 10,
            height: 10,
            source: {
              kind: "base64",
              format: "svg",
              payload: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>').toString(
                "base64",
              ),
            },
          },
        }),
      ),
    }),
  // bounds, and meaning
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

export const OPTIONS = { "more pages than are allowed": { maxPages: 20 } };
