/* Mostly valid: a golden with parts of others, changed words and numbers, some profile. No imports (scripts/release/compare-builds.mjs). */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Obj = { [key: string]: Json };

/** mulberry32; document n of a seed is independent */
export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const PROFILES = ["pdfa-1b", "pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u", "pdfa-4", "pdfa-ua1"] as const;
const WORDS = [
  "office",
  "Zürich",
  "supercalifragilistic",
  "fi ffl",
  "1,234.50",
  "Привет",
  "λόγος",
  "骨付き鳥",
  "한국어",
  "ใบแจ้งหนี้",
  "हिन्दी",
  "বাংলা",
  "العربية 12",
  "שלום",
  "日本語。",
  "a\tb",
  "two\nlines",
  "e\u0301\u0323",
  "co\u00adop",
  "(x) [y] \\z",
  "½ × ≤ →",
  " ",
  "🙂?",
];
const AUTHORS = ["", "A. Nonymous", "Jörg & Søn <j@example.com>", "山田太郎", "\ud83d\ude42"];

/** For PDF/UA. */
export function described(value: Json, key = ""): Json {
  if (Array.isArray(value)) return value.map((item) => described(item));
  if (typeof value !== "object" || value === null) return value;
  const all: Obj = Object.fromEntries(Object.entries(value).map(([k, item]) => [k, described(item, k)]));
  const figure =
    all["type"] === "image" ||
    all["type"] === "barcode" ||
    (all["type"] === "chart" && "width" in all) ||
    ((key === "image" || key === "barcode") && "width" in all);
  if ((all["type"] === "field" || key === "field") && "kind" in all) return { label: "What to enter", ...all };
  return figure ? { alt: "What it shows", ...all } : all;
}

const SAID = new Set(["text", "content", "title", "author", "subject", "alt"]);
const JITTER = new Set([
  "font_size",
  "opacity",
  "letter_spacing",
  "line_height",
  "gap",
  "gap_after",
  "thickness",
  "corner_radius",
  "rotation",
]);

function changed(value: Json, share: number, next: () => number, key = ""): Json {
  if (Array.isArray(value)) return value.map((item) => changed(item, share, next, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, item]) => [k, changed(item, share, next, k)]));
  if (next() >= share) return value;
  if (typeof value === "string" && SAID.has(key) && !/^[\d()A-Z|-]+$/.test(value)) {
    const count = 1 + Math.floor(next() * 8);
    return Array.from({ length: count }, () => WORDS[Math.floor(next() * WORDS.length)]!).join(" ");
  }
  if (typeof value === "number" && JITTER.has(key))
    return key === "rotation" ? Math.round(next() * 360) : Math.round(value * (0.6 + next() * 0.8) * 100) / 100;
  return value;
}

const elementsOf = (request: Obj): Obj[] => {
  const [page] = (request["pages"] ?? []) as Obj[];
  return ((page?.["elements"] as Json[] | undefined) ?? []) as Obj[];
};

/** Nodes of the first segment of a Flow Document; empty for a Fixed Canvas. */
const nodesOf = (request: Obj): Json[] => {
  const [segment] = (((request["flow_document"] ?? {}) as Obj)["segments"] ?? []) as Obj[];
  return (segment?.["content"] ?? []) as Json[];
};

function withImport(request: Obj, profile: string, next: () => number): void {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  // PDF/UA-1 refuses pages without tags
  const key = profile === "pdfa-ua1" ? "tagged.pdf" : pick(["tagged.pdf", "two-pages.pdf"]);
  const source: Obj = { kind: "asset", key };
  const entry: Obj = { import: { source, ...pick<Obj>([{}, { pages: "1" }, { pages: "2, 1" }, { pages: "1-, 2" }]) } };
  const flow = request["flow_document"] as Obj | undefined;
  const list = (flow ? flow["segments"] : request["pages"]) as Obj[] | undefined;
  const picture: Obj = { ...source, format: "pdf", page: pick([1, 2]), box: pick(["crop", "media", "trim"]) };
  const layout: Obj = { left: 0, top: 0 };
  const image: Obj = { type: "image", layout, width: 5, height: 5, fit: pick(["fill", "contain", "cover"]), source: picture };
  if (!flow && next() < 0.5 && "elements" in (list?.[0] ?? {})) list![0]!["elements"] = [...elementsOf(request), image];
  else list?.push(entry);
}

const IMPORTING = 0.08;

export interface RandomRequest {
  readonly request: object;
  readonly profile: (typeof PROFILES)[number];
}

/** Each attempt changes less, the last nothing, without a profile. Document n starts from golden `n`. */
export function* randomRequests(goldens: readonly object[], seed: number, n: number): Generator<RandomRequest, void> {
  const next = random(seed * 1_000_003 + n);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  // separate, so that other parts do not depend on it
  const imports = random(seed * 1_000_003 + n + 0x5bd1e995);
  const isImporting = imports() < IMPORTING;
  const profile = PROFILES[(n + Math.floor(n / goldens.length)) % PROFILES.length]!;
  for (let attempt = 0; attempt <= 10; attempt++) {
    const base = structuredClone(goldens[n % goldens.length]) as Obj;
    const { attachments: _files, ...own } = (base["settings"] ?? {}) as Obj;
    const settings: Obj = { ...own, security: {} };
    const wild = attempt < 6 ? 1 - attempt / 6 : 0;
    const asked = attempt < 8 ? profile : "pdfa-2b";
    if (settings["accessibility"] === "ua2" && asked !== "pdfa-4") delete settings["accessibility"];
    if (next() < wild) {
      const other = structuredClone(pick(goldens)) as Obj;
      const [page] = (base["pages"] ?? []) as Obj[];
      if (page && next() < wild) page["elements"] = [...elementsOf(base), ...elementsOf(other).slice(0, 3)];
      if (next() < wild) nodesOf(base).push(...nodesOf(other).slice(0, 3));
      for (const part of ["header", "footer", "layers"]) if (next() < wild / 2 && other[part] && !base[part]) base[part] = other[part]!;
      if (next() < wild / 2) settings["defaults"] ??= ((other["settings"] ?? {}) as Obj)["defaults"] ?? {};
    }
    if (isImporting && attempt < 6) withImport(base, asked, imports);
    if (next() < wild)
      settings["metadata"] = { ...((settings["metadata"] ?? {}) as Obj), author: pick(AUTHORS), language: pick(["de-AT", "ja", "ar"]) };
    const made = changed({ ...base, settings: { ...settings, profile: asked } }, wild * 0.4, next);
    yield { request: (asked === "pdfa-ua1" ? described(made) : made) as object, profile: asked };
  }
}
