// Loads Latin documents' files, so that they render without a network (P9).
import type { Platen } from "platen/browser";

const WORDS = [{ font_weight: "bold" }, { font_style: "italic" }, { font_weight: "semibold" }] as const;
const at = (top: number): object => ({ left: 10, top });

const DOCUMENT = {
  settings: { metadata: { title: "Warm-up", language: "en" } },
  datasets: {
    d: {
      fields: [
        { key: "k", type: "string" },
        { key: "v", type: "number" },
      ],
      rows: [{ k: "a", v: 1 }],
    },
  },
  projections: { c: { type: "chart", dataset: "d", category: { field: "k" }, series: [{ field: "v", name: "s" }] } },
  pages: [
    {
      size: "a4",
      elements: [
        ...WORDS.map((style, i) => ({ type: "text", layout: at(10 + 10 * i), style, content: "Warm-up 1,234.50" })),
        { type: "barcode", layout: at(50), format: "qrcode", content: "1", width: 20, height: 20 },
        {
          type: "chart",
          kind: "bar",
          layout: at(80),
          width: 100,
          height: 40,
          data: { projection: "c" },
        },
        {
          type: "table",
          layout: at(130),
          width: 100,
          pagination: { row_min_height: 6, header_min_height: 6 },
          columns: [{ key: "a", header: "A", width: { mode: "auto" } }],
          rows: [{ a: 1 }],
        },
      ],
    },
  ],
};

const TEMPLATE = {
  schema: { fields: [{ name: "a", type: "number" }] },
  pages: [{ size: "a6", elements: [{ type: "text", layout: at(10), content: "{{number(a, 2)}}" }] }],
};

export async function warm(platen: Platen): Promise<void> {
  try {
    const request = new TextEncoder().encode(JSON.stringify(DOCUMENT));
    await platen.check(request, { warnings: true });
    await platen.render(request);
    await platen.bind({ template: JSON.stringify(TEMPLATE), data: '{"a": 1}' });
  } catch {}
}
