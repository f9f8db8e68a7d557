/* Random values of a request's fields by seed: texts, styles, fills. */
import { random } from "./random-request.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Obj = { [key: string]: Json };

export interface ChanceOptions {
  /** true: opacities are 1. Default: false */
  readonly opaque?: boolean;
  /** true: few short texts of small size. Default: false */
  readonly roomy?: boolean;
}

const SHORT = ["Q1", "Q2", "x", "Cost", "Zürich", "2026"];
const LATIN = [
  "Q1",
  "Revenue",
  "Zürich",
  "fi ffl",
  "Operating margin before tax",
  "2026-01",
  "A & B",
  "x",
  "(other)",
  "Überschuss",
  "{page}",
];
const MIXED = [
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
  "½ × ≤ →",
  "e\u0301\u0323",
  "co\u00adoperation",
  "the quick brown fox jumps over the lazy dog again and again",
];

export class Chance {
  readonly next: () => number;
  readonly latin: boolean;

  constructor(
    seed: number,
    readonly options: ChanceOptions,
  ) {
    this.next = random(seed);
    this.latin = this.next() < 0.5;
  }

  is = (share: number): boolean => this.next() < share;
  int = (from: number, to: number): number => from + Math.floor(this.next() * (to - from + 1));
  between = (from: number, to: number, places = 2): number => {
    const f = 10 ** places;
    return Math.round((from + this.next() * (to - from)) * f) / f;
  };
  pick = <T>(list: readonly T[]): T => list[Math.floor(this.next() * list.length)]!;
  some = (fields: { readonly [field: string]: readonly [chance: number, make: () => Json] }): Obj => {
    const out: Obj = {};
    for (const [field, [chance, make]] of Object.entries(fields)) if (this.is(chance)) out[field] = make();
    return out;
  };
  color = (): string => `#${this.int(0, 0xffffff).toString(16).padStart(6, "0")}`;
  colors = (from: number, to: number): Json[] => Array.from({ length: this.int(from, to) }, this.color);
  opacity = (): number => (this.options.opaque === true || this.is(0.3) ? 1 : this.is(0.1) ? 0 : this.between(0.05, 1));
  text = (): string => {
    if (this.options.roomy === true) return this.pick(SHORT);
    const words = this.latin ? LATIN : [...LATIN, ...MIXED];
    return this.is(0.85) ? this.pick(words) : Array.from({ length: this.int(2, 9) }, () => this.pick(words)).join(" ");
  };
  /** distinct after trimming */
  texts = (count: number, blank: boolean): string[] => {
    const seen = new Set<string>();
    return Array.from({ length: count }, (_, i) => {
      let text = blank && this.is(0.02) ? "" : this.text();
      if (seen.has(text.trim())) text = `${text} ${i + 1}`;
      seen.add(text.trim());
      return text;
    });
  };

  textStyle = (): Obj => {
    const family: Obj = this.is(0.3)
      ? this.pick<Obj>([
          { font_family: "Noto Sans Mono", font_mode: "prefer" },
          { font_family: "No Such Face", font_mode: "prefer" },
          this.latin ? { font_family: "Noto Sans" } : { font_family: "Noto Sans", font_mode: "prefer" },
          this.latin ? { font_family: "Noto Sans", font_mode: "strict" } : {},
        ])
      : {};
    return {
      ...family,
      ...this.some({
        font_size: [0.5, () => (this.options.roomy === true ? this.between(3, 7, 1) : this.between(3, 14, 1))],
        font_weight: [0.3, () => this.pick(["normal", "medium", "semibold", "bold"])],
        font_style: [0.3, () => this.pick(["normal", "italic"])],
        color: [0.4, this.color],
        opacity: [0.2, this.opacity],
        letter_spacing: [0.2, () => this.between(-0.1, 0.4)],
        direction: [0.2, () => this.pick(["auto", "ltr", "rtl"])],
      }),
    };
  };

  format = (): Obj =>
    this.some({
      notation: [0.5, () => this.pick(["standard", "compact"])],
      decimals: [0.5, () => this.int(0, 6)],
      grouping: [0.5, () => this.is(0.5)],
      prefix: [0.4, () => this.pick(["$", "€ ", "", "ca. ", this.latin ? "£" : "円"])],
      suffix: [0.4, () => this.pick(["%", " kg", "", " per year", this.latin ? " m" : " руб."])],
    });

  stroke = (compound = false): Obj => ({
    ...this.some({
      color: [0.7, this.color],
      width: [0.7, () => (this.is(0.1) ? 0 : this.between(0.05, 1.5))],
      opacity: [0.2, this.opacity],
      dash: [0.4, () => ({ preset: this.pick(["solid", "dashed", "dotted", "dash_dot", "dash_dot_dot", "long_dash"]) })],
      cap: [0.3, () => this.pick(["butt", "round", "square"])],
      join: [0.3, () => this.pick(["miter", "round", "bevel"])],
      miter_limit: [0.2, () => this.between(1, 12)],
    }),
    ...(compound && this.is(0.1) ? { compound: { kind: "double", gap: this.between(0, 1) } } : {}),
  });

  /** `seen`: gradients may be transparent; the number painted is limited */
  fill = (seen: boolean): Obj => {
    const opacity: Obj = seen && this.is(0.3) ? { opacity: this.opacity() } : {};
    const kind = this.pick(["color", "gradient", "pattern"]);
    if (kind === "color") return { color: this.color(), ...opacity };
    if (kind === "pattern") return { pattern: this.#pattern(), ...opacity };
    const stops = Array.from({ length: this.is(0.1) ? 16 : this.int(2, 5) }, () => this.between(0, 1)).sort((a, b) => a - b);
    return {
      gradient: {
        kind: "linear",
        ...(this.is(0.7) ? { angle: this.pick([0, 90, 45, -30, 1234.5]) } : {}),
        stops: stops.map((offset) => ({ offset, color: this.color(), ...(seen && this.is(0.3) ? { opacity: this.opacity() } : {}) })),
      },
      ...opacity,
    };
  };

  #pattern(): Obj {
    const kind = this.pick(["diagonal", "crosshatch", "dots"]);
    const lines =
      kind === "dots"
        ? {}
        : this.some({
            cap: [0.3, () => this.pick(["butt", "round", "square"])],
            dash: [0.3, () => ({ preset: this.pick(["solid", "dashed", "dotted"]) })],
          });
    return {
      kind,
      ...this.some({
        color: [0.7, this.color],
        background: [0.5, () => ({ color: this.color() })],
        spacing: [0.6, () => this.between(0.5, 4)],
        stroke: [0.5, () => ({ ...this.some({ width: [0.7, () => this.between(0.05, 0.6)], opacity: [0.3, this.opacity] }), ...lines })],
      }),
    };
  }
}
