// Validation of a display list against the invariants of SPEC.md.
import { ARITY } from "./geometry.js";
import {
  ARTIFACTS,
  BLEND_MODES,
  FIELD_FLAGS,
  FIELD_KINDS,
  FIELD_MARKS,
  LOCK_ACTIONS,
  LABEL_STYLES,
  NUMBERINGS,
  PDF_BOXES,
  PDF_FITS,
  RELATIONSHIPS,
  ROLES,
  type Fill,
  type Form,
  type GlyphDrawing,
  type ImportedPage,
  type IrDocument,
  type Op,
  type OutlineItem,
  type Page,
  type Path,
  type PdfView,
  type Rect,
  type Stroke,
  type StructNode,
  type Widget,
} from "./ir.js";
import { validateImported } from "./validate-imported.js";
import { walkStructure } from "./walk.js";
import { lookup } from "../base/lookup.js";

export interface Violation {
  readonly promise: string;
  readonly at: string;
  readonly found: string;
}

const COLOR = /^#[0-9A-Fa-f]{6}$/;
const BLOB = /^sha256-[0-9a-f]{64}$/;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const LIMIT = 100;
/** of most formats, far beyond any page */
const LARGEST = 2147483647;
const isNumber = (v: number): boolean => typeof v === "number" && v <= LARGEST && v >= -LARGEST;

/** Groups and paths, which may be in a drawing of a glyph. */
const isFlat = (op: Op): boolean =>
  op.op === "group" ? [...op.children, ...(op.mask?.children ?? [])].every(isFlat) : op.op === "path" && op.stroke === null;

/** Lists at most 100 violations; none for a valid display list. */
export function validate(doc: IrDocument): readonly Violation[] {
  const out: Violation[] = [];
  const bad = (promise: string, at: string, found: unknown): void => {
    if (out.length < LIMIT) out.push({ promise, at, found: (JSON.stringify(found) ?? String(found)).slice(0, 120) });
  };
  const check = new Checker(doc, bad);
  check.document();
  return out;
}

/** Marks are indexes of arrays. More than objects of a file of PDF/A, each of which has an element. */
const MOST_MARKS = 2 ** 24;

class Checker {
  readonly #owners = new Map<number, number>();
  readonly #painted = new Set<number>();
  /** imports whose structure is in a Part */
  readonly #parts = new Set<number>();
  /** destinations with an element */
  readonly #led = new Set<number>();

  constructor(
    readonly doc: IrDocument,
    readonly bad: (promise: string, at: string, found: unknown) => void,
  ) {}

  document(): void {
    const { doc, bad } = this;
    if (doc.version !== 1) bad("version", "version", doc.version);
    if (!DATE.test(doc.metadata.created)) bad("date", "metadata.created", doc.metadata.created);
    if (typeof doc.tagged !== "boolean") bad("tagged", "tagged", doc.tagged);
    this.#resources();
    walkStructure(doc.structure, (item) => {
      if (typeof item === "number") this.#owners.set(item, (this.#owners.get(item) ?? 0) + 1);
      else this.#node(item);
    });
    if (doc.structure.role !== "Document") bad("role", "structure", doc.structure.role);
    doc.pages.forEach((page, i) => {
      const at = `pages[${i}]`;
      this.#size(page.width, `${at}.width`);
      this.#size(page.height, `${at}.height`);
      this.#ops(page.ops, `${at}.ops`, false);
      page.links.forEach((link, k) => {
        const here = `${at}.links[${k}]`;
        this.#mark(link.mark, here);
        if (link.rects.length === 0) bad("empty", here, link);
        for (const r of link.rects) this.#rect(r, `${here}.rects`);
        if ("destination" in link.target) this.#index(link.target.destination, doc.destinations.length, `${here}.target`);
        if (link.border) {
          this.#color(link.border.color, here);
          this.#size(link.border.width, here);
        }
        this.#index(link.source, doc.sources.length, here);
      });
      page.fields?.forEach((widget, k) => this.#widget(widget, `${at}.fields[${k}]`));
      if (page.imported) this.#imported(page, page.imported, `${at}.imported`);
    });
    doc.imports?.forEach(({ file, structure, source }, i) => {
      const at = `imports[${i}]`;
      this.#index(file, doc.resources.pdfs?.length ?? 0, at);
      if (structure) validateImported(structure, doc.pages.filter((p) => p.imported?.import === i).length, `${at}.structure`, bad);
      this.#index(source, doc.sources.length, at);
    });
    doc.destinations.forEach((d, i) => {
      this.#index(d.page, doc.pages.length, `destinations[${i}].page`);
      this.#number(d.x, `destinations[${i}]`);
      this.#number(d.y, `destinations[${i}]`);
      if (d.view) this.#view(d.view, `destinations[${i}].view`);
    });
    this.#unique(
      doc.destinations.flatMap((d) => (d.name === null ? [] : [d.name])),
      "destinations",
    );
    this.#outline(doc.outline, "outline");
    doc.pageLabels.forEach((l, i) => {
      const at = `pageLabels[${i}]`;
      this.#index(l.from, doc.pages.length, `${at}.from`);
      if (l.from <= (doc.pageLabels[i - 1]?.from ?? -1)) bad("order", at, l.from);
      if (!LABEL_STYLES.includes(l.style)) bad("label", at, l.style);
      if (!Number.isInteger(l.start) || l.start < 1 || l.start > LARGEST) bad("size", at, l.start);
    });
    doc.attachments.forEach((a, i) => {
      const at = `attachments[${i}]`;
      if (!DATE.test(a.modified)) bad("date", at, a.modified);
      if (!/^[\w.+-]+\/[\w.+-]+$/.test(a.mime)) bad("mime", at, a.mime);
      if (!RELATIONSHIPS.includes(a.relationship)) bad("relationship", at, a.relationship);
    });
    this.#unique(
      doc.attachments.map((a) => a.name),
      "attachments",
    );
    if (doc.form) this.#form(doc.form);
    for (const [mark, n] of this.#owners) {
      if (!Number.isInteger(mark) || mark < 0 || mark >= MOST_MARKS) bad("mark-number", `mark ${mark}`, mark);
      if (n !== 1) bad("mark-owner", `mark ${mark}`, n);
      if (!this.#painted.has(mark)) bad("mark-content", `mark ${mark}`, "neither content nor a link");
    }
  }

  #form({ fields, fonts }: Form): void {
    const { doc } = this;
    fonts.forEach((font, i) => this.#index(font, doc.resources.fonts.length, `form.fonts[${i}]`));
    fields.forEach(({ kind, maxLength, options, top, typed, flags, locked, source }, i) => {
      const at = `form.fields[${i}]`;
      if (!FIELD_KINDS.includes(kind)) this.bad("field", at, kind);
      for (const flag of flags) if (!FIELD_FLAGS.includes(flag)) this.bad("field", at, flag);
      if (locked && !(flags.includes("lock") && LOCK_ACTIONS.includes(locked.action))) this.bad("field", at, locked.action);
      if (maxLength !== null) this.#count(maxLength, at);
      if (options.length > 0) this.#index(top, options.length, at);
      if (typed) {
        this.#index(typed.font, fonts.length, at);
        this.#size(typed.size, at);
        this.#color(typed.color, at);
      }
      this.#index(source, doc.sources.length, at);
    });
    this.#unique(
      fields.map((field) => field.name),
      "form.fields",
    );
  }

  #widget({ field, mark, rect, rotation, border, background, symbol, looks, source }: Widget, at: string): void {
    this.#index(field, this.doc.form?.fields.length ?? 0, at);
    this.#mark(mark, at);
    this.#rect(rect, at);
    if (![0, 90, 180, 270].includes(rotation)) this.bad("rotation", at, rotation);
    if (border) {
      this.#color(border.color, at);
      this.#size(border.width, at);
    }
    if (background !== null) this.#color(background, at);
    if (symbol !== null && !FIELD_MARKS.includes(symbol)) this.bad("field", at, symbol);
    if (looks.length === 0) this.bad("empty", at, "looks");
    looks.forEach(({ frame, content }, i) => {
      this.#ops(frame, `${at}.looks[${i}].frame`, true);
      this.#ops(content, `${at}.looks[${i}].content`, true);
    });
    this.#index(source, this.doc.sources.length, at);
  }

  #unique(names: readonly string[], at: string): void {
    const seen = new Set<string>();
    for (const name of names) {
      if (name === "" || seen.has(name)) this.bad("unique", at, name);
      seen.add(name);
    }
  }

  #outline(items: readonly OutlineItem[], at: string): void {
    items.forEach((item, i) => {
      if (item.title === "") this.bad("empty", `${at}[${i}]`, "title");
      this.#index(item.destination, this.doc.destinations.length, `${at}[${i}]`);
      this.#outline(item.children, `${at}[${i}].children`);
    });
  }

  #resources(): void {
    const { fonts, images, profiles, paints } = this.doc.resources;
    fonts.forEach((f, i) => {
      this.#blob(f.blob, `resources.fonts[${i}]`);
      this.#count(f.face, `resources.fonts[${i}]`);
      f.drawings?.forEach((drawing, k) => this.#drawing(drawing, `resources.fonts[${i}].drawings[${k}]`));
      for (const [tag, value] of Object.entries(f.variations ?? {}))
        if (!/^[\x20-\x7e]{4}$/.test(tag) || !isNumber(value)) this.bad("size", `resources.fonts[${i}].variations`, tag);
    });
    images.forEach((m, i) => {
      const at = `resources.images[${i}]`;
      this.#blob(m.blob, at);
      if (![1, 2, 4, 8, 16].includes(m.bits)) this.bad("size", at, m.bits);
      for (const v of [m.width, m.height]) {
        this.#count(v, at);
        if (v === 0) this.bad("size", at, v);
      }
      if (m.alpha !== null) this.#blob(m.alpha, at);
      if (m.palette !== null) this.#blob(m.palette, at);
      if ((m.color === "indexed") !== (m.palette !== null)) this.bad("palette", at, m.color);
      if (m.profile !== null) this.#index(m.profile, profiles.length, at);
    });
    profiles.forEach((p, i) => {
      this.#blob(p.blob, `resources.profiles[${i}]`);
      if (![1, 3, 4].includes(p.components)) this.bad("size", `resources.profiles[${i}]`, p.components);
    });
    this.doc.attachments.forEach((a, i) => this.#blob(a.blob, `attachments[${i}]`));
    this.doc.resources.pdfs?.forEach((p, i) => this.#blob(p.blob, `resources.pdfs[${i}]`));
    paints.forEach((p, i) => {
      const at = `resources.paints[${i}]`;
      if (p.kind === "tile") {
        this.#any(p.box.x, at);
        this.#any(p.box.y, at);
        for (const v of [p.box.width, p.box.height]) this.#size(v, at);
        for (const v of [p.stepX, p.stepY]) if (!isNumber(v) || v <= 0) this.bad("size", at, v);
        this.#ops(p.ops, `${at}.ops`, true);
      } else {
        for (const { x, y } of p.kind === "sweep" ? [p.center] : [p.from, p.to]) {
          this.#any(x, at);
          this.#any(y, at);
        }
        if (p.kind === "radial") for (const v of [p.from.r, p.to.r]) this.#size(v, at);
        if (p.stops.length === 0) this.bad("stops", at, p.stops);
        let last = 0;
        for (const s of p.stops) {
          this.#color(s.color, at);
          this.#opacity(s.opacity, at);
          if (!(s.offset >= last && s.offset <= 1)) this.bad("stops", at, s.offset);
          last = s.offset;
        }
      }
      this.#matrix(p.transform, at);
    });
  }

  #drawing({ glyph, color, ops }: GlyphDrawing, at: string): void {
    if (!Number.isInteger(glyph) || glyph < 0 || glyph > 0xffff) this.bad("drawing", at, glyph);
    if (color !== null) this.#color(color, at);
    if (!ops.every(isFlat)) this.bad("drawing", at, "other than groups and filled paths");
    this.#ops(ops, `${at}.ops`, true);
  }

  #imported(page: Page, { import: from, page: number, links }: ImportedPage, at: string): void {
    const { doc } = this;
    this.#index(from, doc.imports?.length ?? 0, at);
    if (!(Number.isInteger(number) && number >= 1 && number <= LARGEST)) this.bad("page", at, number);
    if (page.ops.length > 0 || page.links.length > 0) this.bad("imported", at, page.ops.length);
    links.forEach(({ annotation, target }, i) => {
      this.#count(annotation, `${at}.links[${i}]`);
      if ("destination" in target) this.#index(target.destination, doc.destinations.length, `${at}.links[${i}].target`);
    });
  }

  #view({ fit, at }: PdfView, place: string): void {
    if (!PDF_FITS.includes(fit)) this.bad("view", place, fit);
    for (const v of at) if (v !== null) this.#any(v, place);
  }

  #node(node: StructNode): void {
    if (!ROLES.includes(node.role)) this.bad("role", "structure", node.role);
    this.#index(node.source, this.doc.sources.length, `structure ${node.role}`);
    if (node.import !== undefined) {
      this.#index(node.import, this.doc.imports?.length ?? 0, `structure ${node.role}.import`);
      const isOwn =
        node.role === "Part" && node.kids.length === 0 && this.doc.imports?.[node.import]?.structure && !this.#parts.has(node.import);
      if (!isOwn) this.bad("imported-structure", `structure ${node.role}`, node.import);
      this.#parts.add(node.import);
    }
    if (node.title === "") this.bad("empty", `structure ${node.role}`, "title");
    if (node.numbering !== undefined && !NUMBERINGS.includes(node.numbering))
      this.bad("numbering", `structure ${node.role}`, node.numbering);
    if (node.note !== undefined && node.role !== "Note") this.bad("note", `structure ${node.role}`, node.note);
    for (const d of node.destinations ?? []) {
      this.#index(d, this.doc.destinations.length, `structure ${node.role}.destinations`);
      if (this.#led.has(d)) this.bad("destination-element", `structure ${node.role}`, d);
      this.#led.add(d);
    }
    if (node.table) for (const v of [node.table.rowSpan, node.table.colSpan]) this.#count(v, `structure ${node.role}`);
    if (node.box) {
      this.#index(node.box.page, this.doc.pages.length, `structure ${node.role}.box`);
      this.#rect(node.box.rect, `structure ${node.role}.box`);
    }
  }

  #ops(ops: readonly Op[], at: string, marked: boolean): void {
    ops.forEach((op, i) => this.#op(op, `${at}[${i}]`, marked));
  }

  #op(op: Op, at: string, marked: boolean): void {
    const { doc, bad } = this;
    switch (op.op) {
      case "group":
        if (op.children.length === 0) bad("empty", at, "group");
        if (op.transform) this.#matrix(op.transform, at);
        if (op.clip) this.#path(op.clip, at);
        this.#opacity(op.opacity, at);
        if (!BLEND_MODES.includes(op.blend)) bad("blend", at, op.blend);
        if (op.mask) this.#ops(op.mask.children, `${at}.mask`, true);
        this.#ops(op.children, `${at}.children`, marked);
        return;
      case "mark":
        if (marked) bad("nested-mark", at, op.mark);
        if (op.children.length === 0) bad("empty", at, "mark");
        if (typeof op.mark === "number") this.#mark(op.mark, at);
        else if (!ARTIFACTS.includes(op.mark)) bad("artifact", at, op.mark);
        this.#ops(op.children, `${at}.children`, true);
        return;
      case "path":
        this.#path(op.path, at);
        if (!op.fill && !op.stroke) bad("empty", at, "path without fill and stroke");
        if (op.fill) this.#fill(op.fill, at);
        if (op.stroke) this.#stroke(op.stroke, at);
        break;
      case "glyphs":
        this.#number(op.x, at);
        this.#number(op.y, at);
        this.#size(op.size, at);
        this.#any(op.slant, at);
        this.#fill(op.fill, at);
        this.#index(op.font, doc.resources.fonts.length, at);
        this.#run(op, at);
        break;
      case "image":
        this.#rect(op.box, at);
        this.#index(op.image, doc.resources.images.length, at);
        break;
      case "pdf-page":
        this.#rect(op.box, at);
        this.#index(op.file, doc.resources.pdfs?.length ?? 0, at);
        if (!(Number.isInteger(op.page) && op.page >= 1 && op.page <= LARGEST)) bad("page", at, op.page);
        if (!PDF_BOXES.includes(op.area)) bad("area", at, op.area);
        break;
      default:
        bad("op", at, op);
        return;
    }
    this.#index(op.source, doc.sources.length, at);
  }

  #run(op: Extract<Op, { op: "glyphs" }>, at: string): void {
    const { ids, advances, offsets, clusters } = op.run;
    if (ids.length === 0) this.bad("empty", at, "glyphs");
    if (advances.length !== ids.length || clusters.length !== ids.length)
      this.bad("run", at, [ids.length, advances.length, clusters.length]);
    if (offsets && offsets.length !== 2 * ids.length) this.bad("run", at, offsets.length);
    for (let i = 0; i < ids.length; i++) {
      if (!Number.isInteger(ids[i]!) || ids[i]! < 0 || ids[i]! > 0xffff) this.bad("run", at, ids[i]);
      this.#any(advances[i]!, at);
      const c = clusters[i]!;
      if (!Number.isInteger(c) || c < 0 || c >= Math.max(1, op.text.length)) this.bad("run", at, c);
    }
    if (offsets) for (const v of offsets) this.#any(v, at);
  }

  #mark(mark: number, at: string): void {
    if (!this.#owners.has(mark)) this.bad("mark-owner", at, mark);
    this.#painted.add(mark);
  }

  #path(path: Path, at: string): void {
    let want = 0;
    for (const v of path.verbs) {
      if (!Object.hasOwn(ARITY, v)) this.bad("path", at, v);
      want += lookup(ARITY, v) ?? 0;
    }
    if (path.verbs === "") this.bad("empty", at, "path");
    else if (!path.verbs.startsWith("M")) this.bad("path", at, path.verbs.slice(0, 5));
    if (want !== path.coords.length) this.bad("path", at, [want, path.coords.length]);
    for (const v of path.coords) this.#number(v, at);
  }

  #fill(fill: Fill, at: string): void {
    this.#opacity(fill.opacity, at);
    if ("color" in fill) this.#color(fill.color, at);
    else this.#index(fill.paint, this.doc.resources.paints.length, at);
  }

  #stroke(s: Stroke, at: string): void {
    this.#color(s.color, at);
    this.#opacity(s.opacity, at);
    this.#size(s.width, at);
    if (!isNumber(s.miterLimit) || s.miterLimit < 1) this.bad("size", at, s.miterLimit);
    if (s.dash.length % 2 !== 0 || s.dash.some((v) => !isNumber(v) || v < 0)) this.bad("dash", at, s.dash);
    if (s.dashPhase !== undefined) this.#any(s.dashPhase, at);
  }

  #rect(r: Rect, at: string): void {
    this.#number(r.x, at);
    this.#number(r.y, at);
    this.#size(r.width, at);
    this.#size(r.height, at);
  }

  #number(v: number, at: string): void {
    // floating-point precision decreases with magnitude
    if (!isNumber(v) || Math.abs(v * 1000 - Math.round(v * 1000)) > Math.max(1e-3, Math.abs(v) * 1e-9)) this.bad("number", at, v);
  }

  #count(v: number, at: string): void {
    if (!Number.isInteger(v) || v < 0 || v > LARGEST) this.bad("size", at, v);
  }

  #matrix(m: readonly number[], at: string): void {
    if (m.length !== 6) this.bad("matrix", at, m);
    for (const v of m) this.#any(v, at);
  }

  #any(v: number, at: string): void {
    if (!isNumber(v)) this.bad("number", at, v);
  }

  #size(v: number, at: string): void {
    if (!isNumber(v) || v < 0) this.bad("size", at, v);
  }

  #opacity(v: number, at: string): void {
    if (!(v >= 0 && v <= 1)) this.bad("opacity", at, v);
  }

  #color(v: string, at: string): void {
    if (!COLOR.test(v)) this.bad("color", at, v);
  }

  #blob(v: string, at: string): void {
    if (!BLOB.test(v)) this.bad("blob", at, v);
  }

  #index(v: number, count: number, at: string): void {
    if (!Number.isInteger(v) || v < 0 || v >= count) this.bad("index", at, v);
  }
}
