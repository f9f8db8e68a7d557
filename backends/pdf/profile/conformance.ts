import { codePointName } from "../../../base/code-point.js";
import type {
  Blobs,
  Fill,
  GlyphsOp,
  ImageOp,
  ImportedPage,
  EndTables,
  OpenTables,
  Link,
  Op,
  OutlineItem,
  Page,
  Path,
  PdfImport,
  SourceId,
  Stroke,
  Widget,
} from "../../../ir/ir.js";
import { DRAWINGS } from "../../../ir/drawings.js";
import type { Breach } from "../../../pdf-reader/judge/judge.js";
import type { Limits, ProfileRules } from "./profile.js";
import { brokenRule, privateText, textViolation, uaRule, type Violation } from "./violation.js";
import { isInvisible, isTransparent } from "../content/shading.js";
import { textLength } from "../syntax/object.js";

export type DocumentParts = EndTables & Omit<OpenTables, "version" | "profile" | "sources" | "imports">;

/** Judge of pages of PDF files: content that the profile forbids, with its clause; null without. */
export interface Judge {
  /** `file`: index in the resources; `page`: from 1; `source`: named by the error of a file that cannot be read */
  content(file: number, page: number, as: "page" | "picture", source: SourceId): Breach | null;
  tags(imported: ImportedPage, source: SourceId): Breach | null;
}

/** First violation in paint order, found before the page is written. */
export function violationOf(
  page: Page,
  head: OpenTables,
  rules: ProfileRules,
  { blobs, judge, hasDrawings }: { readonly blobs: Blobs; readonly judge: Judge; readonly hasDrawings: boolean },
  known = false,
): Violation | null {
  if (rules.pdfa === null) return null;
  return new PageSearch(head, blobs, rules, { judge, hasDrawings }).page(page, known);
}

/** Returns the violation of what is available after the last page. */
export function violationOfHead(head: DocumentParts, rules: ProfileRules): Violation | null {
  if (rules.pdfa === null) return null;
  const found = rules.limits ? outOfLimits(head, rules.limits) : null;
  if (found) return found;
  const field = fieldViolation(head, rules);
  if (field) return field;
  const unreadable = rules.ua === 2 ? privateIn(head) : null;
  if (unreadable) return unreadable;
  if (rules.pdfa.conformance === "F" && head.attachments.length === 0)
    return { source: "settings.attachments", found: "no attachment", clause: "PDF/A-4f requires one (ISO 19005-4, 6.9)" };
  if (rules.attachments === true || head.attachments.length === 0) return null;
  return { source: null, found: `the attachment ${JSON.stringify(head.attachments[0]!.name)}`, clause: clause(rules, "attachments") };
}

/** Fields are known after the last page (FM-26). */
function fieldViolation({ form }: DocumentParts, rules: ProfileRules): Violation | null {
  for (const { label, kind, name, value, flags, options, source } of form?.fields ?? []) {
    if (rules.ua && label === "") {
      const found = kind === "radio" ? "a group of radios without a group_label" : "a field without a label";
      return { source, found, clause: uaRule(rules, "requires one", "field") };
    }
    if (rules.pdfa?.part === 1 && flags.includes("lock"))
      return { source, found: "a lock", clause: `${rules.title} allows none: it came with PDF 1.5 (ISO 19005-1, 6.1.1)` };
    if (!rules.limits) continue;
    const texts = [label, name, ...(typeof value === "string" ? [value] : []), ...options.flatMap((o) => [o.value, o.label])];
    for (const text of texts) {
      const bytes = textLength(text);
      if (bytes > rules.limits.string) return textViolation("a text of a field", bytes, source, rules.limits);
    }
  }
  return null;
}

const FORBIDDEN = {
  transparency: "allows no transparency",
  notdef: "allows no replacement for a missing glyph",
  deviceCmyk: "allows no CMYK without a CMYK colour profile",
  deepPictures: "allows neither 16 bits a channel nor colour profiles of ICC version 4",
  attachments: "allows no attachments of any kind",
} as const;

const clause = (rules: ProfileRules, what: keyof typeof FORBIDDEN): string => `${rules.title} ${FORBIDDEN[what]} (${String(rules[what])})`;

/** bytes, with every character percent-encoded */
const uriBytes = (url: string): number => (/^[\x21-\x7e]*$/.test(url) ? url.length : 3 * new TextEncoder().encode(url).length);

class PageSearch {
  readonly #limits: Limits | null;
  readonly judge: Judge;
  /** some font has drawings of glyphs in colour */
  readonly #hasDrawings: boolean;

  constructor(
    readonly head: OpenTables,
    readonly blobs: Blobs,
    readonly rules: ProfileRules,
    { judge, hasDrawings }: { readonly judge: Judge; readonly hasDrawings: boolean },
  ) {
    this.#limits = rules.limits;
    this.judge = judge;
    this.#hasDrawings = hasDrawings;
  }

  page(page: Page, known: boolean): Violation | null {
    const from = page.imported ? this.head.imports![page.imported.import]! : null;
    const source = from && from.source;
    if (this.#limits) {
      const [least, most] = this.#limits.page;
      for (const side of [page.width, page.height])
        if (side < least || side > most)
          return {
            source,
            found: `a page with a side of ${side} pt`,
            clause: `it must be from ${least} to ${most} pt (${this.#limits.clause})`,
          };
    }
    if (from) return this.#imported(from, page.imported!);
    const found = known ? null : this.ops(page.ops, null, { marked: false, read: false, depth: 0 });
    if (found) return found;
    for (const widget of page.fields ?? []) {
      const bad = this.#widget(widget);
      if (bad) return bad;
    }
    for (const link of page.links) {
      const bad = this.#link(link);
      if (bad) return bad;
    }
    return null;
  }

  /** Pages of a file as they are (PDF-28, PDF-30). */
  #imported({ file, structure, source }: PdfImport, imported: ImportedPage): Violation | null {
    const { page } = imported;
    if (this.rules.ua && !structure)
      return {
        source,
        found: "imported pages without tags",
        clause: `${uaRule(this.rules, "requires them", "tags")}: draw the pages as pictures with alt`,
      };
    const bad = this.judge.content(file, page, "page", source) ?? (this.rules.ua ? this.judge.tags(imported, source) : null);
    return this.#broken(bad, page, source);
  }

  #broken(bad: Breach | null, page: number, source: SourceId): Violation | null {
    return bad && brokenRule(bad, { page, source, rules: this.rules });
  }

  ops(ops: readonly Op[], source: SourceId | null, at: Place): Violation | null {
    for (const op of ops) {
      const found = this.#op(op, source, at);
      if (found) return found;
    }
    return null;
  }

  #op(op: Op, outer: SourceId | null, at: Place): Violation | null {
    const { rules } = this;
    switch (op.op) {
      case "group": {
        const source = firstSource([op]) ?? outer;
        if (rules.transparency !== true && (op.opacity < 1 || op.mask || op.blend !== "normal")) {
          const found = op.mask ? "a mask" : op.opacity < 1 ? `opacity ${op.opacity}` : `the blend mode ${op.blend}`;
          return { source, found, clause: clause(rules, "transparency") };
        }
        const depth = at.depth + 1;
        if (depth > (this.#limits?.nesting ?? Infinity))
          return {
            source,
            found: `${depth} clipped or turned things inside one another`,
            clause: `there must be at most ${this.#limits!.nesting} (${this.#limits!.clause})`,
          };
        const masked = op.mask ? this.ops(op.mask.children, source, { ...at, marked: true, depth }) : null;
        return masked ?? (op.clip && this.#path(op.clip, source)) ?? this.ops(op.children, outer, { ...at, depth });
      }
      case "mark":
        return this.ops(op.children, outer, at.marked ? at : inMark(at.depth, typeof op.mark === "number"));
      case "image":
        return this.#unmarked(op.source, at) ?? this.#image(op);
      case "pdf-page":
        return (
          this.#unmarked(op.source, at) ?? this.#broken(this.judge.content(op.file, op.page, "picture", op.source), op.page, op.source)
        );
      case "glyphs":
        return this.#unmarked(op.source, at) ?? this.#glyphs(op, at);
      case "path": {
        const painted = this.#unmarked(op.source, at) ?? this.#path(op.path, op.source) ?? this.#fill(op.fill, op.source, at);
        if (painted) return painted;
        return rules.transparency !== true && seenThrough(op.stroke)
          ? { source: op.source, found: `opacity ${op.stroke!.opacity}`, clause: clause(rules, "transparency") }
          : null;
      }
    }
  }

  /** All content must be in an element or an artifact (ISO 14289-1, 7.1). */
  #unmarked(source: SourceId, { marked }: Place): Violation | null {
    if (marked || !this.rules.ua) return null;
    return { source, found: "content that is neither tagged nor an artifact", clause: uaRule(this.rules, "allows none", "content") };
  }

  #image({ image, source }: ImageOp): Violation | null {
    const { rules } = this;
    const { alpha, color, bits, profile } = this.head.resources.images[image]!;
    const bad = (found: string, what: keyof typeof FORBIDDEN): Violation => ({ source, found, clause: clause(rules, what) });
    if (rules.transparency !== true && alpha !== null) return bad("a picture with an alpha channel", "transparency");
    if (rules.deviceCmyk !== true && color === "cmyk" && profile === null) return bad("a CMYK picture", "deviceCmyk");
    if (rules.deepPictures === true) return null;
    if (bits === 16) return bad("a picture of 16 bits a channel", "deepPictures");
    const icc = profile === null ? null : this.blobs.get(this.head.resources.profiles[profile]!.blob);
    return icc && icc[8]! > 2 ? bad(`a colour profile of ICC version ${icc[8]!}`, "deepPictures") : null;
  }

  #glyphs(op: GlyphsOp, at: Place): Violation | null {
    const { rules } = this;
    const limits = this.#limits;
    const { source } = op;
    const unreadable = rules.ua === 2 && at.read ? privateText(op.actualText ?? op.text, source, "8.4.3") : null;
    if (unreadable) return unreadable;
    if (rules.notdef !== true && op.run.ids.includes(0)) return { source, found: "glyph 0 of a font", clause: clause(rules, "notdef") };
    if (limits) {
      const far = farthest(op.x, op.y, op.size);
      if (Math.abs(far) > limits.number) return numberViolation(far, source, limits);
      const bytes = op.actualText === null ? 0 : textLength(op.actualText);
      if (bytes > limits.string) return textViolation("a text", bytes, source, limits);
    }
    const bad = this.#fill(op.fill, source, at);
    return this.#hasDrawings ? (bad ?? this.#drawn(op, at)) : bad;
  }

  /** Glyphs in colour, whose drawings are content (FT-10). */
  #drawn(op: GlyphsOp, at: Place): Violation | null {
    const { fonts, paints } = this.head.resources;
    const drawings = DRAWINGS.ofRun(op, fonts[op.font]!, paints);
    if (!drawings) return null;
    for (const [i, drawing] of drawings.entries()) {
      const bad = drawing && this.ops(drawing.ops, op.source, { marked: true, read: false, depth: at.depth });
      if (bad) return { ...bad, source: op.source, found: `${bad.found} in the drawing of ${clusterAt(op, i)}` };
    }
    return null;
  }

  #path(path: Path, source: SourceId | null): Violation | null {
    const limits = this.#limits;
    if (!limits) return null;
    const { coords } = path;
    const { number: most } = limits;
    // by index: coordinates number in the ten thousands
    for (let i = 0; i < coords.length; i++) {
      const v = coords[i]!;
      if (v > most || v < -most) return numberViolation(v, source, limits);
    }
    return null;
  }

  #fill(fill: Fill | null, source: SourceId, at: Place): Violation | null {
    if (!fill) return null;
    const { rules } = this;
    const bad = (found: string): Violation => ({ source, found, clause: clause(rules, "transparency") });
    const opaque = rules.transparency !== true;
    if (opaque && fill.opacity === 0) return null;
    if (opaque && fill.opacity < 1) return bad(`opacity ${fill.opacity}`);
    if ("color" in fill) return null;
    const paint = this.head.resources.paints[fill.paint]!;
    if (paint.kind === "tile") return this.ops(paint.ops, source, { marked: true, read: false, depth: at.depth + 1 });
    return opaque && isTransparent(paint) && !isInvisible(paint) ? bad("a transparent gradient") : null;
  }

  #widget({ looks, label, rect: r, field, source }: Widget): Violation | null {
    const limits = this.#limits;
    const { kind } = this.head.form!.fields[field]!;
    if (this.rules.ua && kind === "radio" && label === "")
      return { source, found: "a radio without a label", clause: uaRule(this.rules, "requires one", "field") };
    for (const { frame, content } of looks) {
      const bad = this.ops([...frame, ...content], source, { marked: true, read: true, depth: 0 });
      if (bad) return bad;
    }
    if (!limits) return null;
    for (const v of [r.x, r.y, r.x + r.width, r.y + r.height]) if (Math.abs(v) > limits.number) return numberViolation(v, source, limits);
    return null;
  }

  #link(link: Link): Violation | null {
    const limits = this.#limits;
    const { source } = link;
    if (this.rules.ua && link.alt.trim() === "")
      return { source, found: "a link without a description", clause: uaRule(this.rules, "requires one", "link") };
    const unreadable = this.rules.ua === 2 && privateText(link.alt, source);
    if (unreadable) return unreadable;
    if (!limits) return null;
    const alt = textLength(link.alt);
    if (alt > limits.string) return textViolation("a description", alt, source, limits);
    const url = "url" in link.target ? uriBytes(link.target.url) : 0;
    if (url > limits.string) return textViolation("a URL", url, source, limits);
    for (const r of link.rects)
      for (const v of [r.x, r.y, r.x + r.width, r.y + r.height]) if (Math.abs(v) > limits.number) return numberViolation(v, source, limits);
    return null;
  }
}

/** Text of a glyph, with its code points. */
function clusterAt({ text, run: { clusters } }: GlyphsOp, i: number): string {
  const start = clusters[i]!;
  const end = clusters.reduce((least, c) => (c > start && c < least ? c : least), text.length);
  const shown = text.slice(start, end);
  return `${JSON.stringify(shown)} (${[...shown].map((c) => codePointName(c.codePointAt(0)!)).join(" ")})`;
}

interface Place {
  readonly marked: boolean;
  /** content that is read, not an artifact */
  readonly read: boolean;
  readonly depth: number;
}
const READ: Place[] = [];
const ARTIFACTS: Place[] = [];
const inMark = (depth: number, read: boolean): Place => ((read ? READ : ARTIFACTS)[depth] ??= { marked: true, read, depth });

const larger = (a: number, b: number): number => (Math.abs(b) > Math.abs(a) ? b : a);
const farthest = (a: number, b: number, c: number): number => larger(larger(a, b), c);

const numberViolation = (v: number, source: SourceId | null, { number, clause: where }: Limits): Violation => ({
  source,
  found: `the coordinate ${v} pt`,
  clause: `it must be from -${number} to ${number} (${where})`,
});

function outOfLimits(head: DocumentParts, limits: Limits): Violation | null {
  const { metadata } = head;
  for (const field of ["title", "author", "subject", "creator", "producer", "language"] as const) {
    const bytes = textLength(metadata[field]);
    if (bytes > limits.string) return textViolation("a text", bytes, `settings.metadata.${field}`, limits);
  }
  for (const font of head.resources.fonts) {
    // with a tag prefix, and perhaps an encoding suffix
    const bytes = new TextEncoder().encode(font.name).length + "ABCDEF+-Identity-H".length;
    if (bytes > limits.name)
      return {
        source: null,
        found: `a font whose name has ${bytes} bytes`,
        clause: `it must have at most ${limits.name} (${limits.clause})`,
      };
  }
  const names = [
    ...head.destinations.map((d) => d.name ?? ""),
    ...head.attachments.flatMap((a) => [a.name, a.description ?? ""]),
    ...titles(head.outline),
  ];
  for (const text of names) {
    const bytes = textLength(text);
    if (bytes > limits.string) return textViolation("a name", bytes, null, limits);
  }
  return null;
}

const titles = (items: readonly OutlineItem[]): readonly string[] => items.flatMap((i) => [i.title, ...titles(i.children)]);

function privateIn(head: DocumentParts): Violation | null {
  const { metadata } = head;
  for (const field of ["title", "author", "subject", "creator", "producer"] as const) {
    const found = privateText(metadata[field], `settings.metadata.${field}`);
    if (found) return found;
  }
  const files = head.attachments.flatMap(({ name, description }) => [name, description ?? ""]);
  for (const text of [...titles(head.outline), ...files]) {
    const found = privateText(text, null);
    if (found) return found;
  }
  return null;
}

const seenThrough = (stroke: Stroke | null): boolean => stroke !== null && stroke.opacity < 1 && stroke.opacity > 0;

/** Returns the first source in paint order. */
export function firstSource(ops: readonly Op[]): SourceId | null {
  for (const op of ops) {
    const found = "source" in op ? op.source : firstSource(op.children);
    if (found !== null) return found;
  }
  return null;
}
