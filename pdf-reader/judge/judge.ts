// First rule of PDF/A that the copied content breaks (PDF-28).
import { integerOf, isArray, isDict, nameOf, numberOf } from "../objects.js";
import { checkDepth, StepCounts } from "../meter.js";
import { Operations, type Operation } from "../page/operators.js";
import { PageContents, type Visit } from "../page/page.js";
import { PdfName, PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject, type PdfPage } from "../types.js";
import { ColourJudge, type Space } from "./colour.js";
import { FontPrograms } from "./font-programs.js";
import { fontJudge, type JudgedFont } from "./fonts.js";
import { judgeJpx } from "./jpx.js";
import { Broken, Rules, type Breach, type Level } from "./rules.js";
import { SyntaxJudge } from "./syntax.js";

export type { Breach, Level } from "./rules.js";

const MOST_SAVES = 28;
const INTENTS: ReadonlySet<string> = new Set(["RelativeColorimetric", "AbsoluteColorimetric", "Perceptual", "Saturation"]);
const BLEND: ReadonlySet<string> = new Set(
  "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity".split(
    " ",
  ),
);
const BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);
const INLINE_FILTERS: ReadonlySet<string> = new Set(
  "ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode DCTDecode AHx A85 Fl RL CCF DCT".split(" "),
);
const FILL: ReadonlySet<string> = new Set(["f", "F", "f*", "B", "B*", "b", "b*"]);
const STROKE: ReadonlySet<string> = new Set(["S", "s", "B", "B*", "b", "b*"]);
const INITIAL: Space = { kind: "device" };

interface State {
  readonly font: JudgedFont | null;
  readonly mode: number;
  readonly fill: Space;
  readonly stroke: Space;
  readonly fillOverprint: boolean;
  readonly strokeOverprint: boolean;
  readonly overprintMode: number;
}
const START: State = {
  font: null,
  mode: 0,
  fill: INITIAL,
  stroke: INITIAL,
  fillOverprint: false,
  strokeOverprint: false,
  overprintMode: 0,
};

export class Judge {
  readonly #rules: Rules;
  readonly #syntax: SyntaxJudge;
  #colours: ColourJudge | null = null;
  readonly #contents: PageContents;
  readonly #programs: FontPrograms;
  readonly #fonts = new Map<PdfDict, { readonly font: JudgedFont; readonly resources: PdfDict }>();
  /** fonts with text since the last judgement */
  readonly #shown = new Set<JudgedFont>();
  readonly #done = new Set<PdfObject>();
  readonly #glyphs = new Set<PdfObject>();
  readonly #verdicts = new Map<number, Breach | null>();

  constructor(
    readonly file: PdfFile,
    level: Level,
    contents = new PageContents(file),
  ) {
    this.#rules = new Rules(level);
    this.#syntax = new SyntaxJudge(file, this.#rules);
    this.#contents = contents;
    this.#programs = new FontPrograms(file);
  }

  /** Judges a page as a picture; null if it conforms. */
  picture(page: PdfPage): Breach | null {
    let verdict = this.#verdicts.get(page.number);
    if (verdict === undefined) this.#verdicts.set(page.number, (verdict = this.#page(page)));
    return verdict;
  }

  /** Judges a page with its boxes; null if it conforms. */
  page(page: PdfPage): Breach | null {
    const { part } = this.#rules.level;
    for (const name of page.given) {
      const [left, bottom, right, top] = page.boxes[name];
      const isSized = [right - left, top - bottom].every((side) => side >= 3 && side <= 14_400);
      if (!isSized && (part === 2 || part === 3))
        return { clause: `ISO 19005-${part}, 6.1.13`, reason: `its ${name} box has a side that is not from 3 to 14400 units` };
    }
    return this.picture(page);
  }

  #page(page: PdfPage): Breach | null {
    try {
      this.#colours ??= new ColourJudge(this.file, this.#rules);
      this.#syntax.closure(page.resources);
      this.#group(this.file.get(page.dict.get("Group")), page.resources);
      this.#content((visit) => this.#contents.content(page, "drop", visit), page.resources, START, 0);
      for (const { form } of this.#contents.appearances(page)) {
        this.#syntax.closure(form);
        this.#form(form, page.resources, START, 0);
      }
      for (const font of this.#shown) font.judge();
      this.#shown.clear();
      return null;
    } catch (e) {
      if (e instanceof Broken) return e.breach;
      throw e;
    }
  }

  /** Judges operations as they are read: the first breach ends the reading. */
  #content(read: (visit: Visit) => void, resources: PdfDict, start: State, depth: number): void {
    checkDepth(depth, this.file.budgets);
    const saved: State[] = [];
    let state = start;
    read((next) => {
      for (const operand of next.operands) this.#operand(operand);
      if (next.operator === "q") {
        saved.push(state);
        this.#rules.holds(
          "nesting",
          saved.length <= MOST_SAVES,
          () => `q is nested ${saved.length} deep; at most ${MOST_SAVES} are allowed`,
        );
      } else if (next.operator === "Q") state = saved.pop() ?? state;
      else state = this.#operation(next, state, resources, depth);
    });
  }

  #operand(operand: PdfObject): void {
    if (isArray(operand)) for (const item of operand) this.#operand(item);
    else if (isDict(operand)) for (const item of operand.values()) this.#operand(item);
    else this.#syntax.value(operand);
  }

  #resource(resources: PdfDict, category: string, name: PdfObject | undefined): PdfObject | undefined {
    const all = this.file.get(resources.get(category));
    return isDict(all) ? all.get(nameOf(name) ?? "") : undefined;
  }

  #operation(operation: Operation, state: State, resources: PdfDict, depth: number): State {
    const { operator, operands } = operation;
    const [first] = operands;
    const colours = this.#colours!;
    const device = (name: string): Space => colours.space(new PdfName(name), resources);
    if (FILL.has(operator)) this.#overprint(state.fill, state.fillOverprint, state);
    if (STROKE.has(operator)) this.#overprint(state.stroke, state.strokeOverprint, state);
    switch (operator) {
      case "Tf":
        return { ...state, font: this.#font(this.#resource(resources, "Font", first), resources) };
      case "Tr":
        return { ...state, mode: integerOf(first) ?? 0 };
      case "Tj":
      case "'":
        this.#show(first, state);
        return state;
      case '"':
        this.#show(operands[2], state);
        return state;
      case "TJ":
        if (isArray(first)) for (const item of first) this.#show(item, state);
        return state;
      case "g":
        return { ...state, fill: device("DeviceGray") };
      case "G":
        return { ...state, stroke: device("DeviceGray") };
      case "rg":
        return { ...state, fill: device("DeviceRGB") };
      case "RG":
        return { ...state, stroke: device("DeviceRGB") };
      case "k":
        return { ...state, fill: device("DeviceCMYK") };
      case "K":
        return { ...state, stroke: device("DeviceCMYK") };
      case "cs":
        return { ...state, fill: colours.space(first, resources) };
      case "CS":
        return { ...state, stroke: colours.space(first, resources) };
      case "scn":
      case "SCN":
        if (operands.at(-1) instanceof PdfName) this.#pattern(this.#resource(resources, "Pattern", operands.at(-1)), resources, depth);
        return state;
      case "ri":
        this.#intent(first);
        return state;
      case "gs":
        return this.#graphicsState(this.file.get(this.#resource(resources, "ExtGState", first)), state, resources, depth);
      case "sh":
        this.#shading(this.#resource(resources, "Shading", first), resources);
        return state;
      case "Do":
        this.#object(this.file.get(this.#resource(resources, "XObject", first)), resources, state, depth);
        return state;
      case "BI":
        this.#inline(operation.image!.dict, resources);
        return state;
      default:
        return state;
    }
  }

  #overprint(space: Space, overprints: boolean, { overprintMode }: State): void {
    if (space.kind === "icc-cmyk")
      this.#rules.holds("overprint", !overprints || overprintMode !== 1, () => "ICCBased CMYK is overprinted with OPM 1");
  }

  #intent(name: PdfObject | undefined): void {
    const intent = nameOf(this.file.get(name));
    this.#rules.holds("intent", intent === null || INTENTS.has(intent), () => `the rendering intent is ${intent}`);
  }

  #font(given: PdfObject | undefined, resources: PdfDict): JudgedFont | null {
    const dict = this.file.get(given);
    if (!isDict(dict)) return null;
    const known = this.#fonts.get(dict);
    if (known) return known.font;
    const font = fontJudge(this.#programs, this.#rules, dict);
    this.#fonts.set(dict, { font, resources });
    if (nameOf(this.file.get(dict.get("Subtype"))) === "Type3") this.#type3(dict, resources);
    return font;
  }

  #type3(dict: PdfDict, outer: PdfDict): void {
    const own = this.file.get(dict.get("Resources"));
    const procedures = this.file.get(dict.get("CharProcs"));
    if (!isDict(procedures)) return;
    for (const given of procedures.values()) {
      const stream = this.file.get(given);
      if (!(stream instanceof PdfStream) || this.#glyphs.has(stream)) continue;
      this.#glyphs.add(stream);
      this.#content((visit) => this.#unmended(stream, visit), isDict(own) ? own : outer, START, 1);
    }
  }

  #show(text: PdfObject | undefined, { font, mode, fill, stroke, ...state }: State): void {
    if (!(text instanceof PdfString)) return;
    if (font) {
      font.show(text.bytes, mode !== 3);
      this.#shown.add(font);
    }
    const whole = { font, mode, fill, stroke, ...state };
    if (mode % 4 === 0 || mode % 4 === 2) this.#overprint(fill, state.fillOverprint, whole);
    if (mode % 4 === 1 || mode % 4 === 2) this.#overprint(stroke, state.strokeOverprint, whole);
  }

  #graphicsState(dict: PdfObject, state: State, resources: PdfDict, depth: number): State {
    if (!isDict(dict)) return state;
    const { file } = this;
    const rules = this.#rules;
    const at = (key: string): PdfObject => file.get(dict.get(key));
    const transfer = nameOf(at("TR"));
    rules.holds("graphicsState", !dict.has("TR") || transfer === "Identity", () => "a graphics state has a transfer function");
    const second = nameOf(at("TR2"));
    rules.holds(
      "graphicsState",
      !dict.has("TR2") || second === "Default" || second === "Identity",
      () => "a graphics state has a transfer function",
    );
    rules.holds(
      "graphicsState",
      rules.level.part === 1 || !(dict.has("HTP") || dict.has("HTO")),
      () => "a graphics state has a halftone origin",
    );
    if (rules.level.part > 1) this.#halftone(at("HT"), null, 0);
    this.#intent(dict.get("RI"));
    const blends = at("BM");
    const names = (isArray(blends) ? blends.map(file.get) : blends === null ? [] : [blends]).map((b) => nameOf(b) ?? "");
    const mask = at("SMask");
    if (rules.level.part === 1) {
      const opaque = (key: string): boolean => Math.abs((numberOf(at(key)) ?? 1) - 1) < 0.000001;
      rules.holds("transparency", opaque("CA") && opaque("ca"), () => "a graphics state is not opaque");
      rules.holds("transparency", mask === null || nameOf(mask) === "None", () => "a graphics state has a soft mask");
      rules.holds(
        "transparency",
        names.every((n) => n === "Normal" || n === "Compatible"),
        () => `the blend mode is ${names.join()}`,
      );
    }
    rules.holds(
      "transparency",
      names.every((n) => BLEND.has(n)),
      () => `the blend mode is ${names.join()}`,
    );
    if (isDict(mask)) {
      const form = file.get(mask.get("G"));
      if (form instanceof PdfStream) this.#form(form, resources, START, depth + 1);
    }
    const font = at("Font");
    const flag = (key: string): boolean | null => {
      const found = at(key);
      return typeof found === "boolean" ? found : null;
    };
    const stroke = flag("OP");
    return {
      ...state,
      font: isArray(font) ? this.#font(font[0], resources) : state.font,
      strokeOverprint: stroke ?? state.strokeOverprint,
      fillOverprint: flag("op") ?? stroke ?? state.fillOverprint,
      overprintMode: integerOf(at("OPM")) ?? state.overprintMode,
    };
  }

  #halftone(given: PdfObject, colorant: string | null, depth: number): void {
    const dict = given instanceof PdfStream ? given.dict : given;
    if (!isDict(dict) || depth > 2) return;
    const rules = this.#rules;
    const kind = integerOf(this.file.get(dict.get("HalftoneType")));
    rules.holds("graphicsState", kind === 1 || kind === 5, () => `a halftone has the type ${kind ?? "missing"}`);
    rules.holds("graphicsState", !dict.has("HalftoneName"), () => "a halftone has a name");
    const isProcess = colorant === null || ["Cyan", "Magenta", "Yellow", "Black"].includes(colorant);
    const transfers = dict.has("TransferFunction");
    rules.holds("graphicsState", colorant === "Default" || isProcess !== transfers, () => "a halftone has, or lacks, a transfer function");
    if (kind === 5)
      for (const [key, value] of dict) {
        const inner = this.file.get(value);
        if (key !== "Type" && (isDict(inner) || inner instanceof PdfStream)) this.#halftone(inner, key, depth + 1);
      }
  }

  #shading(given: PdfObject | undefined, resources: PdfDict): void {
    const shading = this.file.get(given);
    const dict = shading instanceof PdfStream ? shading.dict : shading;
    if (isDict(dict)) this.#colours!.space(dict.get("ColorSpace"), resources);
  }

  #pattern(given: PdfObject | undefined, resources: PdfDict, depth: number): void {
    const pattern = this.file.get(given);
    if (pattern === null || this.#done.has(pattern)) return;
    this.#done.add(pattern);
    if (pattern instanceof PdfStream) return this.#streamContent(pattern, resources, START, depth + 1);
    if (!isDict(pattern)) return;
    this.#shading(pattern.get("Shading"), resources);
    this.#graphicsState(this.file.get(pattern.get("ExtGState")), START, resources, depth + 1);
  }

  #group(group: PdfObject, resources: PdfDict): void {
    if (!isDict(group)) return;
    const isTransparent = nameOf(this.file.get(group.get("S"))) === "Transparency";
    if (this.#rules.level.part === 1) this.#rules.holds("transparency", !isTransparent, () => "it has a transparency group");
    if (group.has("CS")) this.#colours!.space(group.get("CS"), resources);
  }

  #object(object: PdfObject, resources: PdfDict, state: State, depth: number): void {
    if (!(object instanceof PdfStream)) return;
    const kind = nameOf(this.file.get(object.dict.get("Subtype")));
    if (kind === "Form") return this.#form(object, resources, state, depth);
    if (kind === "Image") return this.#image(object, resources);
    this.#rules.holds("postscript", kind !== "PS", () => "it has a PostScript XObject");
  }

  #form(form: PdfStream, resources: PdfDict, state: State, depth: number): void {
    // the state of the caller counts for a font or a colour that a form does not set, which is rare
    if (this.#done.has(form)) return;
    this.#done.add(form);
    const rules = this.#rules;
    const { dict } = form;
    const isPostScript = nameOf(this.file.get(dict.get("Subtype2"))) === "PS" || dict.has("PS");
    rules.holds("form", !isPostScript, () => "a form has PostScript");
    rules.holds("reference", !dict.has("Ref"), () => "a form refers to another file");
    this.#group(this.file.get(dict.get("Group")), resources);
    this.#streamContent(form, resources, state, depth + 1);
  }

  #streamContent(stream: PdfStream, outer: PdfDict, state: State, depth: number): void {
    const own = this.file.get(stream.dict.get("Resources"));
    const isMended = this.#contents.mends(stream);
    this.#content(
      (visit) => (isMended ? this.#contents.form(stream, outer, "drop", visit) : this.#unmended(stream, visit)),
      isDict(own) ? own : outer,
      state,
      depth,
    );
  }

  #unmended(stream: PdfStream, visit: Visit): void {
    const operations = new Operations(this.file.decode(stream).bytes, new StepCounts(this.file));
    for (let next; (next = operations.next());) visit(next);
  }

  #image(image: PdfStream, resources: PdfDict): void {
    if (this.#done.has(image)) return;
    this.#done.add(image);
    const { dict } = image;
    const rules = this.#rules;
    const at = (key: string): PdfObject => this.file.get(dict.get(key));
    this.#intent(dict.get("Intent"));
    const isMask = at("ImageMask") === true;
    const bits = integerOf(at("BitsPerComponent"));
    const allowed = bits === null || isMask || (BITS.has(bits) && (bits < 16 || rules.level.part > 1));
    rules.holds("image", allowed, () => `an image has ${bits} bits a component`);
    const mask = at("SMask");
    if (rules.level.part === 1) rules.holds("transparency", mask === null || nameOf(mask) === "None", () => "an image has a soft mask");
    if (mask instanceof PdfStream) this.#image(mask, resources);
    const stencil = at("Mask");
    if (stencil instanceof PdfStream) {
      const depth = integerOf(this.file.get(stencil.dict.get("BitsPerComponent")));
      rules.holds("image", depth === null || depth === 1, () => `the mask of an image has ${depth} bits a component`);
      this.#image(stencil, resources);
    }
    if (!isMask && dict.has("ColorSpace")) this.#colours!.space(dict.get("ColorSpace"), resources);
    const filters = at("Filter");
    const names = (isArray(filters) ? filters : [filters]).map((f) => nameOf(this.file.get(f)));
    if (names.includes("JPXDecode") && rules.level.part > 1) {
      rules.holds("jpx", names.length === 1, () => "a JPEG 2000 image has another filter too");
      const { bytes } = this.file.decode(image);
      judgeJpx(bytes, dict.has("ColorSpace"), rules, (name) => this.#colours!.space(new PdfName(name), resources));
    }
  }

  #inline(dict: PdfDict, resources: PdfDict): void {
    const at = (short: string, long: string): PdfObject | undefined => dict.get(short) ?? dict.get(long);
    const filters = at("F", "Filter");
    for (const filter of isArray(filters) ? filters : filters === undefined ? [] : [filters]) {
      const name = nameOf(filter) ?? "";
      this.#rules.holds("inlineFilter", INLINE_FILTERS.has(name), () => `an inline image has the filter ${name}`);
    }
    this.#rules.holds("image", at("I", "Interpolate") !== true, () => "an inline image is interpolated");
    this.#intent(dict.get("Intent"));
    const space = at("CS", "ColorSpace");
    if (space !== undefined && at("IM", "ImageMask") !== true) this.#colours!.space(space, resources);
  }
}

/** Begins to judge the pages of a file. */
export const judgeOf = (file: PdfFile, level: Level, contents: PageContents): Judge => new Judge(file, level, contents);
