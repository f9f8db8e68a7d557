// Marks of charts as drawings in points, origin top-left, for peers without charts:
// {t: "rect", x, y, w, h, fill}, {t: "circle", x, y, r, fill}, {t: "path", d: [[command, …coordinates]], fill?, stroke?, sw?}, {t: "text",
// x, y, s, size, a, color}.

const QUARTER = Math.PI / 2;

export class Drawing {
  list = [];

  text(x, y, s, size = 7, a = "start", color = "#333333") {
    this.list.push({ t: "text", x, y, s: String(s), size, a, color });
  }
  rect(x, y, w, h, fill) {
    this.list.push({ t: "rect", x, y, w, h, fill });
  }
  path(d, look) {
    this.list.push({ t: "path", d, ...look });
  }

  /** Values from 0 to `max`, every `every`-th category label. */
  axes(p, max, labels, every = 1) {
    for (let i = 0; i <= 5; i++) {
      const y = p.y + p.h - (p.h * i) / 5;
      this.path(
        [
          ["M", p.x, y],
          ["L", p.x + p.w, y],
        ],
        { stroke: "#CCCCCC", sw: 0.4 },
      );
      this.text(p.x - 4, y + 2.5, Math.round((max * i) / 5), 7, "end");
    }
    labels.forEach((l, i) => i % every === 0 && this.text(p.x + ((i + 0.5) * p.w) / labels.length, p.y + p.h + 11, l, 6.5, "middle"));
  }
  legend(x, y, names, colors) {
    names.forEach((name, i) => {
      this.rect(x + i * 60, y, 6, 6, colors[i]);
      this.text(x + 9 + i * 60, y + 5.5, name, 6.5);
    });
  }
  bars(p, max, series, colors) {
    const band = p.w / series[0].length;
    const width = (band * 0.76) / series.length;
    series.forEach((values, k) =>
      values.forEach((v, i) => {
        const h = (v / max) * p.h;
        this.rect(p.x + i * band + band * 0.12 + k * width, p.y + p.h - h, width, h, colors[k]);
      }),
    );
  }
  lines(p, max, series, colors) {
    const point = (v, i, n) => [i ? "L" : "M", p.x + ((i + 0.5) * p.w) / n, p.y + p.h - (v / max) * p.h];
    series.forEach((values, k) =>
      this.path(
        values.map((v, i) => point(v, i, values.length)),
        { stroke: colors[k], sw: 1.2 },
      ),
    );
  }
  areas(p, max, series, colors) {
    const n = series[0].length;
    const x = (i) => p.x + ((i + 0.5) * p.w) / n;
    const y = (v) => p.y + p.h - (v / max) * p.h;
    let base = series[0].map(() => 0);
    series.forEach((values, k) => {
      const top = values.map((v, i) => base[i] + v);
      const back = base.map((v, i) => ["L", x(i), y(v)]).reverse();
      this.path([...top.map((v, i) => [i ? "L" : "M", x(i), y(v)]), ...back, ["Z"]], { fill: colors[k] });
      base = top;
    });
  }
  stacks(p, max, series, colors) {
    const band = p.w / series[0].length;
    series[0].forEach((_, i) => {
      let bottom = p.y + p.h;
      series.forEach((values, k) => {
        const h = (values[i] / max) * p.h;
        if (h > 0) this.rect(p.x + i * band + band * 0.12, bottom - h, band * 0.76, h, colors[k]);
        bottom -= h;
      });
    });
  }
  pie(cx, cy, radius, values, labels, colors) {
    const sum = values.reduce((a, b) => a + b);
    let from = -QUARTER;
    values.forEach((v, k) => {
      const to = from + (v / sum) * 2 * Math.PI;
      this.path(slice(cx, cy, radius, from, to), { fill: colors[k] });
      const middle = (from + to) / 2;
      const at = (r) => [cx + r * Math.cos(middle), cy + r * Math.sin(middle)];
      this.text(...at(radius + 14), `${labels[k]} ${Math.round((100 * v) / sum)}%`, 7, "middle");
      from = to;
    });
  }
}

function slice(cx, cy, radius, from, to) {
  const d = [
    ["M", cx, cy],
    ["L", cx + radius * Math.cos(from), cy + radius * Math.sin(from)],
  ];
  const parts = Math.ceil((to - from) / QUARTER);
  const step = (to - from) / parts;
  const k = (4 / 3) * Math.tan(step / 4);
  for (let i = 0; i < parts; i++) {
    const a = from + i * step;
    const b = a + step;
    const on = (x, y) => [cx + radius * x, cy + radius * y];
    d.push([
      "C",
      ...on(Math.cos(a) - k * Math.sin(a), Math.sin(a) + k * Math.cos(a)),
      ...on(Math.cos(b) + k * Math.sin(b), Math.sin(b) - k * Math.cos(b)),
      ...on(Math.cos(b), Math.sin(b)),
    ]);
  }
  d.push(["Z"]);
  return d;
}
