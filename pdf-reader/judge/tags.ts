// PDF/UA-1: all content is that of an element, or an artifact (ISO 14289-1, 7.1; PDF-30).
import { latin } from "../lexer.js";
import { isDict, nameOf } from "../objects.js";
import { checkDepth, NestingCounts } from "../meter.js";
import { boxOf } from "../pages.js";
import { mcidOf } from "../page/content.js";
import { Operations, showsText } from "../page/operators.js";
import type { PageContents } from "../page/page.js";
import { PdfName, PdfRef, PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject, type PdfPage } from "../types.js";
import { Broken, type Breach } from "./rules.js";

export interface OwnedContent {
  readonly mcids: ReadonlySet<number>;
  /** by object number in the file */
  readonly forms: ReadonlyMap<number, ReadonlySet<number>>;
  readonly annotations: ReadonlyMap<number, string>;
}

const PAINT: ReadonlySet<string> = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "BI"]);
/** Form of a language in the tags (ISO 14289-1, 7.2; RFC 3066). */
export const LANGUAGE = /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/;

type Within = "nothing" | "artifact" | "element";

/**
 * Returns the breach of the tags; null if they conform. `links`: indexes of the link annotations that come over; `isNewer`: by PDF/UA-2,
 * where no Lang is empty
 */
export function tagBreach(
  contents: PageContents,
  page: PdfPage,
  owned: OwnedContent,
  links: readonly number[],
  isNewer = false,
): Breach | null {
  try {
    new TagJudge(contents, owned, isNewer).page(page, links);
    return null;
  } catch (e) {
    if (e instanceof Broken) return e.breach;
    throw e;
  }
}

const breaks = (clause: string, reason: string): never => {
  throw new Broken({ clause: `ISO 14289-1, ${clause}`, reason });
};

class TagJudge {
  readonly #file: PdfFile;
  readonly #done = new Map<PdfStream, Set<Within>>();
  readonly #drawn = new Set<number>();

  constructor(
    readonly contents: PageContents,
    readonly owned: OwnedContent,
    readonly isNewer: boolean,
  ) {
    this.#file = contents.file;
  }

  page(page: PdfPage, links: readonly number[]): void {
    this.#content(this.contents.content(page, "keep").bytes, {
      resources: page.resources,
      mcids: this.owned.mcids,
      around: "nothing",
      depth: 0,
    });
    for (const { form, annotation } of this.contents.appearances(page))
      this.#form(form, null, page.resources, this.owned.annotations.has(annotation) ? "element" : "artifact", 1);
    for (const index of links) this.#link(page, index);
  }

  #link({ annots, boxes }: PdfPage, index: number): void {
    const dict = annots[index]!;
    const rect = boxOf(dict.get("Rect"), this.#file.get);
    const [left, bottom, right, top] = boxes.crop;
    if (rect && (rect[2] <= left || rect[0] >= right || rect[3] <= bottom || rect[1] >= top)) return;
    if (this.owned.annotations.get(index) !== "Link") breaks("7.18.5", "a link annotation is not in a Link element");
    const contents = this.#file.get(dict.get("Contents"));
    if (!(contents instanceof PdfString && contents.bytes.length > 0)) breaks("7.18.5", "a link annotation has no description (Contents)");
  }

  #content(
    bytes: Uint8Array,
    at: { readonly resources: PdfDict; readonly mcids: ReadonlySet<number>; readonly around: Within; readonly depth: number },
  ): void {
    const file = this.#file;
    checkDepth(at.depth, file.budgets);
    const operations = new Operations(bytes, new NestingCounts(file.budgets));
    const open: Within[] = [];
    let within = at.around;
    for (let next; (next = operations.next());) {
      const { operator, operands } = next;
      if (operator === "BDC" || operator === "BMC") {
        open.push(within);
        within = this.#begun(nameOf(operands[0]), operator === "BDC" ? this.#property(operands[1], at.resources) : null, within, at.mcids);
      } else if (operator === "EMC") within = open.pop() ?? within;
      else if (operator === "Do") this.#object(operands[0], at.resources, within, at.depth);
      else if (within === "nothing" && (PAINT.has(operator) || showsText(operator, operands)))
        breaks("7.1", "it has content that is neither tagged nor an artifact");
    }
  }

  #property(given: PdfObject | undefined, resources: PdfDict): PdfObject | undefined {
    if (!(given instanceof PdfName)) return given;
    const all = this.#file.get(resources.get("Properties"));
    return isDict(all) ? all.get(given.value) : undefined;
  }

  #begun(tag: string | null, properties: PdfObject | undefined, within: Within, mcids: ReadonlySet<number>): Within {
    const dict = this.#file.get(properties);
    const lang = isDict(dict) ? this.#file.get(dict.get("Lang")) : null;
    if (
      lang instanceof PdfString &&
      (this.isNewer || lang.bytes.length > 0) &&
      !LANGUAGE.test(latin(lang.bytes, 0, Math.min(99, lang.bytes.length)).replace(/^\xfe\xff|\0/g, ""))
    )
      breaks("7.2", "marked content has a Lang that is not a language");
    const mcid = mcidOf(properties, this.#file);
    const isTagged = mcid !== null && mcids.has(mcid);
    if (isTagged && within === "artifact") breaks("7.1", "tagged content is in an artifact");
    if (tag === "Artifact" && within === "element") breaks("7.1", "an artifact is in tagged content");
    if (isTagged) return "element";
    return tag === "Artifact" && within === "nothing" ? "artifact" : within;
  }

  #object(name: PdfObject | undefined, resources: PdfDict, within: Within, depth: number): void {
    const all = this.#file.get(resources.get("XObject"));
    const given = isDict(all) ? all.get(nameOf(name) ?? "") : undefined;
    const stream = this.#file.get(given);
    if (!(stream instanceof PdfStream)) return;
    if (nameOf(this.#file.get(stream.dict.get("Subtype"))) === "Form")
      return this.#form(stream, given instanceof PdfRef ? given : null, resources, within, depth + 1);
    if (within === "nothing") breaks("7.1", "it has a picture that is neither tagged nor an artifact");
  }

  #form(form: PdfStream, ref: PdfRef | null, outer: PdfDict, around: Within, depth: number): void {
    const mcids = (ref && this.owned.forms.get(ref.num)) ?? null;
    if (ref && mcids) {
      if (this.#drawn.has(ref.num)) breaks("7.20", "a form with tagged content is drawn more than once");
      this.#drawn.add(ref.num);
    }
    const done = this.#done.get(form);
    if (done?.has(around)) return;
    if (done) done.add(around);
    else this.#done.set(form, new Set([around]));
    if (!this.contents.optional.isVisible(form.dict.get("OC"))) return;
    const own = this.#file.get(form.dict.get("Resources"));
    const bytes = this.contents.form(form, outer, "keep") ?? this.#file.decode(form).bytes;
    this.#content(bytes, { resources: isDict(own) ? own : outer, mcids: mcids ?? NONE, around, depth });
  }
}

const NONE: ReadonlySet<number> = new Set();
