// Warnings about pictures that move without end, of which a page shows the first state.
import { describe, expect, test } from "vitest";
import { pathOf } from "../../compiler/core/src.js";
import { page } from "../support/page.js";
import { engine } from "../support/pdf.js";

const svg = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 30">\n${content}</svg>`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const picture = (text: string, more: object = { layout: { left: 0, top: 0 } }): object => ({
  type: "image",
  ...more,
  width: 40,
  height: 12,
  source: { kind: "base64", format: "svg", payload: base64(text) },
});

async function warnings(request: object, assets?: (key: string) => Promise<Uint8Array>): Promise<readonly (readonly [string, string])[]> {
  const found = await engine.findings(request, { warnings: true, ...(assets && { assets }) });
  expect(found.errors).toEqual([]);
  return found.warnings.filter(({ rule }) => rule === "picture-moves").map(({ src, reason }) => [pathOf(src), reason] as const);
}
const reasons = async (content: string): Promise<readonly string[]> =>
  (await warnings(page(picture(svg(content)), { height: 30 }))).map(([, reason]) => reason);

const RECT = '<rect width="50" height="30"';
const styled = (css: string): string => `<style>@keyframes p{50%{opacity:.5}} @keyframes none-at-all{} ${css}</style>${RECT} class="r"/>`;
const animated = (attributes: string, name = "animate"): string =>
  `${RECT}><${name} attributeName="width" from="0" to="90" ${attributes}/></rect>`;
const linked = (begin: string, more = ""): string =>
  `${RECT}><animate id="a" attributeName="width" to="90" dur="1s" begin="${begin}" ${more}/></rect>` +
  `${RECT}><animate id="b" attributeName="width" to="90" dur="1s" begin="a.end+0.2s" ${more}/></rect>`;

describe("pictures without an end state", () => {
  test.each<readonly [string, string]>([
    ["a spinner of CSS", styled(".r{animation:p 2s infinite}")],
    ["in longhands, the name last", styled(".r{animation-duration:2s;animation-iteration-count:infinite;animation-name:p}")],
    ["a time from a variable", styled(".r{--t:1s;animation:p var(--t) infinite}")],
    ["a part of a round", styled(".r{animation:p 2s 1.5 forwards}")],
    ["repeated without end", animated('dur="1s" repeatCount="indefinite" fill="freeze"')],
    ["repeated for an endless time", animated('dur="1s" repeatDur="indefinite"')],
    ["by an amount", `${RECT}><animate attributeName="width" by="90" dur="1s" fill="freeze"/></rect>`],
    ["along a path", `${RECT}><animateMotion path="M0 0h9" dur="1s" fill="freeze"/></rect>`],
    ["two that begin with one another", linked("0;b.end")],
    ["two that stay, and begin with one another", linked("0s; b.end - 0.1s", 'fill="freeze"')],
    [
      "of what a use draws",
      `<defs><g id="g">${animated('dur="1s" repeatCount="indefinite"')}</g></defs><use href="#g"/>`.replaceAll("\n", ""),
    ],
    [
      "of a gradient's stop",
      '<defs><linearGradient id="l"><stop stop-color="red"><animate attributeName="offset" values="0;1" dur="1s" repeatCount="indefinite"/></stop></linearGradient></defs><rect width="9" height="9" fill="url(#l)"/>',
    ],
    [
      "of what is not displayed at first",
      `<g display="none"><set attributeName="display" to="inline" begin="0;x.end" dur="1s" id="y"/><rect width="9" height="9"/></g><g><set id="x" attributeName="opacity" to="0" begin="y.end" dur="1s"/></g>`,
    ],
    [
      "inside another picture",
      `<image width="9" height="9" href="data:image/svg+xml;base64,${base64(svg(animated('dur="1s" repeatCount="indefinite"')))}"/>`,
    ],
  ])("are named with their line: %s", async (_, content) => {
    expect(await reasons(content)).toEqual([
      "the SVG file has an animation in line 2 without an end state that can be drawn: the page shows the state that it begins with",
    ]);
  });

  test.each<readonly [string, string]>([
    ["at rest", `${RECT}/>`],
    ["one that ends and stays", animated('dur="1s" fill="freeze"')],
    ["one that ends and is removed", animated('dur="1s" repeatCount="3"')],
    ["one that waits for a click", animated('dur="1s" repeatCount="indefinite" begin="click"')],
    ["two that wait for a click", linked("click;b.end")],
    ["one after the other", linked("0s", 'fill="freeze"')],
    ["an endless one that is ended", animated('dur="1s" repeatCount="indefinite" end="5s"')],
    ["one without a time", animated('repeatCount="indefinite"')],
    ["a value that is set", '<rect height="30"><set attributeName="width" to="50"/></rect>'],
    ["CSS that ends", styled(".r{animation:p 2s 3}")],
    ["CSS that stays", styled(".r{animation:p 2s both}")],
    ["CSS that is paused", styled(".r{animation:p 2s infinite paused}")],
    ["CSS without a time", styled(".r{animation:p infinite}")],
    ["CSS without frames", styled(".r{animation:none-at-all 2s infinite}")],
    ["CSS of another name", styled(".r{animation:q 2s infinite}")],
    ["CSS of no element", styled(".s{animation:p 2s infinite}")],
    ["CSS for those who want motion", styled("@media (prefers-reduced-motion: no-preference){.r{animation:p 2s infinite}}")],
    ["what is not drawn", `<defs>${animated('dur="1s" repeatCount="indefinite"')}</defs>${RECT}/>`],
    ["what is not displayed", `<g display="none">${animated('dur="1s" repeatCount="indefinite"')}</g>${RECT}/>`],
  ])("are not: %s", async (_, content) => {
    expect(await reasons(content)).toEqual([]);
  });

  test("wherever a picture is, once for a file", async () => {
    const moving = (n: number): string => svg(`${animated('dur="1s" repeatCount="indefinite"')}<circle r="${n}"/>`);
    const cell = { source: { kind: "base64", format: "svg", payload: base64(moving(3)) }, width: 10, height: 3 };
    const table = {
      type: "table",
      columns: [{ key: "a", width: { mode: "fixed", value: 30 } }],
      rows: [{ a: { image: cell } }],
      pagination: { row_min_height: 5 },
    };
    const main = {
      size: "a6",
      header: { layout: { height: 20 }, elements: [picture(moving(1))] },
      layers: { background: { elements: [picture(moving(2))] } },
    };
    const content = [
      { type: "markdown", source: "Text\n\n![a](logo.svg)\n\n![a](logo.svg)" },
      { type: "block", element: table },
      { type: "block", element: picture(moving(1), {}) },
    ];
    const request = { flow_document: { page_masters: { main }, segments: [{ page_master: "main", content }] } };
    const found = await warnings(request, () => Promise.resolve(Buffer.from(moving(4))));
    const at = "flow_document.page_masters.main";
    const items = "flow_document.segments[0].content";
    expect(found.map(([place]) => place)).toEqual([
      `${at}.header.elements[0].source`,
      `${at}.layers.background.elements[0].source`,
      `${items}[0].source`,
      `${items}[1].element.rows[0].a.image.source`,
    ]);
  });

  test("the state that a circle of animations begins with is drawn, not the last of one of them", async () => {
    const request = (content: string): object => page(picture(svg(content)), { height: 30 });
    const [moving, still] = [linked("0;b.end", 'fill="freeze"'), linked("click", 'fill="freeze"')];
    const drawn = async (content: string): Promise<Uint8Array> => (await engine.renderLater(request(content))).pdf;
    expect(await drawn(moving)).toEqual(await drawn(still));
    expect(await drawn(linked("0s", 'fill="freeze"'))).not.toEqual(await drawn(still));
  });
});
