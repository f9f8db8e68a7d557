import { beforeAll, describe, expect, test } from "vitest";
import { Engine } from "../../runtime/engine/engine.js";
import { outcomes, type Outcome } from "../support/peak.js";

/*
 * SVG files that expand are counted in advance, and refused with the count and the limit. They are read in two processes, which could hang or
 * die: all that a process has read before counts to its peak.
 */
const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (content: string, frame = 'width="100" height="100"'): string => `<svg ${SVG} ${frame}>${content}</svg>`;
const request = (text: string): object => ({
  pages: [
    {
      size: "a4",
      elements: [
        {
          type: "image",
          layout: { left: 10, top: 10 },
          width: 50,
          height: 50,
          source: { kind: "base64", format: "svg", payload: Buffer.from(text).toString("base64") },
        },
      ],
    },
  ],
});
const times = (n: number, f: (i: number) => string): string => Array.from({ length: n }, (_, i) => f(i)).join("");
const embedded = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
const RECT = '<rect width="9" height="9"/>';

const BUDGETS: Readonly<Record<string, { readonly allowed: string; readonly file: (over: boolean) => string }>> = {
  "elements put in place": {
    allowed: "100,000",
    file: (over) => svg(`<g id="a">${RECT.repeat(998)}</g>${'<use xlink:href="#a"/>'.repeat(over ? 100 : 98)}`),
  },
  "elements of markers": {
    allowed: "100,000",
    file: (over) =>
      svg(`<marker id="m">${RECT.repeat(1000)}</marker><path fill="none" marker-mid="url(#m)" d="M0 0${"L1 1".repeat(over ? 100 : 50)}"/>`),
  },
  "points of markers": {
    allowed: "3,000,000",
    file: (over) =>
      svg(
        `<marker id="m"><path fill="none" d="M0 0${"L1 1".repeat(29_000)}"/></marker><path fill="none" marker-mid="url(#m)" d="M0 0${"L1 1".repeat(over ? 110 : 10)}"/>`,
      ),
  },
  "points of markers in markers": {
    allowed: "3,000,000",
    file: (over) =>
      svg(
        `<marker id="m"><path fill="none" d="M0 0${"L1 1".repeat(over ? 600 : 60)}"/></marker><marker id="n"><path fill="none" marker-mid="url(#m)" d="M0 0${"L1 1".repeat(100)}"/></marker><path fill="none" marker-mid="url(#n)" d="M0 0${"L1 1".repeat(100)}"/>`,
      ),
  },
  "characters of pictures in markers": {
    allowed: "32,000,000",
    file: (over) =>
      svg(
        `<marker id="m"><image width="9" height="9" href="${embedded(svg(`<desc>${"x".repeat(100_000)}</desc>${RECT}`))}"/></marker><path fill="none" marker-mid="url(#m)" d="M0 0${"L1 1".repeat(over ? 900 : 20)}"/>`,
      ),
  },
  "elements of patterns in markers": {
    allowed: "300,000",
    file: (over) =>
      svg(
        `<pattern id="p" width="9" height="9">${RECT.repeat(500)}</pattern><marker id="m"><rect width="9" height="9" fill="url(#p)"/></marker><path fill="none" marker-mid="url(#m)" d="M0 0${"L1 1".repeat(over ? 900 : 50)}"/>`,
      ),
  },
  "characters put in place": {
    allowed: "32,000,000",
    file: (over) => svg(`<g id="a"><desc>${"x".repeat(1_000_000)}</desc></g>${'<use xlink:href="#a"/>'.repeat(over ? 32 : 29)}`),
  },
  letters: {
    allowed: "45,000",
    file: (over) => svg(`<text y="50">a${" ".repeat(over ? 45_000 : 44_900)}</text>`),
  },
  "pieces of one text": {
    allowed: "45,000",
    file: (over) => svg(`<text y="50">${'<tspan x="1">a</tspan>'.repeat(over ? 1600 : 1000)}</text>`),
  },
  "points of outlines": {
    allowed: "3,000,000",
    file: (over) => svg(`<path fill="none" d="M0 0${"a9 9 0 1 1 5 5".repeat(over ? 255_000 : 245_000)}"/>`),
  },
  "elements of masks in masks": {
    allowed: "300,000",
    file: (over) =>
      svg(
        `${times(over ? 8 : 3, (i) => `<mask id="m${i}">${`<rect width="9" height="9" fill="white"${i > 0 ? ` mask="url(#m${i - 1})"` : ""}/>`.repeat(6)}</mask>`)}<rect width="9" height="9" mask="url(#m${over ? 7 : 2})"/>`,
      ),
  },
  "parts of pictures inside": {
    allowed: "300,000",
    file: (over) => {
      const inside = svg(RECT.repeat(1500));
      return svg(
        `<image id="i" width="9" height="9" xlink:href="${embedded(inside)}"/>${'<use xlink:href="#i"/>'.repeat(over ? 210 : 100)}`,
      );
    },
  },
  "points of pictures inside": {
    allowed: "3,000,000",
    file: (over) => {
      const inside = svg(`<path d="M0 0${"L1 1".repeat(40_000)}"/>`);
      return svg(`<image id="i" width="9" height="9" xlink:href="${embedded(inside)}"/>${'<use xlink:href="#i"/>'.repeat(over ? 80 : 40)}`);
    },
  },
  "pixels of filters": {
    allowed: "60,000,000",
    file: (over) =>
      svg(
        `<filter id="f">${"<feGaussianBlur/>".repeat(over ? 100 : 4)}</filter><rect width="1000" height="1000" filter="url(#f)"/>`.repeat(
          over ? 7 : 1,
        ),
        'width="1000" height="1000"',
      ),
  },
  "comparisons with rules": {
    allowed: "5,000,000",
    file: (over) => svg(`<style>${".a .b{fill:red}".repeat(over ? 400 : 380)}</style><g class="a">${'<g class="b"/>'.repeat(6400)}</g>`),
  },
  "declarations of rules": {
    allowed: "4,000,000",
    file: (over) => svg(`<style>rect{${"fill:red;".repeat(over ? 20_100 : 19_900)}}</style>${RECT.repeat(200)}`),
  },
};

const MOST_SECONDS = 240;

describe("budgets", () => {
  let found: readonly Outcome[] = [];
  beforeAll(async () => {
    found = await outcomes(
      Object.values(BUDGETS).flatMap(({ file }) => [request(file(false)), request(file(true))]),
      MOST_SECONDS,
    );
  });

  test.each(Object.keys(BUDGETS))("%s", (name) => {
    const { allowed } = BUDGETS[name]!;
    const at = 2 * Object.keys(BUDGETS).indexOf(name);
    const [under, over] = found.slice(at, at + 2);
    expect(under).toMatchObject({ code: null, message: "" });
    expect(over!.code).toBe("API-002");
    expect(over!.message).toMatch(/^pages\[0\]\.elements\[0\]\.source\.payload: must be an SVG file of at most [\d,]+ .*; found [\d,]+: /);
    expect(over!.message).toContain(`must be an SVG file of at most ${allowed} `);
    const counted = Number(/; found ([\d,]+)/.exec(over!.message)![1]!.replaceAll(",", ""));
    expect(counted).toBeGreaterThan(Number(allowed.replaceAll(",", "")));
    for (const o of [under!, over!]) expect(o.peak).toBeLessThan(600);
  });
});

const DRAWN: Readonly<Record<string, string>> = {
  "a blur over a very high picture": svg(
    '<filter id="f"><feGaussianBlur stdDeviation="5"/></filter><rect width="1000" height="100000" filter="url(#f)"/>',
    'width="1000" height="100000"',
  ),
  "octaves that nobody sees": svg(
    '<filter id="f"><feTurbulence baseFrequency="0.1" numOctaves="1000000"/></filter><rect width="100" height="100" filter="url(#f)"/>',
    'width="300" height="300"',
  ),
  "the same filter many times": svg(
    `<filter id="f"><feGaussianBlur stdDeviation="5"/></filter>${'<rect width="1000" height="1000" filter="url(#f)"/>'.repeat(1000)}`,
    'width="1000" height="1000"',
  ),
  "shadows of many small things": svg(
    `<filter id="f"><feDropShadow dx="1" dy="1" stdDeviation="1"/></filter>${times(200, (i) => `<rect x="${40 * (i % 20)}" y="${80 * Math.floor(i / 20)}" width="30" height="30" filter="url(#f)"/>`)}`,
    'width="1000" height="1000"',
  ),
  "many rules": svg(
    `<style>${times(20_000, (i) => `.c${i}{fill:red}`)}</style>${times(2000, (i) => `<rect class="c${i}" width="9" height="9"/>`)}`,
  ),
  "many style sheets": svg(`${"<style>rect{fill:red}</style>".repeat(20_000)}${RECT}`),
  "many texts that are not drawn": svg(`<defs>${"<text>a</text>".repeat(50_000)}</defs>${RECT}`),
  "a long list of dashes": svg(`<path d="M0 0H90" stroke="red" stroke-dasharray="${"1 2 ".repeat(200_000)}"/>`),
  "variables that double": svg(
    `<style>rect{--v0:var(--none,);${times(60, (i) => `--v${i + 1}:var(--v${i}) var(--v${i});`)}fill:red}</style>${RECT}`,
  ),
  "white space in values": svg(
    ["fill:red", "fill:#fff", "transform:translate(1px)"]
      .map((v) => `<rect style="${v}${" ".repeat(300_000)}!" width="9" height="9"/>`)
      .join(""),
  ),
};

const REFUSED: Readonly<Record<string, readonly [text: string, reason: RegExp]>> = {
  "a circle that no document can have": [
    svg('<circle r="1e38" stroke="red"/>'),
    /must be an SVG file with numbers from -1000000000 to 1000000000; found 1e\+38/,
  ],
  "clip paths in clip paths": [
    svg(
      `${times(40, (i) => `<clipPath id="c${i}">${`<rect width="9" height="9"${i > 0 ? ` clip-path="url(#c${i - 1})"` : ""}/>`.repeat(2)}</clipPath>`)}<rect width="9" height="9" clip-path="url(#c39)"/>`,
    ),
    /elements, with their patterns, masks and clip paths/,
  ],
  "markers in markers": [
    svg(
      `${times(6, (i) => `<marker id="m${i}"><path d="M0 0${"L1 1".repeat(9)}" ${i > 0 ? `marker-mid="url(#m${i - 1})"` : ""}/></marker>`)}<path d="M0 0${"L1 1".repeat(9)}" marker-mid="url(#m5)"/>`,
    ),
    /elements, with use elements and markers expanded/,
  ],
  "an id in what only looks like an attribute": [
    svg(`<g title=" id='b' " id="a">${RECT.repeat(1000)}</g>${'<use xlink:href="#a"/>'.repeat(900)}`),
    /elements, with use elements/,
  ],
  "texts that say others many times": [
    svg(`<text id="t0">0123456789</text>${times(12, (i) => `<text id="t${i + 1}">${`<tref xlink:href="#t${i}"/>`.repeat(10)}</text>`)}`),
    /characters, with use elements/,
  ],
  "gradients that refer to one another": [
    svg(`${times(20_000, (i) => `<linearGradient id="p${i}" xlink:href="#p${i + 1}"/>`)}<rect width="9" height="9" fill="url(#p0)"/>`),
    /refer to one another/,
  ],
  "a wide morphology": [
    svg(
      '<filter id="f"><feMorphology radius="400"/></filter><rect width="1000" height="1000" filter="url(#f)"/>',
      'width="1000" height="1000"',
    ),
    /filtered pixels/,
  ],
  "an element of very many attributes": [svg(`<rect ${times(200_000, (i) => `a${i}="" `)}/>`), /more than 1000 attributes/],
  "brackets in brackets": [svg(`<rect style="width:calc(${"(".repeat(20_000)}1${")".repeat(20_000)})"/>`), /brackets nested more than/],
  "colours in colours": [svg(`<rect fill="${"color-mix(in srgb,red,".repeat(5000)}red${")".repeat(5000)}"/>`), /brackets nested more than/],
  "variables in variables": [
    svg(`<rect style="fill:${"var(--x,".repeat(5000)}red${")".repeat(5000)}"/>`),
    /nested more than 32 levels deep/,
  ],
  "a selector that can match in very many ways": [
    svg(`<style>${"rect~".repeat(30)}circle{fill:red}</style>${RECT.repeat(400)}<circle r="3"/>`),
    /comparisons of elements with style rules/,
  ],
  "a selector of very many parts": [svg(`<style>${"g ".repeat(50_000)}rect{fill:red}</style>${RECT}`), /a selector of more than 200 parts/],
  "a long calculation": [svg(`<rect style="width:calc(1${" + 1".repeat(100_000)})"/>`), /is calculated/],
};

const named = (names: readonly string[], found: readonly Outcome[]): readonly (readonly [string, string, string])[] =>
  names.map((name, i) => [name, found[i]?.code ?? (found[i] ? "drawn" : "died"), found[i]?.message ?? ""] as const);

/** A filter in its own region, and in one far larger than the picture. */
const FILTERED: readonly string[] = [
  svg(`<filter id="f"><feGaussianBlur/></filter><rect x="40" y="40" width="9" height="9" filter="url(#f)"/>`),
  svg(
    `<filter id="f" x="-9" y="-9" width="19" height="19"><feGaussianBlur/></filter><rect x="40" y="40" width="9" height="9" filter="url(#f)"/>`,
  ),
];

describe("without a budget of its own", () => {
  const drawn = Object.keys(DRAWN);
  const refused = Object.keys(REFUSED);
  let found: readonly Outcome[] = [];
  beforeAll(async () => {
    found = await outcomes(
      [...Object.values(DRAWN), ...Object.values(REFUSED).map(([text]) => text), svg(RECT), ...FILTERED].map(request),
      MOST_SECONDS,
    );
  });

  test("what can be drawn with less is drawn", () => {
    expect(named(drawn, found)).toEqual(drawn.map((n) => [n, "drawn", ""]));
  });

  test("what cannot is refused by name, and the next picture is drawn", () => {
    const of = found.slice(drawn.length);
    const reasons = refused.map((n, i) => [n, of[i]?.code, REFUSED[n]![1].test(of[i]?.message ?? "")]);
    expect(reasons, JSON.stringify(of)).toEqual(refused.map((n) => [n, "API-002", true]));
    expect(of[refused.length]).toMatchObject({ code: null });
  });

  test("a filter draws the same where the picture has room around it", () => {
    const [small, large] = found.slice(-FILTERED.length);
    expect([small!.code, large!.code]).toEqual([null, null]);
    // only pixels in a filter's region are kept
    expect(small!.length).toBeLessThan(large!.length);
  });

  test("in bounded memory", () => {
    expect(found.length).toBe(drawn.length + refused.length + 1 + FILTERED.length);
    for (const f of found) expect(f.peak).toBeLessThan(600);
  });
});

test("renders at the same time do not see that one of them broke the reader", async () => {
  const engine = new Engine();
  const broken = svg('<circle r="1e38" stroke="red"/>');
  const filtered = svg(
    `<filter id="f"><feGaussianBlur/></filter><rect width="9" height="9" filter="url(#f)"/><image width="9" height="9" xlink:href="${embedded(svg(RECT))}"/>`,
  );
  const found = await Promise.allSettled([broken, filtered, broken, filtered, filtered].map((text) => engine.renderLater(request(text))));
  expect(found.map((f) => f.status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled", "fulfilled"]);
});
