// Fonts that note which codes a page asked for, in order, so that a later document can ask for the same.
import type { GlyphRun } from "../../../ir/ir.js";
import { UsedFont, type CodedCluster } from "./font.js";

/** A code of text of other than one UTF-16 unit, or of several glyphs, after `at` codes of one unit. */
type Step =
  | { readonly at: number; readonly kind: "text"; readonly gid: number; readonly text: string; readonly code: number }
  | {
      readonly at: number;
      readonly kind: "cluster";
      readonly run: GlyphRun;
      readonly from: number;
      readonly to: number;
      readonly text: string;
      readonly width: number | null;
      readonly made: CodedCluster | null;
    };

/** Codes that a page asked of a font, each once, in the order in which the font gave them. */
export class CodeSteps {
  /** glyph, unit and code of each code of one UTF-16 unit */
  readonly #units: number[] = [];
  readonly #others: Step[] = [];
  #known: Set<number | string> | null = new Set();

  /** Estimate of its memory, bytes. */
  get size(): number {
    return 10 * this.#units.length + 120 * this.#others.length;
  }

  /** Nothing more is asked. */
  end(): void {
    this.#known = null;
  }

  #isNew(key: number | string): boolean {
    const known = this.#known!;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  }

  unit(gid: number, unit: number, code: number): void {
    const key = gid * 0x10000 + unit;
    if (!this.#isNew(key)) return;
    this.#units.push(gid, unit, code);
  }

  text(gid: number, text: string, code: number): void {
    const key = `${gid}/${text}`;
    if (!this.#isNew(key)) return;
    this.#others.push({ at: this.#units.length, kind: "text", gid, text, code });
  }

  cluster(asked: Omit<Extract<Step, { kind: "cluster" }>, "at" | "kind">): void {
    this.#others.push({ at: this.#units.length, kind: "cluster", ...asked });
  }

  /** Asks a font for the same codes. @returns false at the first that differs, with the font as if the page had been begun */
  isGivenBy(font: UsedFont): boolean {
    const units = this.#units;
    let other = 0;
    for (let i = 0; ; i += 3) {
      for (; other < this.#others.length && this.#others[other]!.at === i; other++) if (!isGiven(this.#others[other]!, font)) return false;
      if (i === units.length) return true;
      if (font.codeOfUnit(units[i]!, units[i + 1]!) !== units[i + 2]) return false;
    }
  }
}

function isGiven(step: Step, font: UsedFont): boolean {
  if (step.kind === "text") return font.code(step.gid, step.text) === step.code;
  const { run, from, to, text, width, made } = step;
  const given = font.cluster(run, from, to, text, width);
  return given?.code === made?.code && given?.width === made?.width;
}

/** A font of a document whose pages are cached. */
export class RecordedFont extends UsedFont {
  /** of the page; null = not noted */
  steps: CodeSteps | null = null;

  override codeOfUnit(gid: number, unit: number): number {
    const code = super.codeOfUnit(gid, unit);
    this.steps?.unit(gid, unit, code);
    return code;
  }

  override code(gid: number, unicode: string): number {
    const code = super.code(gid, unicode);
    if (unicode.length !== 1) this.steps?.text(gid, unicode, code);
    return code;
  }

  override cluster(run: GlyphRun, from: number, to: number, text: string, width: number | null = null): CodedCluster | null {
    const made = super.cluster(run, from, to, text, width);
    this.steps?.cluster({ run, from, to, text, width, made });
    return made;
  }
}
