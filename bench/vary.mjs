// Other content of the same size and shape, so that caches have no effect.
import fs from "node:fs";

const rotateWords = (text, k) => {
  const words = text.split(" ");
  const by = k % words.length;
  return [...words.slice(by), ...words.slice(0, by)].join(" ");
};
const rotateChars = (text, k) => {
  const by = k % text.length;
  return text.slice(by) + text.slice(0, by);
};

const PARAGRAPH = {
  prose: (p, k) => rotateWords(p, k * 5 + 1),
  cjk: (p, k) => rotateChars(p, k * 7 + 1),
  "arabic-devanagari": (p, k) => rotateWords(p, k * 5 + 1),
};

export const DOCUMENTS = ["invoice", "report-table", ...Object.keys(PARAGRAPH), "labels", "charts", "annual-report", "book"];

/** Documents that are another form of one. */
const DATA = {
  "prose-flow": "prose",
  book: "prose",
  references: "prose",
  "without-references": "prose",
  "report-table-amounts": "report-table",
};

export function vary(name, k) {
  const doc = DATA[name] ?? name;
  const o = JSON.parse(fs.readFileSync(new URL(`data/${doc}.json`, import.meta.url), "utf8"));
  if (doc === "labels") {
    // other numbers, hence other symbols
    for (const l of o.labels)
      l.tracking = l.tracking.slice(0, 2) + String((Number(l.tracking.slice(2)) + 7919 * k) % 1e15).padStart(15, "0");
    return o;
  }
  if (doc === "report-table") {
    // each row keeps its number and date; texts and amounts are permuted
    if (k > 0)
      o.rows = o.rows.map((r, i) => [
        ...r.slice(0, 2),
        rotateWords(o.rows[(i + k * 31) % o.rows.length][2], k),
        rotateWords(r[3], k),
        String((Number(r[4]) + k * 1.37).toFixed(2)),
      ]);
    return o;
  }
  if (doc === "charts") {
    if (k === 0) return o;
    const factor = 1 + (k % 17) / 40;
    for (const kind of ["bar", "line", "area"]) o[kind].series = o[kind].series.map((values) => values.map((v) => v * factor));
    o.scatter.points = o.scatter.points.map(([x, y]) => [x, (y * factor) % 100]);
    o.heatmap.values = o.heatmap.values.map((row) => row.map((v) => (v + k * 13) % 100));
    o.title += ` ${k}`;
    return o;
  }
  if (doc === "annual-report") {
    if (k === 0) return o;
    const more = (rows, field, by) => rows.forEach((row) => (row[field] = Math.round((row[field] + by) * 10) / 10));
    for (const chapter of o.chapters) {
      chapter.lead = rotateWords(chapter.lead, k);
      for (const section of chapter.sections) {
        if (section.paragraphs) section.paragraphs = section.paragraphs.map((p) => rotateWords(p, k * 5 + 1));
        const named = section.figure ?? section;
        if (named.caption) named.caption = rotateWords(named.caption, k);
      }
    }
    for (const rows of [o.routes, o.quarters]) {
      more(rows, "passengers", k * 7);
      more(rows, "sailings", k);
    }
    more(o.fleet, "length", k / 10);
    more(o.fleet, "passengers", k);
    for (const field of ["revenue", "cost", "fuel", "carbon"]) more(o.years, field, k / 10);
    for (const field of ["passengers", "delayed"]) more(o.monthly, field, (k % 17) / 10);
    for (const row of [...o.statement, ...o.balance]) row[1] += k;
    for (const row of o.shares) row[1] += k / 10;
    for (const row of o.drives) row[1] += k % 3;
    return o;
  }
  if (doc === "invoice") {
    for (const item of o.items) {
      item.description = rotateWords(item.description, k);
      item.price = Math.round((item.price + k * 0.37) * 100) / 100;
    }
    o.number = `INV-2026-${String(417 + k).padStart(5, "0")}`;
    return o;
  }
  if (k > 0) for (const s of o.sections) s.paragraphs = s.paragraphs.map((p) => PARAGRAPH[doc](p, k));
  return o;
}
