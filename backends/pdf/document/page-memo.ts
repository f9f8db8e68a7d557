// Content streams of pages that an earlier document has in equal form.
import { inOwnBuffer } from "../../../base/bytes.js";
import type { RenderCache } from "../../../base/render-cache.js";
import type { FontId, FontResource, OpenTables, Op, Page } from "../../../ir/ir.js";
import { MarkNumbers } from "../content/mark-numbers.js";
import { ResourceNames } from "../content/resource-names.js";
import { isKeepable, sameOps, signOf } from "../content/same-ops.js";
import type { UsedFont } from "../font/font.js";
import { CodeSteps, type RecordedFont } from "../font/recorded-font.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { Raw, type Ref } from "../syntax/object.js";

/** A page's stream, with what its page object and the structure tree need. */
export interface PageContent {
  readonly stream: Ref;
  readonly resources: Raw;
  /** marks of the content, by MCID */
  readonly marks: Int32Array;
}

/** Questions of a page to its document, in order: fonts, with the codes asked of each, and opacities. */
type Asked =
  { readonly font: FontId; readonly of: FontResource; readonly steps: CodeSteps } | { readonly fill: number; readonly stroke: number };

interface CachedPage {
  page: Page;
  readonly asked: readonly Asked[];
  readonly deflated: Uint8Array;
}

/** Services of the document. */
interface PageHost {
  readonly tagged: boolean;
  readonly head: OpenTables;
  font(id: FontId): UsedFont;
  alpha(fill: number, stroke: number): Ref;
}

/** About what an op and a glyph take, bytes. */
const OP = 240;
const GLYPH = 16;
const KEY = 8;

/** Pages of one document: each is looked for, and stored if it is new. */
export class PageMemo {
  /** the page that is written now; null = it is not stored */
  #open: { readonly key: string; readonly page: Page; readonly asked: Asked[]; readonly size: number } | null = null;
  /** keys of the pages of the document before, and of this one */
  readonly #before: readonly string[];
  readonly #keys: string[] = [];

  /** `settings`: all that content depends on beside its ops */
  constructor(
    readonly cache: RenderCache,
    readonly file: ObjectWriter,
    readonly settings: string,
  ) {
    this.#before = (cache.get(`keys ${settings}`) as readonly string[] | undefined) ?? [];
  }

  /** The content of an equal page; null if there is none, and what is asked until `store` belongs to this page. `index`: from 0 */
  find(page: Page, index: number, host: PageHost): PageContent | null {
    this.#open = null;
    // most pages are where they were
    const before = this.#before[index];
    const still = before === undefined ? null : this.#under(before, page, host);
    this.#keys[index] = before ?? "";
    if (still) return still;
    if (!isKeepable(page.ops)) return null;
    const { sign, ops, glyphs } = signOf(page.ops, (run) => this.cache.isCounted(run));
    const key = `page ${this.settings} ${page.width} ${page.height} ${sign}`;
    this.#keys[index] = key;
    const found = key === before ? null : this.#under(key, page, host);
    if (found) return found;
    this.#open = { key, page, asked: [], size: OP * ops + GLYPH * glyphs };
    return null;
  }

  #under(key: string, page: Page, host: PageHost): PageContent | null {
    const known = this.cache.get(key) as CachedPage | undefined;
    if (known?.page.width !== page.width || known.page.height !== page.height) return null;
    return this.#again(known, page, host);
  }

  /** The document is complete. */
  end(): void {
    const keys = this.#keys;
    this.cache.set(`keys ${this.settings}`, keys, KEY * keys.length);
  }

  /** A font is used. */
  font(id: FontId, font: RecordedFont, head: OpenTables): void {
    if (!this.#open || font.steps) return;
    font.steps = new CodeSteps();
    this.#open.asked.push({ font: id, of: head.resources.fonts[id]!, steps: font.steps });
  }

  /** Opacities are used. */
  alpha(fill: number, stroke: number): void {
    const asked = this.#open?.asked;
    if (asked?.every((a) => !("fill" in a) || a.fill !== fill || a.stroke !== stroke)) asked.push({ fill, stroke });
  }

  /** Ends a page. @returns the receiver of its deflated content */
  store(host: Pick<PageHost, "font">): ((deflated: Uint8Array) => void) | undefined {
    const open = this.#open;
    this.#open = null;
    if (!open) return undefined;
    const { key, page, asked } = open;
    let { size } = open;
    for (const step of asked) {
      if (!("font" in step)) continue;
      (host.font(step.font) as RecordedFont).steps = null;
      step.steps.end();
      size += step.steps.size;
    }
    return (made) => {
      const deflated = inOwnBuffer(made);
      this.cache.set(key, { page, asked, deflated } satisfies CachedPage, size + deflated.length);
    };
  }

  /** Asks the document what the known page asked. If all answers are equal, so is the content. */
  #again(known: CachedPage, page: Page, host: PageHost): PageContent | null {
    const { fonts } = host.head.resources;
    const ids = new Map<FontId, FontId>();
    const same = (before: FontId, now: FontId): boolean => {
      const id = ids.get(before);
      if (id !== undefined) return id === now;
      const of = known.asked.find((step) => "font" in step && step.font === before) as Extract<Asked, { font: FontId }> | undefined;
      const font = fonts[now];
      if (!of || !font || of.of.blob !== font.blob || of.of.face !== font.face || of.of.name !== font.name) return false;
      ids.set(before, now);
      return true;
    };
    const numbered = known.asked.every((step) => !("font" in step) || same(step.font, step.font));
    if (!numbered) ids.clear();
    if (!sameOps(known.page.ops, page.ops, { same, numbered })) return null;
    // its ops are likely to be those of the next document
    if (numbered) known.page = page;
    const names = new ResourceNames<FontId>("Font", "F");
    const states = new ResourceNames<Ref>("ExtGState", "G");
    for (const step of known.asked) {
      if ("font" in step) {
        const id = ids.get(step.font)!;
        names.of(id);
        if (!step.steps.isGivenBy(host.font(id))) return null;
      } else states.of(host.alpha(step.fill, step.stroke));
    }
    const resources = new Raw(`<<${names.entry((id) => host.font(id).ref)}${states.entry((ref) => ref)}>>`);
    const numbers = new MarkNumbers();
    if (host.tagged) addMarks(page.ops, numbers);
    return { stream: this.file.deflated({}, known.deflated), resources, marks: numbers.marks };
  }
}

function addMarks(ops: readonly Op[], out: MarkNumbers): void {
  for (const op of ops) {
    if (op.op !== "mark") continue;
    if (typeof op.mark === "number") out.of(op.mark, op.children);
    addMarks(op.children, out);
  }
}
