// Known to crash or occupy a renderer, or exhaust its memory.
import { readFileSync } from "node:fs";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";

const root = path.join(import.meta.dirname, "../..");
const request = (elements, settings = {}) => JSON.stringify({ settings, pages: [{ size: "a4", elements }] });
const text = (content, style = {}, more = {}) =>
  request([{ type: "text", layout: { left: 10, top: 10 }, style: { width: 180, text_overflow: "paginate", ...style }, content, ...more }]);
const image = (format, bytes) => ({
  type: "image",
  layout: { left: 10, top: 10 },
  width: 50,
  height: 50,
  source: { kind: "base64", format, payload: Buffer.from(bytes).toString("base64") },
});
const svg = (inside, attributes = 'width="100" height="100"') =>
  request([
    image("svg", `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`),
  ]);

const chunk = (type, data) => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(8 + named.length);
  out.writeUInt32BE(data.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), 4 + named.length);
  return out;
};
function png(width, height, depth, colourType, seed = 0) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, 0], 8);
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colourType];
  const rows = Buffer.alloc((1 + (width * channels * depth) / 8) * height);
  rows.writeUInt32LE(seed, 1);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
function jpegTwice() {
  const jpeg = readFileSync(path.join(root, "golden/assets/rgb.jpg"));
  const sos = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const sof = Buffer.from([0xff, 0xc0, 0, 17, 8, 0x75, 0x30, 0x75, 0x30, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
  return Buffer.concat([jpeg.subarray(0, sos), sof, jpeg.subarray(sos)]);
}
const nested = (levels, copies) => {
  const uses = (id) => `<use href="#${id}"/>`.repeat(copies);
  const groups = Array.from({ length: levels }, (_, k) => `<g id="g${k + 1}">${uses(`g${k}`)}</g>`).join("");
  return `<defs><rect id="g0" width="1" height="1"/>${groups}</defs><use href="#g${levels}"/>`;
};
const random = (seed, alphabet, length) => {
  let x = seed;
  return Array.from({ length }, () => alphabet[(x = (Math.imul(x, 1103515245) + 12345) >>> 0) % alphabet.length]).join("");
};
const letters = (from, count) => Array.from({ length: count }, (_, i) => String.fromCodePoint(from + i));

const rows = (count) =>
  request(
    [
      {
        type: "table",
        layout: { left: 10 },
        width: 180,
        columns: ["a", "b", "c"].map((key) => ({ key, header: key, width: { mode: key === "c" ? "auto" : "fit_content" } })),
        rows: Array.from({ length: count }, (_, i) => ({ a: i, b: `row ${i}`, c: `what row ${i} is about` })),
      },
    ],
    { layout: { flow: true } },
  );

/** created on demand, since some are large */
export const ATTACKS = {
  "svg: blur of 1000 × 200,000": () =>
    svg(
      '<filter id="f"><feGaussianBlur stdDeviation="5"/></filter><rect filter="url(#f)" width="1000" height="200000"/>',
      'width="1000" height="200000"',
    ),
  "svg: a circle of 1e38": () => svg('<circle r="1e38"/>'),
  "svg: turbulence of a million octaves": () =>
    svg(
      '<filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="1000000"/></filter><rect filter="url(#f)" width="100" height="100"/>',
    ),
  "svg: morphology of radius 400": () =>
    svg(
      '<filter id="f"><feMorphology operator="dilate" radius="400"/></filter><rect filter="url(#f)" width="1000" height="1000"/>',
      'width="1000" height="1000"',
    ),
  "svg: 1,000 filters": () =>
    svg(
      Array.from(
        { length: 1000 },
        (_, i) =>
          `<filter id="f${i}"><feGaussianBlur stdDeviation="${i % 50}"/></filter><rect filter="url(#f${i})" width="1000" height="1000"/>`,
      ).join(""),
      'width="1000" height="1000"',
    ),
  "svg: 60,000 right-to-left tspans": () => svg(`<text y="20">${"<tspan>שלום</tspan>".repeat(60_000)}</text>`),
  "svg: use, 1000³": () => svg(nested(3, 1000)),
  "svg: images in images": () => {
    let inner = '<rect width="9" height="9"/>';
    for (let i = 0; i < 5; i++) {
      const data = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`).toString("base64");
      inner = `<image width="9" height="9" href="data:image/svg+xml;base64,${data}"/>`.repeat(4);
    }
    return svg(inner);
  },
  "svg: 20,000 rules": () =>
    svg(
      `<style>${Array.from({ length: 20_000 }, (_, i) => `.c${i}{fill:#${(i % 4096).toString(16).padStart(3, "0")}}`).join("")}</style>${Array.from({ length: 20_000 }, (_, i) => `<rect class="c${i}" width="1" height="1"/>`).join("")}`,
    ),
  "svg: dashes without end": () => svg('<path d="M0 0H1e6" stroke="#000" stroke-dasharray="0.001"/>'),
  "svg: masks in masks": () =>
    svg(
      `${Array.from({ length: 200 }, (_, i) => `<mask id="m${i}"${i > 0 ? ` mask="url(#m${i - 1})"` : ""}><rect width="100" height="100" fill="#fff"/></mask>`).join("")}<rect mask="url(#m199)" width="100" height="100"/>`,
    ),
  "svg: text of a megabyte": () => svg(`<text y="20">${"lorem ipsum ".repeat(90_000)}</text>`),
  "jpeg: a second frame header": () => request([image("jpeg", jpegTwice())]),
  "png: 8000 × 8000 of 16 bits": () => request([image("png", png(8000, 8000, 16, 6))]),
  "png: 24 large ones": () => request(Array.from({ length: 24 }, (_, i) => image("png", png(4000, 4000, 8, 6, i + 1)))),
  "text: 20,000 soft hyphens": () => text("a\u00ad".repeat(20_000)),
  "text: 80,000 letters of Devanagari": () => text(random(1, [..."कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूेैोौं्"], 80_000)),
  "text: 80,000 letters of Arabic": () => text(random(2, letters(0x627, 36), 80_000)),
  "text: 80,000 letters of Thai": () => text(random(3, letters(0xe01, 46), 80_000)),
  "text: 300,000 letters of Thai": () => text(random(3, letters(0xe01, 46), 300_000)),
  "text: a Latin word of 1,000,000": () => text("a".repeat(1_000_000), { font_size: 5 }),
  "text: 500,000 Chinese characters": () => text(random(4, letters(0x4e00, 3000), 500_000), { font_size: 4 }),
  "text: 80,000 combining marks": () => text(`a${"\u0301".repeat(80_000)}`),
  "text: 200,000 marks on letters": () => text(random(5, ["a", "\u0301", "\u0323", "\u0308"], 200_000)),
  "text: 80,000 emoji and joiners": () => text(random(6, ["☎", "\u200d", "\ufe0f", "★", "a"], 80_000)),
  "text: embeddings": () => text(random(7, ["\u202a", "\u202b", "\u202c", "\u2066", "\u2069", "a", "ש"], 100_000)),
  "text: directions by the letter": () => text("aש".repeat(50_000)),
  "text: 320,000 short lines": () => text("a\n".repeat(320_000), { font_size: 4 }),
  "text: 50,000 spans": () =>
    text({ spans: Array.from({ length: 50_000 }, (_, i) => ({ text: "a ", style: { font_size: 8 + (i % 3) } })) }, {}),
  "text: a link of 20,000 words": () =>
    text({ spans: [{ text: "word ".repeat(20_000), link: { target: { type: "url", url: "https://example.com/" } } }] }),
  "text: shrunk": () =>
    request([
      {
        type: "text",
        layout: { left: 10, top: 10 },
        content: { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "lorem ipsum ".repeat(20_000) }] }] },
        frame: { width: 50, height: 20, shrink_to_fit: true },
      },
    ]),
  "path: 640 KB": () =>
    request([
      {
        type: "path",
        layout: { left: 10, top: 10 },
        width: 100,
        height: 100,
        view_box: { x: 0, y: 0, width: 9, height: 9 },
        d: `M0 0l${"1 1 ".repeat(160_000)}`,
        stroke: {},
      },
    ]),
  "table: 100,000 rows": () => rows(100_000),
  "json: 5,000,000 nested arrays": () => `{"pages":${"[".repeat(5_000_000)}`,
  "json: a key a million times": () => `{"pages":[{${'"size":"a4",'.repeat(1_000_000)}"elements":[]}]}`,
  "json: 16 MB of one string": () => `{"pages":"${"x".repeat(16 * 1024 * 1024 - 20)}"}`,
};

export const SHORT = [
  "svg: blur of 1000 × 200,000",
  "svg: a circle of 1e38",
  "svg: morphology of radius 400",
  "svg: use, 1000³",
  "svg: images in images",
  "svg: text of a megabyte",
  "jpeg: a second frame header",
  "png: 8000 × 8000 of 16 bits",
  "text: 20,000 soft hyphens",
  "text: 80,000 letters of Devanagari",
  "text: 80,000 letters of Arabic",
  "text: 300,000 letters of Thai",
  "text: 80,000 combining marks",
  "text: a link of 20,000 words",
  "path: 640 KB",
  "json: 5,000,000 nested arrays",
];

export function ordinary(i) {
  const word = random(i + 1, [..."abcdefghijklmnopqrstuvwxyz"], 6);
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><style>.a{fill:#${(i % 4096).toString(16).padStart(3, "0")}}</style><rect class="a" width="${20 + (i % 30)}" height="20" rx="3"/><text x="3" y="14" font-size="9">${word}</text></svg>`;
  const spelling = [..."notosans"].map((c, k) => ((i >> k) & 1 ? c.toUpperCase() : c)).join(i % 2 ? " " : "-");
  return JSON.stringify({
    settings: { metadata: { title: `Document ${i}`, language: `en-x-${word}` }, layout: { flow: true } },
    pages: [
      {
        size: "a4",
        elements: [
          { ...image("svg", logo), layout: { left: 10 }, width: 60, height: 20 },
          { ...image("png", png(40 + (i % 10), 20, 8, i % 2 ? 6 : 2, i + 1)), layout: { left: 10 }, width: 30, height: 15 },
          { type: "text", layout: { left: 10 }, style: { font_family: spelling, font_size: 14 }, content: `${word} ${i}` },
          {
            type: "text",
            layout: { left: 10 },
            style: { width: 180 },
            content: Array.from({ length: 60 }, (_, k) => random(i * 61 + k, [..."aeioulmnrstpk"], 3 + (k % 9))).join(" "),
          },
          { type: "barcode", layout: { left: 10 }, format: "qrcode", width: 25, height: 25, content: `${word}-${i}` },
        ],
      },
    ],
  });
}

export const SMALL = request([{ type: "text", layout: { left: 20, top: 20 }, content: "Hello" }]);
