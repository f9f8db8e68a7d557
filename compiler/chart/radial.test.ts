import { CONTRACT_LIMITS } from "../core/limits.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAIN_NUMBERS } from "../locale/numbers.js";
import { engine } from "../../golden/cases.js";
import type { Path, Rect } from "../../ir/ir.js";
import { RenderError } from "../core/fail.js";
import { pathOf, ROOT } from "../core/src.js";
import { literalDataSrc } from "../data/chart-src.js";
import type { MaterializedChart } from "../request/materialized.js";
import type { ChartElement } from "../request/types/chart.js";
import { TextEngine } from "../text/shape/engine.js";
import { spread } from "./kinds/callouts.js";
import { ChartContext } from "./context.js";
import { drawChart } from "./kinds/draw.js";
import { RadialChart, type RadialLayout } from "./kinds/radial.js";
import { boxOf } from "./labels.js";
import { edgesAt, holds, separators, sliceBox, slicePath, slicesOf, type Ring } from "./marks/slice.js";
import { ChartText, overlap } from "./text.js";

const TURN = 2 * Math.PI;
const text = new ChartText(new TextEngine(engine.world()), "en", CONTRACT_LIMITS);
const RING: Ring = { x: 100, y: 100, outer: 60, inner: 30 };
const PIE: Ring = { ...RING, inner: 0 };

function pie(values: readonly number[], more: Partial<ChartElement> = {}, names = values.map((_, i) => `Name ${i}`)): MaterializedChart {
  return {
    type: "chart",
    kind: "pie",
    width: 85,
    height: 60,
    data: { labels: names, series: [{ name: "S", values: [...values] }] },
    ...more,
  } as MaterializedChart;
}
const chartOf = (el: MaterializedChart): RadialChart =>
  new RadialChart(new ChartContext(el, ROOT, literalDataSrc(ROOT), text, PLAIN_NUMBERS));
const ROOM: Rect = { x: 10, y: 10, width: 240, height: 170 };

const values = fc
  .array(fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e6, noNaN: true })), { minLength: 1, maxLength: 40 })
  .filter((v) => v.some((x) => x > 0));

describe("slices", () => {
  test("come to the whole circle without the pads between them, one for each value above zero, in their order", () => {
    fc.assert(
      fc.property(
        values,
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (all, start, share) => {
          const pad = (share * 360) / all.length;
          const { drawn, pad: open } = slicesOf(all, start, pad);
          const shown = all.flatMap((v, i) => (v > 0 ? [i] : []));
          expect(drawn.map((s) => s.index)).toEqual(shown);
          expect(open).toBeCloseTo(shown.length > 1 ? (pad * Math.PI) / 180 : 0, 9);
          const sum = drawn.reduce((a, s) => a + s.to - s.from - open, 0);
          expect(sum).toBeCloseTo(TURN - open * shown.length, 6);
          drawn.forEach((s, i) => i > 0 && expect(s.from).toBeCloseTo(drawn[i - 1]!.to, 6));
          const total = all.reduce((a, b) => a + b, 0);
          for (const s of drawn) expect(s.to - s.from - open).toBeCloseTo(((TURN - open * shown.length) * all[s.index]!) / total, 6);
        },
      ),
    );
  });

  test("begin at 12 o'clock and go clockwise; a start angle turns them", () => {
    const [first] = slicesOf([1, 3], 0, 0).drawn;
    expect(slicePath(PIE, first!, 0).coords.slice(0, 2)).toEqual([100, 40]);
    expect(
      slicePath(PIE, first!, 0)
        .coords.slice(-4, -2)
        .map((v) => Math.round(v)),
    ).toEqual([160, 100]);
    expect(slicesOf([1, 3], 90, 0).drawn[0]!.from).toBeCloseTo(Math.PI / 2);
    expect(slicesOf([1, 3], -270, 0).drawn[0]!.from % TURN).toBeCloseTo(-1.5 * Math.PI);
  });

  test("one that has all is the whole ring, whatever the pad is", () => {
    const { drawn, pad } = slicesOf([0, 5, 0], 30, 100);
    expect(drawn).toHaveLength(1);
    expect(slicePath(RING, drawn[0]!, pad).verbs).toBe("MCCCCCCCCZMCCCCCCCCZ");
    expect(
      separators(RING, drawn, { width: 1, color: "#FFFFFF", opacity: 1, cap: "round", join: "miter", miterLimit: 10, dash: [], gap: null }),
    ).toEqual([]);
  });

  test("values whose sum is beyond the greatest number have their shares", () => {
    const { drawn } = slicesOf([1.7e308, 1.7e308], 0, 0);
    expect(drawn[0]!.to).toBeCloseTo(Math.PI);
    expect(chartOf(pie([1.7e308, 1.7e308], { data_labels: { mode: "percent" } })).textAt(0)).toBe("50%");
  });

  test("arcs are off the circle by less than a ten thousandth of the radius", () => {
    const path = slicePath(PIE, { index: 0, from: 0.3, to: 5.9 }, 0);
    for (const { x, y } of alongCubics(path)) expect(Math.abs(Math.hypot(x - 100, y - 100) - 60)).toBeLessThan(60e-4 * 0.1);
  });

  test("edges across a pad of a ring are parallel; a slice narrower than the pad comes to a point and does not vanish", () => {
    const { drawn, pad } = slicesOf([1, 1, 1, 0.0001], 0, 10);
    const gapAt = (radius: number): number => radius * Math.sin(edgesAt(RING, drawn[0]!, pad, radius)[0] - drawn[0]!.from);
    expect(gapAt(30)).toBeCloseTo(gapAt(60), 9);
    const thin = drawn[3]!;
    const [a, b] = edgesAt(RING, thin, pad, 60);
    expect(b).toBeGreaterThan(a);
    const [c, d] = edgesAt(RING, thin, pad, 30);
    expect(c).toBe(d);
    expect(slicePath(RING, thin, pad).verbs).toBe("MCLZ");
  });

  test("are within the box that their gradients are laid over", () => {
    fc.assert(
      fc.property(values, fc.double({ min: -720, max: 720, noNaN: true }), (all, start) => {
        const { drawn, pad } = slicesOf(all, start, 0);
        for (const s of drawn) {
          const box = sliceBox(RING, s);
          for (const { x, y } of alongCubics(slicePath(RING, s, pad))) {
            expect(x).toBeGreaterThan(box.x - 0.01);
            expect(x).toBeLessThan(box.x + box.width + 0.01);
            expect(y).toBeGreaterThan(box.y - 0.01);
            expect(y).toBeLessThan(box.y + box.height + 0.01);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test("hold boxes that touch none of their edges", () => {
    const [right] = slicesOf([1, 1], 0, 0).drawn;
    expect(holds(PIE, right!, 0, { x: 110, y: 95, width: 20, height: 10 })).toBe(true);
    expect(holds(PIE, right!, 0, { x: 95, y: 95, width: 20, height: 10 })).toBe(false);
    expect(holds(PIE, right!, 0, { x: 150, y: 95, width: 20, height: 10 })).toBe(false);
    expect(holds(RING, right!, 0, { x: 110, y: 95, width: 10, height: 10 })).toBe(false);
  });
});

function alongCubics({ verbs, coords }: Path): readonly { x: number; y: number }[] {
  const out: { x: number; y: number }[] = [];
  let k = 0;
  for (const verb of verbs) {
    if (verb === "C") {
      const at = (axis: 0 | 1, t: number): number => {
        const [a, b, c, d] = [k - 2, k, k + 2, k + 4].map((i) => coords[i + axis]!) as [number, number, number, number];
        return a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t ** 3;
      };
      for (let t = 0; t <= 1; t += 0.125) out.push({ x: at(0, t), y: at(1, t) });
      k += 6;
    } else if (verb !== "Z") k += 2;
  }
  return out;
}

test("boxes that are spread keep their order and their distance, and stay where they may", () => {
  const boxes = fc.array(
    fc.record({ at: fc.double({ min: -50, max: 250, noNaN: true }), height: fc.double({ min: 1, max: 12, noNaN: true }) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(boxes, (all) => {
      const sorted = [...all].sort((a, b) => a.at - b.at);
      const ys = spread(sorted, 0, 200);
      ys.forEach((y, i) => {
        const { height } = sorted[i]!;
        expect(y - height / 2).toBeGreaterThan(-1e-6);
        expect(y + height / 2).toBeLessThan(200 + 1e-6);
        if (i > 0) expect(y - ys[i - 1]!).toBeGreaterThan((height + sorted[i - 1]!.height) / 2 + 2 - 1e-6);
      });
    }),
  );
});

describe("labels of slices", () => {
  const names = fc.constantFrom("A", "Search", "Customer success and support", "المبيعات", "Réseau");
  const cases = fc.record({
    data: fc
      .array(fc.record({ name: names, value: fc.constantFrom(0, 1, 2, 5, 30, 200) }), { minLength: 1, maxLength: 24 })
      .filter((d) => d.some((x) => x.value > 0)),
    kind: fc.constantFrom("pie" as const, "donut" as const),
    mode: fc.constantFrom("value" as const, "percent" as const, "label" as const, "label_and_value" as const, "label_and_percent" as const),
    position: fc.constantFrom(undefined, "inside" as const, "outside" as const),
    overflow: fc.constantFrom("hide" as const, "error" as const),
    width: fc.integer({ min: 60, max: 480 }),
    height: fc.integer({ min: 60, max: 300 }),
  });

  test("never meet each other, a slice that is not theirs, or the edge of their room; those that must show do, or are refused", () => {
    fc.assert(
      fc.property(cases, ({ data, kind, mode, position, overflow, width, height }) => {
        const labels = { show: true, mode, overflow, ...(position && { position }) };
        const chart = chartOf({
          ...pie(
            data.map((d) => d.value),
            { data_labels: labels },
            data.map((d) => d.name),
          ),
          kind,
        });
        const room = { x: 5, y: 7, width, height };
        const layout = chart.layout(room);
        const shown = [...layout.inside, ...layout.outside];
        const boxes = shown.map((l) => boxOf(l.text, l.anchor));
        boxes.forEach((b, i) => {
          expect(b.x).toBeGreaterThan(room.x - 0.1);
          expect(b.y).toBeGreaterThan(room.y - 0.1);
          expect(b.x + b.width).toBeLessThan(room.x + width + 0.1);
          expect(b.y + b.height).toBeLessThan(room.y + height + 0.1);
          for (let k = 0; k < i; k++) expect(overlap(b, boxes[k]!)).toBe(false);
        });
        expect(new Set(shown.map((l) => l.index)).size).toBe(shown.length);
        inPlace(chart, layout);
        if (overflow === "error" && layout.missing === null) expect(shown.length).toBe(data.length);
        if (overflow === "hide") expect(layout.missing).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  /** Labels inside are within their slices, those outside are clear of the circle. */
  function inPlace(chart: RadialChart, { ring, inside, outside }: RadialLayout): void {
    for (const { index, text: t, anchor } of inside) {
      const slice = chart.slices.drawn.find((s) => s.index === index)!;
      expect(holds(ring, slice, chart.slices.pad, boxOf(t, anchor))).toBe(true);
    }
    for (const { text: t, anchor } of outside) {
      const { x, y, width, height } = boxOf(t, anchor);
      const nearest = { x: Math.max(x, Math.min(ring.x, x + width)), y: Math.max(y, Math.min(ring.y, y + height)) };
      expect(Math.hypot(nearest.x - ring.x, nearest.y - ring.y)).toBeGreaterThan(ring.outer);
    }
  }

  test("say values, shares and names", () => {
    const say = (mode: NonNullable<ChartElement["data_labels"]>["mode"], format = {}): string =>
      chartOf(pie([1, 7], { data_labels: { show: true, mode: mode!, format } }, ["A", "B"])).textAt(0);
    expect(say("value", { prefix: "€", decimals: 2 })).toBe("€1.00");
    expect(say("percent")).toBe("13%");
    expect(say("percent", { decimals: 1 })).toBe("12.5%");
    expect(say("label")).toBe("A");
    expect(say("label_and_value")).toBe("A: 1");
    expect(say("label_and_percent")).toBe("A: 13%");
  });

  test("of zero show only where labels must", () => {
    const count = (overflow: "hide" | "error"): number => {
      const { inside, outside } = chartOf(pie([3, 0], { data_labels: { show: true, overflow } })).layout(ROOM);
      return inside.length + outside.length;
    };
    expect(count("hide")).toBe(1);
    expect(count("error")).toBe(2);
  });

  test("inside, that must show and are declared to be there, are refused where their slice is too small", () => {
    const el = pie([1000, 1], { data_labels: { show: true, position: "inside", overflow: "error" } });
    const refused = caught(() => drawChart(el, ROOT, text, PLAIN_NUMBERS));
    expect(refused.code).toBe("API-507");
    expect(pathOf(refused.problem.src)).toBe("data.series[0].values[1]");
    expect(drawChart(pie([1000, 1], { data_labels: { show: true, overflow: "error" } }), ROOT, text, PLAIN_NUMBERS).length).toBeGreaterThan(
      0,
    );
  });
});

const caught = (run: () => unknown): RenderError => {
  try {
    run();
  } catch (e) {
    if (e instanceof RenderError) return e;
    throw e;
  }
  throw new Error("nothing was refused");
};

describe("legends of slices", () => {
  const pieWidth = (el: MaterializedChart): number => chartOf(el).plan({ x: 0, y: 0, width: 240, height: 170 }).layout.ring.outer;

  test("are beside the circle, or under it where that leaves a larger one, unless the request says where", () => {
    const long = Array.from({ length: 3 }, (_, i) => `A name of this length is ${i}`);
    expect(pieWidth(pie([1, 2, 3]))).toBeGreaterThan(80);
    const free = pieWidth(pie([1, 2, 3], { height: 90, width: 40 }, long));
    const fixed = pieWidth(pie([1, 2, 3], { legend: { position: "left" } }, long));
    expect(free).toBeGreaterThanOrEqual(fixed);
  });

  test("that leave no room for slices are refused", () => {
    const many = pie(
      Array.from({ length: 60 }, () => 1),
      { width: 30, height: 30 },
    );
    const refused = caught(() => drawChart(many, ROOT, text, PLAIN_NUMBERS));
    expect([refused.code, refused.problem.rule]).toEqual(["API-507", "chart-room"]);
  });

  test("have one entry for each label, those of zero too", () => {
    const { legend } = chartOf(pie([1, 0, 2])).plan({ x: 0, y: 0, width: 240, height: 170 });
    expect(legend().filter((op) => op.op === "glyphs")).toHaveLength(3);
  });
});
