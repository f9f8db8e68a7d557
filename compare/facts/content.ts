// Reads content streams: words, drawings and pictures in the order in which they are painted (ISO 32000-1, annex A).
import { hexOf } from "../../pdf-reader/device-colour.js";
import { checkDepth, StepCounts } from "../../pdf-reader/meter.js";
import { textOf, integerOf, isArray, isDict, nameOf, numberOf } from "../../pdf-reader/objects.js";
import { Operations, type Operation } from "../../pdf-reader/page/operators.js";
import { PdfName, PdfRef, PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { CMYK, GRAY, RGB, type Space } from "./colour.js";
import { Digest, digestOf } from "./digest.js";
import type { Drawing, Rect } from "./facts.js";
import type { Glyph } from "./font.js";
import { mapped, matrixOf, multiply, numbersOf, tenths, type Matrix } from "./geometry.js";
import { Painter, type PictureDraft } from "./painter.js";
import { PathBuilder } from "./path.js";
import { inlineImage } from "./picture.js";
import type { SharedParts } from "./shared.js";
import { beginGroup, setParameters, State, withClip, type Effect, type Ink } from "./state.js";
import type { Surroundings } from "./surroundings.js";
import { TextCursor, type MarkLooks } from "./text.js";
import { WordBuilder } from "./words.js";

interface Mark {
  readonly key: string | null;
  readonly isHidden: boolean;
  readonly isReplaced: boolean;
}

/** Resources of content; `base` maps its patterns. */
interface Frame {
  readonly resources: PdfDict;
  readonly base: Matrix;
  /** before the identifiers of marked content: empty, or the number of a form */
  readonly prefix: string;
  readonly depth: number;
  /** content around it, whose resources are used for those that are missing */
  readonly outer: Frame | null;
}

const EVEN_ODD: ReadonlySet<string> = new Set(["f*", "B*", "b*"]);

export class ContentReader implements MarkLooks {
  readonly words: WordBuilder;
  readonly actualTextOf: Surroundings["actualTextOf"];
  readonly isNested: boolean;
  readonly #file: PdfFile;
  readonly #text: TextCursor;
  readonly #painter: Painter;
  readonly #path = new PathBuilder();
  /** Forms that are being read: a form in itself ends. */
  readonly #open: Set<PdfObject>;
  #clipRule: "W" | "W*" | null = null;
  #marks: Mark[] = [];
  #hidden = 0;
  #key: string | null = null;
  #state: State;
  #frame: Frame;
  #textClip: Digest | null = null;

  /** @param page extent of what is seen, mm */
  constructor(
    readonly shared: SharedParts,
    readonly page: Rect,
    base: Matrix,
    { actualTextOf, open, isNested }: Surroundings,
  ) {
    this.actualTextOf = actualTextOf;
    this.isNested = isNested;
    this.#file = shared.file;
    this.words = new WordBuilder(page);
    this.#text = new TextCursor(this.words, this);
    this.#painter = new Painter(shared, isNested, (tile, matrix, colour, resources) => this.#digest(tile, matrix, colour, resources));
    this.#state = new State(page);
    this.#state.ctm = base;
    this.#open = new Set(open);
    this.#frame = { resources: new Map(), base, prefix: "", depth: open.size, outer: null };
  }

  order(): number {
    return this.#painter.order();
  }

  /** Reads content in the frame of the page. */
  run(bytes: Uint8Array, resources: PdfDict): void {
    const base = this.#state.ctm;
    this.#run(bytes, { ...this.#frame, resources, base });
  }

  /** Reads a form after the map of an appearance. */
  appearance(form: PdfStream, matrix: Matrix, num: number | null, resources: PdfDict): void {
    const saved = this.#state;
    this.#state = saved.copy();
    this.#state.ctm = multiply(matrix, this.#state.ctm);
    this.#frame = { ...this.#frame, resources };
    this.#form(form, num);
    this.#state = saved;
  }

  #run(bytes: Uint8Array, frame: Frame): void {
    checkDepth(frame.depth, this.#file.budgets);
    const outer = { frame: this.#frame, state: this.#state, marks: this.#marks, key: this.#key, hidden: this.#hidden };
    const matrices = [this.#text.matrix, this.#text.line] as const;
    this.#frame = frame;
    this.#state = this.#state.copy();
    this.#marks = [];
    const saved: State[] = [];
    const operations = new Operations(bytes, new StepCounts(this.#file));
    for (let next; (next = operations.next());) {
      if (next.operator === "q") {
        checkDepth(saved.length >> 6, this.#file.budgets);
        saved.push(this.#state);
        this.#state = this.#state.copy();
      } else if (next.operator === "Q") this.#state = saved.pop() ?? this.#state;
      else this.#operation(next);
    }
    while (this.#marks.length > 0) this.#endMark();
    this.#path.take();
    ({ frame: this.#frame, state: this.#state, marks: this.#marks, key: this.#key, hidden: this.#hidden } = outer);
    [this.#text.matrix, this.#text.line] = matrices;
  }

  #operation({ operator, operands, image }: Operation): void {
    const state = this.#state;
    const n = (i: number): number => numberOf(operands[i]) ?? 0;
    const path = this.#path;
    switch (operator) {
      // text
      case "TJ":
        return this.#showAll(operands[0]);
      case "Tj":
        return this.#show(operands[0]);
      case "Td":
        return this.#text.move(n(0), n(1));
      case "TD":
        state.leading = -n(1);
        return this.#text.move(n(0), n(1));
      case "T*":
        return this.#text.move(0, -state.leading);
      case "Tm":
        return this.#text.set([n(0), n(1), n(2), n(3), n(4), n(5)]);
      case "'":
        this.#text.move(0, -state.leading);
        return this.#show(operands[0]);
      case '"':
        state.wordSpace = n(0);
        state.charSpace = n(1);
        this.#text.move(0, -state.leading);
        return this.#show(operands[2]);
      case "BT":
        return this.#text.begin();
      case "ET":
        return this.#endText();
      case "Tf":
        state.font = this.shared.font(this.#resource("Font", operands[0]));
        state.size = n(1);
        return;
      case "Tc":
        state.charSpace = n(0);
        return;
      case "Tw":
        state.wordSpace = n(0);
        return;
      case "Tz":
        state.scale = n(0) / 100;
        return;
      case "TL":
        state.leading = n(0);
        return;
      case "Ts":
        state.rise = n(0);
        return;
      case "Tr":
        state.mode = Math.min(7, Math.max(0, Math.trunc(n(0))));
        return;
      // paths
      case "m":
        return path.moveTo(state.ctm, n(0), n(1));
      case "l":
        return path.lineTo(state.ctm, n(0), n(1));
      case "c":
        return path.curveTo(state.ctm, [n(0), n(1), n(2), n(3), n(4), n(5)]);
      case "v":
        return path.curveFromHere(state.ctm, n(0), n(1), n(2), n(3));
      case "y":
        return path.curveTo(state.ctm, [n(0), n(1), n(2), n(3), n(2), n(3)]);
      case "h":
        return path.close();
      case "re":
        return path.rectangle(state.ctm, n(0), n(1), n(2), n(3));
      case "W":
      case "W*":
        this.#clipRule = operator;
        return;
      case "n":
        return this.#paint(false, false, false);
      case "f":
      case "F":
      case "f*":
        return this.#paint(true, false, EVEN_ODD.has(operator));
      case "S":
        return this.#paint(false, true, false);
      case "s":
        path.close();
        return this.#paint(false, true, false);
      case "B":
      case "B*":
        return this.#paint(true, true, EVEN_ODD.has(operator));
      case "b":
      case "b*":
        path.close();
        return this.#paint(true, true, EVEN_ODD.has(operator));
      // state
      case "cm":
        state.ctm = multiply([n(0), n(1), n(2), n(3), n(4), n(5)], state.ctm);
        return;
      case "w":
        state.lineWidth = Math.abs(n(0));
        return;
      case "J":
        state.cap = n(0);
        return;
      case "j":
        state.join = n(0);
        return;
      case "M":
        state.miter = n(0);
        return;
      case "d":
        return this.#dash(operands[0], n(1));
      case "gs":
        return this.#graphicsState(this.#file.get(this.#resource("ExtGState", operands[0])));
      case "Do":
        return this.#object(this.#resource("XObject", operands[0]));
      case "sh":
        if (this.#hidden === 0) this.#painter.shade(state, this.#frame.resources, this.#resource("Shading", operands[0]));
        return;
      case "BI":
        if (this.#hidden === 0) this.#painter.picture(state, this.#frame.resources, inlineImage(image!.dict, image!.data));
        return;
      case "BMC":
        return this.#beginMark(operands[0], undefined);
      case "BDC":
        return this.#beginMark(operands[0], operands[1]);
      case "EMC":
        return this.#endMark();
      default:
        return this.#colour(operator, operands);
    }
  }

  #resource(category: string, name: PdfObject | undefined): PdfObject | undefined {
    for (let frame: Frame | null = this.#frame; frame !== null; frame = frame.outer) {
      const found = this.shared.resource(frame.resources, category, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #colour(operator: string, operands: readonly PdfObject[]): void {
    const state = this.#state;
    const device =
      operator === "g" || operator === "G"
        ? GRAY
        : operator === "rg" || operator === "RG"
          ? RGB
          : operator === "k" || operator === "K"
            ? CMYK
            : null;
    let ink: Ink | null = null;
    if (device !== null) ink = this.#ink(device, operands, undefined);
    else if (operator === "cs" || operator === "CS") {
      const space = this.shared.colours.space(operands[0], this.#frame.resources);
      ink = this.#ink(space, space.initial, undefined);
    } else if (/^(sc|SC)n?N?$/.test(operator)) {
      const { space } = operator.startsWith("s") ? state.fill : state.stroke;
      ink = this.#ink(space, operands, operands.at(-1) instanceof PdfName ? operands.at(-1) : undefined);
    }
    if (ink === null) return;
    if (operator === operator.toLowerCase()) state.fill = ink;
    else state.stroke = ink;
  }

  #ink(space: Space, operands: readonly (PdfObject | number)[], name: PdfObject | undefined): Ink {
    const components: number[] = [];
    for (const operand of operands) {
      const number = numberOf(operand);
      if (number !== null && components.length < 64) components.push(number);
    }
    const under = space.kind === "pattern" ? space.under : space;
    const colour = under === null ? "#000000" : hexOf(under.rgb(components));
    const pattern = space.kind === "pattern" && name !== undefined ? this.#file.get(this.#resource("Pattern", name)) : null;
    const { base, resources } = this.#frame;
    return { space, colour, pattern, base, resources };
  }

  #dash(value: PdfObject | undefined, phase: number): void {
    const dash = isArray(value) ? value.slice(0, 64).map((item) => Math.abs(numberOf(item) ?? 0)) : [];
    this.#state.dash = dash.some((d) => d > 0) ? dash : [];
    this.#state.phase = phase;
  }

  #graphicsState(dict: PdfObject): void {
    if (!isDict(dict)) return;
    const { get } = this.#file;
    const state = this.#state;
    setParameters(this.#file, state, dict);
    const dash = get(dict.get("D"));
    if (isArray(dash)) this.#dash(get(dash[0]), numberOf(get(dash[1])) ?? 0);
    const font = get(dict.get("Font"));
    if (isArray(font)) {
      state.font = this.shared.font(font[0]);
      state.size = numberOf(get(font[1])) ?? state.size;
    }
    const mask = get(dict.get("SMask"));
    if (isDict(mask)) state.mask = this.#mask(mask);
    else if (mask !== null) state.mask = null;
  }

  #mask(mask: PdfDict): Effect | null {
    const { get } = this.#file;
    const group = get(mask.get("G"));
    if (!(group instanceof PdfStream)) return null;
    const matrix = multiply(matrixOf(this.#file, group.dict.get("Matrix")), this.#state.ctm);
    const box = numbersOf(this.#file, group.dict.get("BBox"), 4) ?? [0, 0, 0, 0];
    const place = mapped(matrix, box[0]!, box[1]!, box[2]!, box[3]!);
    const given = get(mask.get("BC"));
    const backdrop = (isArray(given) ? given.slice(0, 32) : []).map((c) => numberOf(get(c)) ?? 0).join();
    const transfer = get(mask.get("TR"));
    const text = `${nameOf(get(mask.get("S"))) ?? ""} mask ${this.#digest(group, matrix, "")} ${backdrop}${transfer instanceof PdfStream || isDict(transfer) ? " transfer" : ""}`;
    return { text, anchor: [place[0], place[1]] };
  }

  // marked content

  #beginMark(tag: PdfObject | undefined, given: PdfObject | undefined): void {
    const { get } = this.#file;
    const value = given instanceof PdfName ? this.#resource("Properties", given) : given;
    const before = this.#key;
    const isHidden = nameOf(tag) === "OC" && !this.shared.optional.isVisible(value);
    if (isHidden) this.#hidden++;
    const properties = get(value);
    let isReplaced = false;
    if (isDict(properties)) {
      const mcid = integerOf(get(properties.get("MCID")));
      if (mcid !== null && mcid >= 0 && !this.isNested) this.#key = `${this.#frame.prefix}${mcid}`;
      const own = textOf(this.#file, properties.get("ActualText"));
      const text = own ?? (this.#key === before || this.#key === null ? null : this.actualTextOf(this.#key));
      if (text !== null) isReplaced = this.words.beginReplaced(text);
    }
    this.#marks.push({ key: before, isHidden, isReplaced });
  }

  #endMark(): void {
    const mark = this.#marks.pop();
    if (mark === undefined) return;
    if (mark.isReplaced) this.words.endReplaced();
    if (mark.isHidden) this.#hidden--;
    this.#key = mark.key;
  }

  // text

  #show(value: PdfObject | undefined): void {
    if (!(value instanceof PdfString)) return;
    const state = this.#state;
    // the state moves although nothing is seen
    if (this.#hidden > 0) {
      this.#skip(value.bytes);
      return;
    }
    if (state.mode >= 4) (this.#textClip ??= new Digest()).bytes(value.bytes);
    this.#text.show(state, value.bytes, this.#key);
  }

  #skip(bytes: Uint8Array): void {
    const { font, size, charSpace, wordSpace } = this.#state;
    if (font === null || size === 0) return;
    for (const { width, code, length } of font.glyphs(bytes)) {
      const space = charSpace + (code === 32 && length === 1 ? wordSpace : 0);
      this.#text.adjust(this.#state, (-1000 * (width * size + space)) / size);
    }
  }

  #showAll(value: PdfObject | undefined): void {
    if (!isArray(value)) return;
    for (const item of value) {
      const amount = numberOf(item);
      if (amount === null) this.#show(item);
      else this.#text.adjust(this.#state, amount);
    }
  }

  #endText(): void {
    if (this.#textClip === null) return;
    this.#state.clips = withClip(this.#state.clips, { text: `clip to text ${this.#textClip.toString()}`, anchor: null });
    this.#textClip = null;
  }

  outlined(glyph: Glyph, { font }: State): Glyph {
    const known = this.shared.outlined.get(glyph);
    if (known) return known;
    const stream = font?.type3?.procedure(glyph.code) ?? null;
    if (stream === null || font?.type3 == null) return glyph;
    const resources = font.type3.resources ?? this.#frame.resources;
    const [a, b, c, d] = font.type3.matrix;
    const outline = new Digest().text(this.#digest(stream, [10 * a, 10 * b, 10 * c, 10 * d, 0, 0], "", resources)).word();
    const outlined = { ...glyph, outline };
    this.shared.outlined.set(glyph, outlined);
    return outlined;
  }

  paintOf(state: State, isStroke: boolean): (box: Rect) => string {
    return this.#painter.paintOf(state, isStroke);
  }

  effectOf(state: State): (box: Rect) => string {
    return this.#painter.effectOf(state);
  }

  #paint(fills: boolean, strokes: boolean, isEvenOdd: boolean): void {
    const subpaths = this.#path.take();
    const rule = this.#clipRule;
    this.#clipRule = null;
    if (subpaths.length > 0 && this.#hidden === 0) {
      if (fills) this.#painter.fill(this.#state, subpaths, isEvenOdd);
      if (strokes) this.#painter.stroke(this.#state, subpaths);
    }
    if (rule !== null) this.#painter.clip(this.#state, subpaths, rule === "W*");
  }

  // forms

  #object(value: PdfObject | undefined): void {
    const object = this.#file.get(value);
    if (!(object instanceof PdfStream) || this.#hidden > 0 || !this.shared.optional.isVisible(object.dict.get("OC"))) return;
    const kind = nameOf(this.#file.get(object.dict.get("Subtype")));
    if (kind === "Image") return this.#painter.picture(this.#state, this.#frame.resources, object);
    if (kind === "Form") this.#form(object, value instanceof PdfRef ? value.num : null);
  }

  #form(form: PdfStream, num: number | null): void {
    if (this.#open.has(form)) return;
    const outer = this.#state;
    const state = (this.#state = outer.copy());
    state.ctm = multiply(matrixOf(this.#file, form.dict.get("Matrix")), state.ctm);
    const box = numbersOf(this.#file, form.dict.get("BBox"), 4);
    if (box !== null) {
      this.#path.take();
      this.#path.rectangle(state.ctm, box[0]!, box[1]!, box[2]! - box[0]!, box[3]! - box[1]!);
      this.#painter.clip(state, this.#path.take(), false);
    }
    const group = this.#file.get(form.dict.get("Group"));
    if (isDict(group) && nameOf(this.#file.get(group.get("S"))) === "Transparency") beginGroup(state);
    this.#open.add(form);
    const resources = this.shared.resourcesOf(form, this.#frame.resources);
    const prefix = num === null ? this.#frame.prefix : `${num}:`;
    this.#run(this.shared.contentOf(form), { resources, base: state.ctm, prefix, depth: this.#frame.depth + 1, outer: this.#frame });
    this.#open.delete(form);
    this.#state = outer;
  }

  /** Digest of what a tile, a mask or a glyph paints, wherever it is. */
  #digest(stream: PdfStream, [a, b, c, d]: Matrix, colour: string, outer = this.#frame.resources): string {
    if (this.#open.has(stream)) return "itself";
    const key = `${this.shared.numberOf(stream)} ${a} ${b} ${c} ${d} ${colour}`;
    const known = this.shared.digests.get(key);
    if (known !== undefined) return known;
    const matrix: Matrix = [a, b, c, d, 0, 0];
    const box = numbersOf(this.#file, stream.dict.get("BBox"), 4);
    const all: Rect = [-1e6, -1e6, 1e6, 1e6];
    const reader = new ContentReader(this.shared, box === null ? all : mapped(matrix, box[0]!, box[1]!, box[2]!, box[3]!), matrix, {
      actualTextOf: () => null,
      open: new Set([...this.#open, stream]),
      isNested: true,
    });
    checkDepth(this.#open.size, this.#file.budgets);
    reader.run(this.shared.contentOf(stream), this.shared.resourcesOf(stream, outer));
    const found = digestOf(`${reader.text()} ${colour}`);
    this.shared.digests.set(key, found);
    return found;
  }

  /** Digest of what a form paints in its own space. */
  digest(form: PdfStream): string {
    return this.#digest(form, [1, 0, 0, 1, 0, 0], "");
  }

  get drawings(): readonly Drawing[] {
    return this.#painter.drawings;
  }

  get pictures(): readonly PictureDraft[] {
    return this.#painter.pictures;
  }

  /** Facts as text, rounded. */
  text(): string {
    const rounded = (_: string, value: unknown): unknown => (typeof value === "number" ? tenths(value) : value);
    return JSON.stringify([this.words.finish(), this.drawings, this.pictures], rounded);
  }
}
