// Text-showing operators Tj and TJ (ISO 32000-1, 9.4.3).
import { unitAt } from "../../../base/code-unit.js";
import type { GlyphsOp } from "../../../ir/ir.js";
import type { UsedFont } from "../font/font.js";
import type { ByteWriter } from "../syntax/bytes.js";

const TOGETHER = new Uint16Array(64);

/** Writes TJ arrays: two-byte codes, and adjustments for advances that differ from the font's widths. */
export class TextShowing {
  #shown = false;
  #inString = false;
  #pending = 0;
  #rise = 0;
  /** a single string needs no array */
  #arrayStart = 0;
  #adjusted = false;

  constructor(
    readonly w: ByteWriter,
    readonly op: GlyphsOp,
    readonly widths: Uint16Array,
    readonly pretty: boolean,
  ) {}

  /** The next glyph is positioned anew. */
  closeUnadjusted(): void {
    this.#pending = 0;
    this.close();
  }

  composite(code: number, width: number, advance: number): void {
    if (this.#rise !== 0) this.#setRise(0);
    if (this.#pending !== 0) this.#adjust();
    this.#code(code);
    this.#pending = width - advance;
  }

  /** Stops at the first glyph that is not one character on the baseline with an advance. @returns its index */
  letters(font: UsedFont, from: number): number {
    const { text, run } = this.op;
    const { ids, advances, clusters, offsets } = run;
    const { widths } = this;
    const n = ids.length;
    let count = 0;
    let i = from;
    for (let c = clusters[i]!; i < n; i++) {
      const next = i + 1 < n ? clusters[i + 1]! : text.length;
      const advance = advances[i]!;
      if (next !== c + 1 || advance === 0) break;
      if (offsets !== null && (offsets[2 * i] !== 0 || offsets[2 * i + 1] !== 0)) break;
      if (this.#rise !== 0) this.#setRise(0);
      const id = ids[i]!;
      const code = font.codeOfUnit(id, unitAt(text, c));
      if (this.#pending !== 0) {
        this.#codes(count);
        count = 0;
        this.#adjust();
      } else if (count === TOGETHER.length) {
        this.#codes(count);
        count = 0;
      }
      TOGETHER[count++] = code;
      this.#pending = widths[id]! - advance;
      c = next;
    }
    this.#codes(count);
    return i;
  }

  #codes(count: number): void {
    if (count === 0) return;
    if (this.pretty) for (let k = 0; k < count; k++) this.#code(TOGETHER[k]!);
    else {
      this.#beginString();
      this.w.codes(TOGETHER, count);
    }
  }

  glyph(i: number, code: number): void {
    const { ids, advances, offsets } = this.op.run;
    const gid = ids[i]!;
    const dx = offsets === null ? 0 : offsets[2 * i]!;
    const dy = offsets === null ? 0 : offsets[2 * i + 1]!;
    if (dy !== this.#rise) this.#setRise(dy);
    this.#pending -= dx;
    if (this.#pending !== 0) this.#adjust();
    this.#code(code);
    this.#pending = this.widths[gid]! - advances[i]! + dx;
  }

  #beginString(): void {
    if (this.#inString) return;
    if (!this.#shown) this.#begin();
    this.w.byte(this.pretty ? 0x3c : 0x28);
    this.#inString = true;
  }

  #code(code: number): void {
    const { w } = this;
    this.#beginString();
    if (this.pretty) {
      w.hex(code >> 8);
      w.hex(code & 255);
    } else {
      w.code(code);
    }
  }

  close(): void {
    this.#end();
    if (this.#rise !== 0) this.#setRise(0);
  }

  #setRise(rise: number): void {
    this.#end();
    this.#rise = rise;
    this.w.num((rise * this.op.size) / 1000);
    this.w.ascii(" Ts\n");
  }

  #adjust(): void {
    if (!this.#shown) this.#begin();
    if (!this.#adjusted) this.w.insert(this.#arrayStart, 0x5b);
    this.#adjusted = true;
    this.#endString();
    this.w.num(this.#pending);
    this.#pending = 0;
  }

  #begin(): void {
    this.#shown = true;
    this.#adjusted = false;
    this.#arrayStart = this.w.length;
  }

  #end(): void {
    if (!this.#shown) return;
    if (this.#pending !== 0) this.#adjust();
    this.#endString();
    this.#shown = false;
    this.w.ascii(this.#adjusted ? "]TJ\n" : "Tj\n");
  }

  #endString(): void {
    if (!this.#inString) return;
    this.w.byte(this.pretty ? 0x3e : 0x29);
    this.#inString = false;
  }
}
