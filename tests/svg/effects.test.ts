import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { drawn, haveRaster } from "../support/drawn.js";
import { page } from "../support/page.js";
import { fileOf, pdfOf } from "../support/pdf.js";

/* Filters, tiles and end states of animations, as pixels of poppler. */

const svg = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 30">${content}</svg>`;

async function fileWith(text: string): Promise<string> {
  const source = { kind: "base64", format: "svg", payload: Buffer.from(text).toString("base64") };
  const element = { type: "image", layout: { left: 0, top: 0 }, width: 100, height: 30, source };
  return fileOf(await pdfOf(page(element, { height: 30 })));
}

/** Red, green and blue at a place in mm. */
async function coloursOf(text: string, ...places: readonly (readonly [x: number, y: number])[]): Promise<readonly (readonly number[])[]> {
  const { width, data } = drawn(await fileWith(text), "-r", "50.8")[0]!;
  return places.map(([x, y]) => [...data.subarray(3 * (2 * y * width + 2 * x), 3 * (2 * y * width + 2 * x) + 3)]);
}

const near = (found: readonly number[], wanted: readonly number[]): boolean => wanted.every((v, i) => Math.abs(v - found[i]!) <= 3);
const payloadOf = (name: string): string => {
  const file = path.join(import.meta.dirname, "../../golden/cases/image", name, "request.json");
  const { pages } = JSON.parse(readFileSync(file, "utf8")) as { pages: [{ elements: [{ source: { payload: string } }] }] };
  return Buffer.from(pages[0].elements[0].source.payload, "base64").toString();
};

const HALF =
  '<feComponentTransfer><feFuncR type="linear" slope=".5"/><feFuncG type="linear" slope=".5"/><feFuncB type="linear" slope=".5"/></feComponentTransfer>';
const halved = (attribute: string, before = ""): string =>
  svg(`${before}<filter id="f" ${attribute}>${HALF}</filter><rect width="100" height="30" fill="#808080" filter="url(#f)"/>`);

describe("filters", () => {
  test.runIf(haveRaster).each<readonly [string, string, number]>([
    ["linearRGB by default", halved(""), 93],
    ["sRGB as an attribute", halved('color-interpolation-filters="sRGB"'), 64],
    ["sRGB in a style", halved('style="color-interpolation-filters:sRGB"'), 64],
    ["in the small letters that CSS allows", halved('style="color-interpolation-filters:srgb"'), 64],
    ["in a style sheet", halved("", "<style>filter{color-interpolation-filters:sRGB}</style>"), 64],
    [
      "inherited by the filter",
      svg(
        `<g color-interpolation-filters="sRGB"><filter id="f">${HALF}</filter></g><rect width="100" height="30" fill="#808080" filter="url(#f)"/>`,
      ),
      64,
    ],
  ])("work in the space that is declared: %s", async (_, file, grey) => {
    const [found] = await coloursOf(file, [50, 15]);
    expect([found, near(found!, [grey, grey, grey])]).toEqual([found, true]);
  });

  test.runIf(haveRaster)("on a filter and on a primitive", async () => {
    const [left, right] = await coloursOf(payloadOf("svg-filter-srgb-transfer"), [42, 15], [57, 15]);
    expect([left, right].every((found) => near(found!, [64, 64, 64]))).toBe(true);
  });

  test.runIf(haveRaster).each<readonly [string, string, readonly [number, number], readonly number[]]>([
    // 0.213 + 0.787 s and so on, of #2e8b57 (46, 139, 87) in sRGB: its grey is 115
    ["saturate(200%)", '<rect width="100" height="30" fill="#2e8b57" filter="saturate(200%)"/>', [50, 15], [0, 163, 59]],
    [
      "drop-shadow() in the current colour",
      '<rect width="40" height="20" fill="#fff" color="blue" filter="drop-shadow(15 5)"/>',
      [50, 22],
      [0, 0, 255],
    ],
    [
      "drop-shadow(currentColor)",
      '<rect width="40" height="20" fill="#fff" color="lime" filter="drop-shadow(15 5 0 currentColor)"/>',
      [50, 22],
      [0, 255, 0],
    ],
    ["drop-shadow() without any colour", '<rect width="40" height="20" fill="red" filter="drop-shadow(15px 5px)"/>', [50, 22], [0, 0, 0]],
    [
      "drop-shadow() in a colour of CSS 4",
      '<rect width="40" height="20" fill="red" filter="drop-shadow(15px 5px hsl(120 100% 50%))"/>',
      [50, 22],
      [0, 255, 0],
    ],
    [
      "an empty group",
      '<filter id="f" filterUnits="userSpaceOnUse" x="20" y="5" width="60" height="20"><feFlood flood-color="#2e8b57"/></filter><g filter="url(#f)"/>',
      [50, 15],
      [46, 139, 87],
    ],
    [
      "an element with an opacity",
      '<defs><rect id="r" width="100" height="30" fill="red" opacity="0.5"/></defs><filter id="f" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"><feImage href="#r"/></filter><rect width="100" height="30" filter="url(#f)"/>',
      [50, 15],
      [255, 128, 128],
    ],
    [
      "an element with a transform",
      '<defs><rect id="r" width="50" height="30" fill="red" transform="translate(50 0)"/></defs><filter id="f" x="0" y="0" width="1" height="1"><feImage href="#r"/></filter><rect width="100" height="30" filter="url(#f)"/>',
      [75, 15],
      [255, 0, 0],
    ],
    [
      "content beside the picture that an offset brings in",
      '<filter id="f" filterUnits="userSpaceOnUse" x="-100" y="0" width="200" height="30"><feOffset dx="80"/></filter><rect x="-60" width="50" height="30" fill="red" filter="url(#f)"/>',
      [40, 15],
      [255, 0, 0],
    ],
    [
      "content above a turned picture that a shadow falls from",
      '<g transform="rotate(90 50 15)"><filter id="f" filterUnits="userSpaceOnUse" x="-200" y="-200" width="400" height="400"><feDropShadow dx="60" dy="0" stdDeviation="0" flood-color="blue"/></filter><rect x="-60" y="-100" width="80" height="200" fill="red" filter="url(#f)"/></g>',
      [50, 15],
      [0, 0, 255],
    ],
    [
      "content below, in a group that is scaled within a filtered one",
      '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="10" height="10"><feOffset dy="-4"/></filter><filter id="o" filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"><feOffset/></filter><g filter="url(#o)"><g transform="scale(10)"><rect y="4" width="10" height="3" fill="lime" filter="url(#f)"/></g></g>',
      [50, 15],
      [0, 255, 0],
    ],
    [
      "a blur that covers the whole picture up to its edge",
      '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter><rect x="-50" y="-50" width="200" height="130" fill="red" filter="url(#f)"/>',
      [0, 0],
      [255, 0, 0],
    ],
    [
      "a region far larger than the picture",
      '<filter id="f" filterUnits="userSpaceOnUse" x="-9e4" y="0" width="1e6" height="1e6" color-interpolation-filters="sRGB"><feComposite in="SourceGraphic" in2="SourceGraphic" operator="arithmetic" k2="1"/></filter><rect width="100" height="30" fill="#2e8b57" filter="url(#f)"/>',
      [50, 15],
      [46, 139, 87],
    ],
    [
      "an element at a place of its primitive",
      '<defs><rect id="r" width="60" height="30" fill="red"/></defs><filter id="f"><feImage href="#r" x="40" y="0"/></filter><rect width="100" height="30" filter="url(#f)"/>',
      [95, 15],
      [255, 0, 0],
    ],
    [
      "what is left of an element's place is outside its primitive",
      '<defs><g id="r"><rect x="-30" width="60" height="30" fill="red"/></g></defs><filter id="f"><feImage href="#r" x="40"/></filter><rect width="100" height="30" filter="url(#f)"/>',
      [30, 15],
      [255, 255, 255],
    ],
  ])("%s", async (_, content, place, wanted) => {
    const [found] = await coloursOf(svg(content), place);
    expect([found, near(found!, wanted)]).toEqual([found, true]);
  });

  test.runIf(haveRaster)("an element of a filter that leads to itself is not drawn for ever", async () => {
    const cycle = '<filter id="f"><feImage href="#r"/></filter><rect id="r" width="50" height="30" filter="url(#f)"/>';
    expect((await coloursOf(svg(`${cycle}<rect x="60" width="40" height="30" fill="red"/>`), [80, 15]))[0]).toEqual([255, 0, 0]);
  });
});

describe("tiles have no edges", () => {
  const tiles = (fill: string): string =>
    svg(
      `<pattern id="p" patternUnits="userSpaceOnUse" width="7.3" height="7.3"><rect width="7.3" height="7.3" fill="#1f77b4"/></pattern>${fill}`,
    );
  const CASES: Readonly<Record<string, string>> = {
    "in a fill's opacity": tiles('<rect x="2" y="2" width="96" height="26" fill="url(#p)" fill-opacity="0.3"/>'),
    "in an element's opacity": tiles('<rect x="2" y="2" width="96" height="26" fill="url(#p)" opacity="0.3"/>'),
    opaque: tiles('<rect x="2" y="2" width="96" height="26" fill="url(#p)"/>'),
    "in a stroke": tiles('<path d="M2 15H98" fill="none" stroke-width="24" stroke="url(#p)" stroke-opacity="0.5"/>'),
  };
  test.runIf(haveRaster).each(Object.entries(CASES))("%s", async (_, file) => {
    const pdf = await fileWith(file);
    for (const dpi of [60, 72, 100, 150, 213]) {
      const { width, height, data } = drawn(pdf, "-r", String(dpi))[0]!;
      const mm = dpi / 25.4;
      const found = new Set<string>();
      for (let y = Math.ceil(6 * mm); y < Math.min(height, 24 * mm); y++)
        for (let x = Math.ceil(6 * mm); x < 94 * mm; x++)
          found.add(data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3).toString("hex"));
      expect([dpi, [...found]]).toEqual([dpi, [expect.any(String)]]);
    }
  });
});

describe("moving pictures show the state that they end in", () => {
  const FRAMES = "@keyframes in{from{opacity:0;fill:red}50%{fill:blue}to{opacity:1;fill:#00ff00}}";
  const styled = (animation: string, more = ""): string =>
    svg(`<style>${FRAMES} rect{opacity:0;fill:#808080;animation:${animation};${more}}</style><rect width="100" height="30"/>`);
  const animated = (animation: string, attributes = 'width="0"'): string =>
    svg(`<rect ${attributes} height="30" fill="#0000ff">${animation}</rect>`);
  const [GREEN, BLUE, PAPER] = [
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];

  test.runIf(haveRaster).each<readonly [string, string, readonly number[]]>([
    ["forwards", styled("in 1s forwards"), GREEN],
    ["both, an even number of times, there and back", styled("1s ease-in 2 alternate both in"), PAPER],
    ["in longhands", styled("in 1s", "animation-fill-mode:forwards"), GREEN],
    ["without forwards", styled("in 1s"), PAPER],
    ["for ever", styled("in 1s infinite forwards"), PAPER],
    ["paused", styled("in 1s forwards paused"), PAPER],
    ["below what is important", styled("in 1s forwards", "fill:#0000ff !important"), BLUE],
    ["animate to", animated('<animate attributeName="width" from="0" to="100" dur="1s" fill="freeze"/>'), BLUE],
    ["animate over values", animated('<animate attributeName="width" values="0;20;100" dur="1s" fill="freeze"/>'), BLUE],
    ["set", animated('<set attributeName="width" to="100" begin="2s"/>'), BLUE],
    [
      "a transform",
      animated(
        '<animateTransform attributeName="transform" type="scale" from="0" to="1" dur="1s" fill="freeze"/>',
        'width="100" transform="scale(0)"',
      ),
      BLUE,
    ],
    ["one that is removed", animated('<animate attributeName="width" from="0" to="100" dur="1s"/>'), PAPER],
    [
      "one without end",
      animated('<animate attributeName="width" from="0" to="100" dur="1s" repeatCount="indefinite" fill="freeze"/>'),
      PAPER,
    ],
    ["one that waits for a click", animated('<animate attributeName="width" to="100" begin="click" dur="1s" fill="freeze"/>'), PAPER],
  ])("%s", async (_, file, wanted) => {
    expect((await coloursOf(file, [80, 15]))[0]).toEqual(wanted);
  });

  test.runIf(haveRaster)("a width, an opacity and a text of one picture", async () => {
    const { data } = drawn(await fileWith(payloadOf("svg-animation-end-state")), "-r", "72")[0]!;
    const colours = new Set(Array.from({ length: data.length / 3 }, (_, i) => data.subarray(3 * i, 3 * i + 3).toString("hex")));
    for (const hex of ["0088ff", "000000"]) expect(colours).toContain(hex);
  });
});
