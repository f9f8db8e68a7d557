// Ops as content streams with named resources (ISO 32000-1, 7.8).
import { IDENTITY, inverse, multiply } from "../../../ir/geometry.js";
import type {
  BlendMode,
  Fill,
  FontId,
  GlyphsOp,
  GroupOp,
  ImageOp,
  MarkOp,
  Matrix,
  Op,
  Page,
  PaintResource,
  Path,
  PdfBox,
  PdfPageOp,
  Rect,
  Stroke,
  SweepPaint,
} from "../../../ir/ir.js";
import { extent, isInvisible, isTransparent, shading, tilesOver, type Gradient } from "./shading.js";
import { artifactStart } from "./artifact.js";
import { TO_GLYPH, type DrawnFont, type DrawingHost, type RunPart } from "./drawn-font.js";
import { ByteWriter } from "../syntax/bytes.js";
import { decimal, Raw, type Dict, type Ref } from "../syntax/object.js";
import { copyOf, initial, unknown, type State } from "./graphics-state.js";
import { MarkNumbers } from "./mark-numbers.js";
import { writeSegments } from "./segments.js";
import { StreamNames } from "./stream-names.js";
import { TextObject, type TextHost } from "./text.js";
import { inVisualOrder } from "./visual-order.js";

const PLAIN_GROUP = { op: "group", transform: null, clip: null, blend: "normal", mask: null } as const;

/** Services of the document for a content stream. */
export interface ContentHost extends TextHost, DrawingHost {
  readonly transparency: boolean;
  readonly limit: number;
  alpha(fill: number, stroke: number): Ref;
  blend(mode: BlendMode): Ref;
  form(children: readonly Op[], isolated: boolean, box?: Rect): Ref;
  tile(id: number): Ref;
  /** `matrix` maps pattern space to that of the stream */
  tiling(id: number, matrix: Matrix): Ref;
  shadingPattern(shading: Ref, matrix: Matrix): Ref;
  mask(kind: "alpha" | "luminosity", group: Ref): Ref;
  paint(id: number): PaintResource;
  /** some font has drawings of glyphs in colour */
  readonly hasDrawings: boolean;
  isDrawn(font: FontId): boolean;
  /** null for a run without drawings */
  drawnParts(op: GlyphsOp): readonly RunPart[] | null;
  drawnFont(font: FontId): DrawnFont;
  mesh(sweep: SweepPaint, region: Rect, alpha: boolean): Ref;
  once(value: Dict): Ref;
  opacityGroup(shading: Ref, box: Rect): Ref;
  image(id: number): Ref;
  /** the area is that of a box in the space of the form, y up */
  pdfPage(file: number, page: number, area: PdfBox): PlacedForm;
}

/** A page of a PDF file as a form. The area is that of the box, in the form's space. */
export interface PlacedForm {
  readonly form: Ref;
  readonly area: Rect;
  readonly isWhole: boolean;
}

const [MARK_START, MARK_BEGUN, MARK_END] = ["/Span<</MCID ", ">>BDC\n", "EMC\n"].map((text) =>
  Uint8Array.from(text, (c) => c.charCodeAt(0)),
) as [Uint8Array, Uint8Array, Uint8Array];

const CAPS = { butt: 0, round: 1, square: 2 } as const;
const JOINS = { miter: 0, round: 1, bevel: 2 } as const;

/** Writes a content stream, whose first operator establishes a y-down space. */
export class Content {
  readonly #w: ByteWriter;
  /** from op space to stream space */
  #ctm: Matrix = IDENTITY;
  readonly #mcids = new MarkNumbers();
  at: Op | null = null;
  #state: State;
  readonly #text: TextObject;
  readonly #hasDrawings: boolean;

  /** `page`: null inside a form, which uses the space of its caller. `w`: emptied; holds the bytes */
  constructor(
    readonly host: ContentHost,
    readonly page: Pick<Page, "width" | "height"> | null,
    w = new ByteWriter(1 << 14, host.limit),
    readonly names = new StreamNames(),
  ) {
    this.#w = w;
    w.clear();
    this.#state = page ? initial() : unknown();
    this.#text = new TextObject(this.#w, host);
    this.#hasDrawings = host.hasDrawings;
    if (page) {
      this.#ctm = [1, 0, 0, -1, 0, page.height];
      this.#w.ascii("1 0 0 -1 0 ");
      this.#w.num(page.height);
      this.#w.ascii(" cm\n");
    }
  }

  /** Content of a field, which readers replace (ISO 32000-1, 12.7.3.3). */
  variable(ops: readonly Op[]): void {
    this.#text.end();
    this.#w.ascii("/Tx BMC\n");
    this.ops(ops);
    this.#text.end();
    this.#w.ascii("EMC\n");
  }

  /** Begins a glyph of a Type 3 font, whose opacity is 1 (ISO 32000-1, 9.6.5). */
  glyph(width: number): this {
    const w = this.#w;
    w.num(width);
    w.ascii(" 0 d0\n");
    this.#state.fillAlpha = this.#state.strokeAlpha = 1;
    this.#concat(TO_GLYPH);
    return this;
  }

  /** Shows a form in the space of the stream. */
  form(form: Ref): void {
    this.#text.end();
    this.#w.ascii(`/${this.names.forms.of(form)} Do\n`);
  }

  /** Closes open objects. @returns the bytes, and the resource dictionary given font references */
  finish(): { bytes: Uint8Array; resources: (fontRef: (id: FontId) => Ref) => Raw } {
    this.#text.end();
    const resources = (fontRef: (id: FontId) => Ref): Raw => {
      const ofFont = (font: FontId | Ref): Ref => (typeof font === "number" ? fontRef(font) : font);
      return new Raw(`<<${this.#text.fonts.entry(ofFont)}${this.names.entries()}>>`);
    };
    return { bytes: this.#w.view(), resources };
  }

  /** @throws NumberError for a coordinate outside of PDF's range */
  ops(ops: readonly Op[]): void {
    for (const op of this.host.tagged ? ops : inVisualOrder(ops)) this.#op(op);
  }

  #op(op: Op): void {
    this.at = op;
    switch (op.op) {
      case "group":
        return this.#group(op);
      case "mark":
        return this.host.tagged ? this.#mark(op) : this.ops(op.children);
      case "path":
        // fully transparent paint is invisible; some profiles forbid transparency
        return this.#path(op.path, op.fill?.opacity === 0 ? null : op.fill, op.stroke?.opacity === 0 ? null : op.stroke);
      case "glyphs":
        return this.#glyphs(op);
      case "image":
        return this.#image(op);
      case "pdf-page":
        return this.#pdfPage(op);
    }
  }

  /** Marks of the stream: an MCID is the index of its mark. */
  get marks(): Int32Array {
    return this.#mcids.marks;
  }

  /** Marked content begins and ends in the same text object, or outside of any (ISO 32000-1, 14.6.1). */
  #mark({ mark, children }: MarkOp): void {
    const inText = this.#isText(children);
    if (inText) this.#text.begin();
    else this.#text.end();
    // the structure element has the role: the tag Span adds no meaning
    if (typeof mark === "number") {
      this.#w.bytes(MARK_START);
      this.#w.int(this.#mcids.of(mark, children));
      this.#w.bytes(MARK_BEGUN);
    } else this.#w.ascii(artifactStart(mark, this.page));
    this.ops(children);
    if (!inText) this.#text.end();
    this.#w.bytes(MARK_END);
  }

  /** True for glyphs only, in plain colours of the current opacity. */
  #isText(ops: readonly Op[]): boolean {
    for (const op of ops) {
      if (op.op !== "glyphs" || !("color" in op.fill)) return false;
      if (op.fill.opacity !== this.#state.fillAlpha || op.fill.opacity === 0) return false;
      // glyphs in colour are faded in a group
      if (this.#hasDrawings && op.fill.opacity < 1 && this.host.isDrawn(op.font)) return false;
    }
    return true;
  }

  #group(op: GroupOp): void {
    this.#text.end();
    const w = this.#w;
    w.ascii("q\n");
    const saved = copyOf(this.#state);
    const outside = this.#ctm;
    if (op.transform) this.#concat(op.transform);
    if (op.clip) {
      writeSegments(this.#w, op.clip, true);
      w.ascii(op.clip.rule === "evenodd" ? "W* n\n" : "W n\n");
    }
    if (op.mask) {
      const state = this.host.mask(op.mask.kind, this.host.form(op.mask.children, true));
      w.ascii(`/${this.names.states.of(state)} gs\n`);
    }
    // without transparency, isolation has no effect
    if (op.opacity < 1 || (op.isolated && this.host.transparency) || op.blend !== "normal" || op.mask) {
      if (op.blend !== "normal") w.ascii(`/${this.names.states.of(this.host.blend(op.blend))} gs\n`);
      this.#alpha(op.opacity, op.opacity);
      w.ascii(`/${this.names.forms.of(this.host.form(op.children, op.isolated))} Do\n`);
    } else this.ops(op.children);
    this.#text.end();
    w.ascii("Q\n");
    this.#state = saved;
    this.#ctm = outside;
  }

  /** Images fill the unit square bottom-up; page space is y-down. */
  #image({ image, box }: ImageOp): void {
    this.#text.end();
    this.#alpha(1, this.#state.strokeAlpha);
    const w = this.#w;
    w.ascii("q ");
    w.num(box.width);
    w.ascii(" 0 0 ");
    w.num(-box.height);
    w.byte(0x20);
    this.#numbers(box.x, box.y + box.height);
    w.ascii(`cm /${this.names.forms.of(this.host.image(image))} Do Q\n`);
  }

  /** The box of the form is stretched to that of the op, and clips it; a form clips to its whole area. */
  #pdfPage({ file, page, area: which, box }: PdfPageOp): void {
    const { form, area, isWhole } = this.host.pdfPage(file, page, which);
    this.#text.end();
    this.#alpha(1, 1);
    const w = this.#w;
    const [across, down] = [box.width / area.width, box.height / area.height];
    w.ascii("q ");
    for (const v of [across, 0, 0, -down, box.x - area.x * across, box.y + box.height + area.y * down]) {
      w.ascii(decimal(v, this.host.limit));
      w.byte(0x20);
    }
    w.ascii("cm ");
    if (!isWhole) {
      this.#numbers(area.x, area.y, area.width, area.height);
      w.ascii("re W n ");
    }
    w.ascii(`/${this.names.forms.of(form)} Do Q\n`);
  }

  #path(path: Path, fill: Fill | null, stroke: Stroke | null): void {
    this.#text.end();
    if (!fill && !stroke) return;
    if (fill && !("color" in fill)) {
      this.#paintFill(path, fill);
      if (stroke) this.#path(path, null, stroke);
      return;
    }
    if (fill) this.#fillColor(fill.color);
    if (stroke) this.#stroke(stroke);
    this.#alpha(fill ? fill.opacity : this.#state.fillAlpha, stroke ? stroke.opacity : this.#state.strokeAlpha);
    writeSegments(this.#w, path, stroke === null);
    const evenOdd = path.rule === "evenodd" ? "*" : "";
    this.#w.ascii(fill && stroke ? `B${evenOdd}\n` : fill ? `f${evenOdd}\n` : "S\n");
  }

  #concat(matrix: Matrix): void {
    this.#ctm = multiply(this.#ctm, matrix);
    for (const v of matrix) {
      // sin 1° is 0.01745: matrices need more precision
      this.#w.ascii(decimal(v, this.host.limit));
      this.#w.byte(0x20);
    }
    this.#w.ascii("cm\n");
  }

  /** Clipped by the path; many tiles are a pattern colour. */
  #paintFill(path: Path, fill: PaintFill): void {
    const paint = this.host.paint(fill.paint);
    const back = inverse(paint.transform);
    if (!back || (paint.kind !== "tile" && isInvisible(paint))) return;
    const w = this.#w;
    const evenOdd = path.rule === "evenodd" ? "*" : "";
    const region = extent(path.coords, back);
    const places = paint.kind === "tile" ? tilesOver(paint, region) : [];
    if (paint.kind === "tile" && !places) {
      this.#alpha(fill.opacity, this.#state.strokeAlpha);
      this.#pattern(this.host.tiling(fill.paint, multiply(this.#ctm, paint.transform)));
      writeSegments(this.#w, path, true);
      w.ascii(`f${evenOdd}\n`);
      return;
    }
    const saved = copyOf(this.#state);
    const outside = this.#ctm;
    w.ascii("q\n");
    this.#alpha(fill.opacity, this.#state.strokeAlpha);
    writeSegments(this.#w, path, true);
    w.ascii(`W${evenOdd} n\n`);
    this.#concat(paint.transform);
    if (paint.kind === "tile") {
      const form = this.names.forms.of(this.host.tile(fill.paint));
      for (const { x, y } of places!) {
        w.ascii("q 1 0 0 1 ");
        this.#numbers(x, y);
        w.ascii(`cm /${form} Do Q\n`);
      }
    } else {
      if (isTransparent(paint)) this.#maskByGradient(paint, region);
      w.ascii(`/${this.names.shadings.of(this.#shading(paint, region, false))} sh\n`);
    }
    w.ascii("Q\n");
    this.#state = saved;
    this.#ctm = outside;
  }

  #shading(paint: Gradient | SweepPaint, region: Rect, alpha: boolean): Ref {
    return paint.kind === "sweep" ? this.host.mesh(paint, region, alpha) : this.host.once(shading(paint, region, alpha, this.host.limit));
  }

  #maskByGradient(paint: Gradient | SweepPaint, region: Rect): void {
    const group = this.host.opacityGroup(this.#shading(paint, region, true), region);
    this.#w.ascii(`/${this.names.states.of(this.host.mask("luminosity", group))} gs\n`);
  }

  #pattern(pattern: Ref): void {
    this.#state.fill = "";
    this.#w.ascii(`/Pattern cs /${this.names.patterns.of(pattern)} scn\n`);
  }

  #paintedGlyphs(op: GlyphsOp, fill: PaintFill): void {
    const paint = this.host.paint(fill.paint);
    const back = inverse(paint.transform);
    if (!back) return;
    this.#text.end();
    const w = this.#w;
    const saved = copyOf(this.#state);
    const outside = this.#ctm;
    w.ascii("q\n");
    this.#alpha(fill.opacity, this.#state.strokeAlpha);
    if (paint.kind === "tile") this.#pattern(this.host.tiling(fill.paint, multiply(outside, paint.transform)));
    else {
      const region = extent(around(op), back);
      if (isTransparent(paint)) {
        this.#concat(paint.transform);
        this.#maskByGradient(paint, region);
        this.#concat(back);
      }
      this.#pattern(this.host.shadingPattern(this.#shading(paint, region, false), multiply(outside, paint.transform)));
    }
    this.#text.show(op);
    this.#text.end();
    w.ascii("Q\n");
    this.#state = saved;
    this.#ctm = outside;
  }

  #numbers(...values: readonly number[]): void {
    for (const v of values) {
      this.#w.num(v);
      this.#w.byte(0x20);
    }
  }

  #fillColor(color: string): void {
    if (this.#state.fill === color) return;
    this.#state.fill = color;
    this.#rgb(color, "rg\n");
  }

  #rgb(color: string, operator: string): void {
    const v = Number.parseInt(color.slice(1), 16);
    this.#numbers((v >> 16) / 255, ((v >> 8) & 255) / 255, (v & 255) / 255);
    this.#w.ascii(operator);
  }

  #alpha(fill: number, stroke: number): void {
    const s = this.#state;
    if (s.fillAlpha === fill && s.strokeAlpha === stroke) return;
    s.fillAlpha = fill < 0 ? 1 : fill;
    s.strokeAlpha = stroke < 0 ? 1 : stroke;
    this.#w.ascii(`/${this.names.states.of(this.host.alpha(s.fillAlpha, s.strokeAlpha))} gs\n`);
  }

  #stroke(s: Stroke): void {
    const w = this.#w;
    const state = this.#state;
    if (state.stroke !== s.color) {
      state.stroke = s.color;
      this.#rgb(s.color, "RG\n");
    }
    const set = (key: "width" | "cap" | "join" | "miter", value: number, operator: string): void => {
      if (state[key] === value) return;
      state[key] = value;
      w.num(value);
      w.ascii(operator);
    };
    set("width", s.width, " w\n");
    set("cap", CAPS[s.cap], " J\n");
    set("join", JOINS[s.join], " j\n");
    if (s.join === "miter") set("miter", s.miterLimit, " M\n");
    const phase = s.dashPhase ?? 0;
    const dash = s.dash.length === 0 ? "" : `${s.dash.join(" ")}/${phase}`;
    if (state.dash !== dash) {
      state.dash = dash;
      w.byte(0x5b);
      for (const length of s.dash) this.#numbers(length);
      w.ascii("] ");
      // PDF has no negative phases: add a period
      const period = s.dash.reduce((a, b) => a + b, 0) || 1;
      w.num(((phase % period) + period) % period);
      w.ascii(" d\n");
    }
  }

  #glyphs(op: GlyphsOp): void {
    if (op.fill.opacity === 0) return this.#unseenGlyphs(op);
    if (this.#hasDrawings) {
      const drawn = this.host.isDrawn(op.font) ? this.host.drawnParts(op) : null;
      if (drawn) return this.#drawnGlyphs(op, drawn);
    }
    if (!("color" in op.fill)) return this.#paintedGlyphs(op, op.fill);
    if (this.#state.fillAlpha !== op.fill.opacity) {
      this.#text.end();
      this.#alpha(op.fill.opacity, this.#state.strokeAlpha);
    }
    this.#text.begin();
    this.#fillColor(op.fill.color);
    this.#text.show(op);
  }

  /** Faded as a whole: layers do not show through. */
  #drawnGlyphs(op: GlyphsOp, parts: readonly RunPart[]): void {
    if (op.fill.opacity < 1) {
      const children = [{ ...op, fill: { ...op.fill, opacity: 1 } }];
      return this.#group({ ...PLAIN_GROUP, opacity: op.fill.opacity, isolated: true, children });
    }
    for (const { op: part, drawings } of parts) {
      if (!drawings) {
        this.#glyphs(part);
        continue;
      }
      if (this.#state.fillAlpha !== 1) {
        this.#text.end();
        this.#alpha(1, this.#state.strokeAlpha);
      }
      this.#text.begin();
      this.host.drawnFont(op.font).show({ op: part, drawings }, this.#text);
    }
  }

  /** Invisible text, for programs only (ISO 32000-1, 9.3.6). */
  #unseenGlyphs(op: GlyphsOp): void {
    this.#text.end();
    this.#w.ascii("q 3 Tr\n");
    this.#text.show(op);
    this.#text.end();
    this.#w.ascii("Q\n");
  }
}

type PaintFill = Extract<Fill, { readonly paint: number }>;

function around({ x, y, size, run }: GlyphsOp): readonly number[] {
  const right = x + (run.advances.reduce((a, b) => a + b, 0) * size) / 1000 + size;
  const [left, top, bottom] = [x - size, y - 2 * size, y + size];
  return [left, top, right, top, left, bottom, right, bottom];
}
