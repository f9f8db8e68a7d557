// Looks of a form's fields as content of their pages (FM-50).
import { arrayOf, dictOf, inheritedOf, nameOf, numberOf } from "../../../pdf-reader/objects.js";
import { appearancesOf } from "../../../pdf-reader/page/annotations.js";
import { OptionalContent } from "../../../pdf-reader/page/optional.js";
import { entriesOf } from "../../../pdf-reader/tree.js";
import {
  PdfName,
  PdfRef,
  PdfStream,
  type PdfString,
  type PdfArray,
  type PdfDict,
  type PdfFile,
  type PdfObject,
  type PdfPage,
} from "../../../pdf-reader/types.js";
import { decimal } from "../syntax/object.js";
import type { Changes } from "./changes.js";
import { textString } from "./text.js";

type Deflate = (bytes: Uint8Array) => Uint8Array;

const [CHECKED, EMPTY] = ["\u2612", "\u2610"];
const EMPTY_DICT: PdfDict = new Map();
const PUSH = 1 << 16;
/** Elements of PDF 2.0 that contain no spans. */
const BLOCKS: ReadonlySet<string> = new Set([
  "Document",
  "DocumentFragment",
  "Part",
  "Art",
  "Sect",
  "Div",
  "Aside",
  "BlockQuote",
  "NonStruct",
]);
const latin = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** Widgets are taken out of pages, the form out of the catalog; the file is written anew after this. */
export function flattened(changes: Changes, deflate: Deflate): Changes {
  const { file } = changes;
  const tags = TagChanges.of(changes);
  const optional = new OptionalContent(file);
  for (let number = 1; number <= file.pageCount; number++) flattenPage(changes, file.page(number), { optional, tags, deflate });
  tags?.end();
  const root = file.refs().find((ref) => file.get(ref) === file.catalog);
  // rights of use are those of the file before
  if (root) changes.edit(root, { AcroForm: undefined, Perms: undefined, NeedsRendering: undefined });
  return changes;
}

interface Flattening {
  readonly optional: OptionalContent;
  readonly tags: TagChanges | null;
  readonly deflate: Deflate;
}

function flattenPage(changes: Changes, page: PdfPage, { optional, tags, deflate }: Flattening): void {
  const { file } = changes;
  const isWidget = (annotation: PdfDict): boolean => nameOf(file.get(annotation.get("Subtype"))) === "Widget";
  if (page.ref === null || !page.annots.some(isWidget)) return;
  const looks = new Map(appearancesOf(file, page, optional).map((look) => [look.annotation, look]));
  const known = dictOf(file.get(page.resources.get("XObject"))) ?? EMPTY_DICT;
  const added = new Map<string, PdfObject>();
  const content: string[] = [];
  page.annots.forEach((annotation, i) => {
    if (!isWidget(annotation)) return;
    const look = looks.get(i);
    let drawn = "";
    if (look) {
      let n = added.size;
      while (known.has(`Field${n}`) || added.has(`Field${n}`)) n++;
      added.set(`Field${n}`, look.ref ?? changes.add(new PdfStream(look.form.dict, file.encoded(look.form), null)));
      drawn = `q ${look.matrix.map((v) => decimal(v)).join(" ")} cm /Field${n} Do Q\n`;
    }
    const mark = tags?.span(annotation, page);
    if (mark !== undefined && mark !== null) content.push(`/Span <</MCID ${mark}>> BDC\n${drawn}EMC\n`);
    else if (drawn !== "") content.push(tags ? `/Artifact BMC\n${drawn}EMC\n` : drawn);
  });
  const contents = arrayOf(file.get(page.dict.get("Contents"))) ?? (page.dict.has("Contents") ? [page.dict.get("Contents")!] : []);
  const streamOf = (text: string): PdfRef => {
    const dict = new Map([["Filter", new PdfName("FlateDecode")]]);
    return changes.add(new PdfStream(dict, deflate(latin(text)), null));
  };
  const rest = (arrayOf(file.get(page.dict.get("Annots"))) ?? []).filter((given) => {
    const annotation = dictOf(file.get(given));
    return annotation !== null && !isWidget(annotation);
  });
  changes.edit(page.ref, {
    ...(content.length > 0 && {
      Contents: [streamOf("q\n"), ...contents, streamOf(`Q\n${content.join("")}`)],
      Resources: new Map([...page.resources, ["XObject", new Map([...known, ...added])]]),
    }),
    Annots: rest.length > 0 ? rest : undefined,
    ...(rest.length === 0 && !tags && { Tabs: undefined }),
  });
}

/** Structure in which Form elements become spans of content. */
class TagChanges {
  readonly #entries = new Map<number, PdfObject>();
  /** elements of a page's marks, by its key */
  readonly #marks = new Map<number, PdfObject[]>();
  readonly #keys = new Map<number, number>();
  #next: number;

  static of(changes: Changes): TagChanges | null {
    const { file } = changes;
    const given = file.catalog.get("StructTreeRoot");
    const root = dictOf(file.get(given));
    return root && given instanceof PdfRef ? new TagChanges(changes, given, root) : null;
  }

  private constructor(
    readonly changes: Changes,
    readonly ref: PdfRef,
    readonly root: PdfDict,
  ) {
    const { file } = changes;
    for (const [key, value] of entriesOf(file, dictOf(file.get(root.get("ParentTree"))), "Nums")) {
      const number = numberOf(file.get(key));
      if (number !== null) this.#entries.set(number, value);
    }
    let next = numberOf(file.get(root.get("ParentTreeNextKey"))) ?? 0;
    for (const key of this.#entries.keys()) next = Math.max(next, key + 1);
    this.#next = next;
  }

  get file(): PdfFile {
    return this.changes.file;
  }

  /** Mark of a widget's content; null without an element. */
  span(widget: PdfDict, page: PdfPage): number | null {
    const { file, changes } = this;
    const key = numberOf(file.get(widget.get("StructParent")));
    const element = key === null ? undefined : this.#entries.get(key);
    if (key === null || !(element instanceof PdfRef)) return null;
    const dict = changes.dict(element);
    if (!dict) return null;
    this.#entries.delete(key);
    // a paragraph takes its place where none of its parts may stand (ISO/TS 32005)
    const owner = this.#isAmongBlocks(dict) ? changes.reserve() : element;
    const mark = this.#mark(page, owner);
    const content = new Map<string, PdfObject>([
      ["Type", new PdfName("MCR")],
      ["Pg", page.ref!],
      ["MCID", mark],
    ]);
    const kids = kidsOf(changes, dict);
    const at = kids.findIndex((kid) => {
      const object = changes.dict(kid);
      return object !== null && nameOf(file.get(object.get("Type"))) === "OBJR" && dictOf(file.get(object.get("Obj"))) === widget;
    });
    const span = {
      S: new PdfName("Span"),
      Alt: undefined,
      ActualText: textOfState(file, widget) ?? undefined,
    };
    const inPlace = owner === element ? content : owner;
    const replaced = at < 0 ? [...kids, inPlace] : kids.map((kid, i) => (i === at ? inPlace : kid));
    const attributes = withoutPrintField(file, dict.get("A"));
    if (owner === element) changes.edit(element, { ...span, K: replaced, A: attributes });
    else {
      changes.edit(element, { S: new PdfName("P"), Alt: undefined, K: replaced, A: attributes });
      const namespace = dict.get("NS");
      changes.set(
        owner,
        new Map([["Type", new PdfName("StructElem")], ["P", element], ...(namespace ? [["NS", namespace] as const] : [])]),
      );
      changes.edit(owner, { ...span, K: content });
    }
    return mark;
  }

  #isAmongBlocks(element: PdfDict): boolean {
    const { file, changes } = this;
    return file.version >= "2.0" && BLOCKS.has(nameOf(file.get(changes.dict(element.get("P"))?.get("S"))) ?? "");
  }

  #mark(page: PdfPage, element: PdfRef): number {
    const { file, changes } = this;
    let key = numberOf(file.get(page.dict.get("StructParents"))) ?? this.#keys.get(page.number);
    if (key === undefined || key === null) {
      key = this.#next++;
      this.#keys.set(page.number, key);
      changes.edit(page.ref!, { StructParents: key });
    }
    let marks = this.#marks.get(key);
    if (!marks) this.#marks.set(key, (marks = [...(arrayOf(file.get(this.#entries.get(key))) ?? [])]));
    return marks.push(element) - 1;
  }

  end(): void {
    const { changes } = this;
    for (const [key, marks] of this.#marks) this.#entries.set(key, changes.add(marks));
    const sorted = [...this.#entries].sort(([a], [b]) => a - b);
    const nums: PdfArray = sorted.flatMap(([key, value]) => [key, value]);
    changes.edit(this.ref, { ParentTree: changes.add(new Map([["Nums", nums]])), ParentTreeNextKey: this.#next });
  }
}

function kidsOf(changes: Changes, element: PdfDict): readonly PdfObject[] {
  const given = element.get("K");
  const found = changes.get(given);
  if (Array.isArray(found)) return found;
  return given === undefined || found === null ? [] : [given];
}

/** A check mark is read as a character; null for other fields. */
function textOfState(file: PdfFile, widget: PdfDict): PdfString | null {
  const type = nameOf(file.get(inheritedOf(file, widget, "FT")));
  const flags = numberOf(file.get(inheritedOf(file, widget, "Ff")));
  if (type !== "Btn" || ((flags ?? 0) & PUSH) !== 0) return null;
  const isOn = (nameOf(file.get(widget.get("AS"))) ?? "Off") !== "Off";
  return textString(isOn ? CHECKED : EMPTY);
}

/** Attributes of printed fields are those of Form elements. */
function withoutPrintField(file: PdfFile, given: PdfObject | undefined): PdfObject | undefined {
  const isPrintField = (object: PdfObject | undefined): boolean => nameOf(file.get(dictOf(file.get(object))?.get("O"))) === "PrintField";
  const all = arrayOf(file.get(given));
  if (!all) return isPrintField(given) ? undefined : given;
  const rest = all.filter((object) => !isPrintField(object));
  return rest.some((object) => dictOf(file.get(object))) ? rest : undefined;
}
