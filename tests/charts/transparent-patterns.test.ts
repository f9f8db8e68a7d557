import { expect, test } from "vitest";
import { drawn, haveRaster } from "../support/drawn.js";
import { page } from "../support/page.js";
import { fileOf, pdfOf } from "../support/pdf.js";

/* Pixels that two tiles share are not darker than others. */

const OWN = 0x1f;
/** least excess of blue over red */
const INK = 40;
const chart = (kind: string, opacity: number, background: boolean): object => ({
  type: "chart",
  layout: { left: 0, top: 0 },
  width: 100,
  height: 60,
  kind: "bar",
  grid: { show: false },
  data: {
    labels: ["a", "b"],
    series: [
      {
        name: "s",
        values: [3, 5],
        fill: { pattern: { kind, color: "#1f77b4", ...(background && { background: { color: "#fde68a" } }) }, opacity },
      },
    ],
  },
});

test.runIf(haveRaster).each<readonly [string, number, boolean]>([
  ["diagonal", 0.5, true],
  ["diagonal", 0.3, false],
  ["dots", 0.5, true],
  ["crosshatch", 0.4, false],
])("no seams between tiles: %s, %d, with a background: %s", async (kind, opacity, background) => {
  const file = fileOf(await pdfOf(page(chart(kind, opacity, background), { height: 60 })));
  const least = Math.floor(255 - opacity * (255 - OWN)) - 3;
  for (const dpi of [72, 96, 150, 213]) {
    const { data } = drawn(file, "-r", String(dpi))[0]!;
    let [blue, darker] = [0, 0];
    for (let i = 0; i < data.length; i += 3) {
      // labels and axes are grey
      if (data[i + 2]! < data[i]! + INK) continue;
      blue++;
      if (data[i]! < least) darker++;
    }
    expect([dpi, blue > 100, darker]).toEqual([dpi, true, 0]);
  }
});
