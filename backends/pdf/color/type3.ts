// Type 3 fonts of drawings (ISO 32000-1, 9.6.5).
import type { GlyphDrawing, GlyphsOp } from "../../../ir/ir.js";
import { StreamNames } from "../content/stream-names.js";
import { codesOf, isSequence } from "../content/sequence.js";
import type { DrawingFont, DrawingHost, DrawnFont, DrawnTextObject, RunPart } from "../content/drawn-font.js";
import type { SfntMetrics } from "../font/sfnt.js";
import { toUnicode } from "../font/tounicode.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { name, Raw, type Ref } from "../syntax/object.js";
import { runsOf, type Run } from "./runs.js";

/** Some readers end a text at code 0, and some take code 32 for a space. */
const SCALE_CODE = 33;
/** Width in 1/1000 em of the glyph "m" that poppler assumes: it derives the size of a Type 3 font from its width. */
const SCALE_WIDTH = 600;
const FIRST_CODE = SCALE_CODE + 1;
const MOST_CODES = 256 - FIRST_CODE;
const NOTHING = "\u200b";

/** A code of one of the fonts. */
interface Code {
  readonly font: Type3Font;
  readonly code: number;
  /** 1/1000 em */
  readonly width: number;
}

interface Type3Font {
  readonly ref: Ref;
  readonly codes: { readonly procedure: Ref; readonly width: number; readonly text: string }[];
}

export class DrawnGlyphs implements DrawnFont {
  readonly #fonts: Type3Font[] = [];
  readonly #codes = new Map<string, Code>();
  readonly #procedures = new Map<string, Ref>();
  readonly #widths = new Map<string, number>();
  /** drawings that are not written, in the order of their first use */
  readonly #pending: { readonly drawing: GlyphDrawing; readonly width: number; readonly ref: Ref }[] = [];
  readonly #streams: DrawingFont;

  constructor(
    readonly file: ObjectWriter,
    readonly metrics: SfntMetrics,
    readonly postScriptName: string,
  ) {
    this.#streams = { names: new StreamNames(), resources: file.reserve() };
  }

  show({ op, drawings }: RunPart & { readonly drawings: readonly GlyphDrawing[] }, text: DrawnTextObject): void {
    const { ids, advances, offsets, clusters } = op.run;
    const starts = [...new Set(clusters)].sort((a, b) => a - b);
    const endOf = new Map(starts.map((start, i) => [start, starts[i + 1] ?? op.text.length]));
    const showing = new DrawnShowing(text, op);
    if (op.actualText !== null) text.beginActualText(op.actualText);
    for (let i = 0; i < ids.length;) {
      const start = clusters[i]!;
      let end = i + 1;
      while (end < ids.length && clusters[end] === start) end++;
      const actualText = op.text.slice(start === starts[0] ? 0 : start, endOf.get(start)!);
      const texts = end === i + 1 ? (isSequence(actualText) ? codesOf(actualText) : [actualText]) : [];
      const isWhole = op.actualText !== null || texts.length > 0;
      if (!isWhole) showing.actual(actualText);
      for (let k = i; k < end; k++) {
        const width = this.metrics.widths[ids[k]!] ?? 0;
        const [dx, dy] = [offsets?.[2 * k] ?? 0, offsets?.[2 * k + 1] ?? 0];
        const shares = texts.length > 0 ? texts : [k === i ? actualText : NOTHING];
        // readers drop codes that overlap: all have an equal share of the width
        const share = Math.floor(width / shares.length);
        shares.forEach((part, n) => {
          const code = n === 0 ? this.#code(drawings[k]!, share, part) : this.#blank(share, part);
          const isLast = n === shares.length - 1;
          showing.code(code, { dx: n === 0 ? dx : 0, dy, advance: isLast ? advances[k]! - n * share : share, back: isLast ? dx : 0 });
        });
      }
      if (!isWhole) showing.endActual();
      i = end;
    }
    showing.close();
    if (op.actualText !== null) text.w.ascii("EMC\n");
  }

  /** A drawing is in the file once: its width is that of its first use. */
  #code(drawing: GlyphDrawing, share: number, text: string): Code {
    const key = `${drawing.glyph}${drawing.color ?? ""}`;
    const width = this.#widths.get(key) ?? share;
    this.#widths.set(key, width);
    return this.#coded(key, text, width, () => {
      const ref = this.file.reserve();
      this.#pending.push({ drawing, width, ref });
      return ref;
    });
  }

  /** Writes a glyph without ink, but with a path and a box: some readers drop a code without them. */
  #blank(width: number, text: string): Code {
    const { ascender } = this.metrics;
    return this.#coded(`/${width}`, text, width, () =>
      this.file.stream({}, new TextEncoder().encode(`${width} 0 0 0 ${width} ${ascender} d1\n0 0 m ${width} 0 l n\n`)),
    );
  }

  #coded(key: string, text: string, width: number, add: () => Ref): Code {
    const known = this.#codes.get(`${key}/${text}`);
    if (known) return known;
    let procedure = this.#procedures.get(key);
    if (!procedure) this.#procedures.set(key, (procedure = add()));
    let font = this.#fonts.at(-1);
    if (!font || font.codes.length === MOST_CODES) this.#fonts.push((font = { ref: this.file.reserve(), codes: [] }));
    const code = { font, width, code: FIRST_CODE + font.codes.push({ procedure, width, text }) - 1 };
    this.#codes.set(`${key}/${text}`, code);
    return code;
  }

  end(host: DrawingHost): void {
    const pending = this.#pending.splice(0);
    const forms = new Map<number, Ref>();
    const formOf = ({ ops, form }: Run): Ref | null => {
      if (form === null) return null;
      let ref = forms.get(form);
      if (!ref) forms.set(form, (ref = host.sharedForm(ops, this.#streams)));
      return ref;
    };
    for (const [i, runs] of runsOf(pending.map(({ drawing }) => drawing.ops)).entries()) {
      const { width, ref } = pending[i]!;
      const parts = runs.map((run) => formOf(run) ?? run.ops);
      this.file.stream({}, host.procedure(parts, width, this.#streams), { ref });
    }
  }

  write(): void {
    const { file, metrics: m } = this;
    const { names, resources } = this.#streams;
    file.add(new Raw(`<<${names.entries()}>>`), resources);
    const descriptor = file.add({
      Type: name("FontDescriptor"),
      FontName: name(this.postScriptName),
      Flags: 4 | (m.fixedPitch ? 1 : 0),
      FontBBox: [...m.bbox],
      ItalicAngle: 0,
      Ascent: m.ascender,
      Descent: m.descender,
      CapHeight: m.capHeight,
      StemV: 0,
    });
    const scale = this.#fonts.length > 0 ? file.stream({}, new TextEncoder().encode(`${SCALE_WIDTH} 0 d0\n`)) : null;
    for (const { ref, codes } of this.#fonts) {
      const ids = new Map([...new Set(codes.map((c) => c.procedure))].map((procedure, i) => [procedure, `g${i}`]));
      file.add(
        {
          Type: name("Font"),
          Subtype: name("Type3"),
          FontBBox: [...m.bbox],
          FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
          CharProcs: { ...Object.fromEntries([...ids].map(([procedure, id]) => [id, procedure])), m: scale },
          Encoding: { Type: name("Encoding"), Differences: [SCALE_CODE, name("m"), ...codes.map((c) => name(ids.get(c.procedure)!))] },
          FirstChar: SCALE_CODE,
          LastChar: FIRST_CODE + codes.length - 1,
          Widths: [SCALE_WIDTH, ...codes.map((c) => c.width)],
          FontDescriptor: descriptor,
          Resources: resources,
          ToUnicode: file.stream(
            {},
            toUnicode(
              codes.map((c, i) => [FIRST_CODE + i, c.text] as const),
              1,
            ),
          ),
        },
        ref,
      );
    }
  }
}

interface PlacedCode {
  readonly dx: number;
  readonly dy: number;
  readonly advance: number;
  readonly back: number;
}

/** Strings of a run, with the moves between them. */
class DrawnShowing {
  #font: Ref | null = null;
  #rise = 0;
  /** 1/1000 em to the left before the next code */
  #pending = 0;
  #isOpen = false;
  #inString = false;
  #isPlaced = false;

  constructor(
    readonly text: DrawnTextObject,
    readonly op: GlyphsOp,
  ) {}

  code({ font, code, width }: Code, { dx, dy, advance, back }: PlacedCode): void {
    const { w } = this.text;
    if (font.ref !== this.#font || dy !== this.#rise) this.close();
    if (font.ref !== this.#font) {
      this.text.select(font.ref, this.op.size);
      this.#font = font.ref;
    }
    if (!this.#isPlaced) {
      this.text.moveTo({ x: this.op.x, y: this.op.y, slant: 0 });
      this.#isPlaced = true;
    }
    if (dy !== this.#rise) this.#setRise(dy);
    if (!this.#isOpen) w.ascii("[");
    this.#isOpen = true;
    this.#pending -= dx;
    if (this.#pending !== 0) {
      this.#endString();
      w.num(this.#pending);
    }
    if (!this.#inString) w.ascii("<");
    this.#inString = true;
    w.hex(code);
    this.#pending = width - advance + back;
  }

  actual(text: string): void {
    this.close();
    if (!this.#isPlaced) {
      this.text.moveTo({ x: this.op.x, y: this.op.y, slant: 0 });
      this.#isPlaced = true;
    }
    this.text.beginActualText(text);
  }

  endActual(): void {
    this.close();
    this.text.w.ascii("EMC\n");
  }

  #endString(): void {
    if (this.#inString) this.text.w.ascii(">");
    this.#inString = false;
  }

  #setRise(rise: number): void {
    this.#rise = rise;
    this.text.w.num((rise * this.op.size) / 1000);
    this.text.w.ascii(" Ts\n");
  }

  /** A pending move precedes the next string. */
  close(): void {
    if (this.#isOpen) {
      this.#endString();
      this.text.w.ascii("]TJ\n");
      this.#isOpen = false;
    }
    if (this.#rise !== 0) this.#setRise(0);
  }
}
