// Structure tree and parent tree (ISO 32000-1, 14.7).
import { CountedRow, type PlainCells } from "../../../ir/counted-row.js";
import { round } from "../../../ir/geometry.js";
import { append, greatest } from "../../../base/many.js";
import type { ImportedElements } from "../imported/structure.js";
import type { EndTables, MarkId, Role, StructNode } from "../../../ir/ir.js";
import type { ByteWriter } from "../syntax/bytes.js";
import type { PdfFile } from "../syntax/file.js";
import { NO_MARK } from "../content/mark-numbers.js";
import { LARGEST_IN_FORM, ObjectForm } from "../syntax/object-form.js";
import { Entries, name, Raw, Ref, Refs, text, writeValue, type Dict, type Name, type PdfValue, type Text } from "../syntax/object.js";
import { nameTree, numberTree } from "../syntax/tree.js";
import type { TagNames } from "../imported/tag-names.js";
import type { Targets } from "./targets.js";

/** Of a page or form. The MCID of a mark is its index. */
interface MarkedStream {
  /** key in the parent tree */
  readonly key: number;
  readonly page: Ref;
  readonly form: Ref | null;
  readonly marks: Int32Array;
}

/** One number of stream index and MCID per mark: marks are too many for objects. Further positions are in `more`. */
interface Places {
  /** `UNPLACED` for a mark that no stream has */
  readonly first: Float64Array;
  readonly more: ReadonlyMap<MarkId, readonly number[]>;
}
const MCIDS = 2 ** 24;
const UNPLACED = -1;

/** @param count of all marks */
function placesOf(streams: readonly MarkedStream[], count: number): Places {
  const first = new Float64Array(count).fill(UNPLACED);
  const more = new Map<MarkId, number[]>();
  streams.forEach(({ marks }, i) => {
    for (let mcid = 0; mcid < marks.length; mcid++) {
      const mark = marks[mcid]!;
      if (mark === NO_MARK) continue;
      const place = i * MCIDS + mcid;
      if (first[mark] === UNPLACED) first[mark] = place;
      else {
        const known = more.get(mark);
        if (known) known.push(place);
        else more.set(mark, [place]);
      }
    }
  });
  return { first, more };
}

interface Marked {
  /** the element whose content begins at the right; null: none */
  readonly rightToLeft: StructNode | null;
  readonly streams: readonly MarkedStream[];
  readonly places: Places;
  readonly annotations: ReadonlyMap<MarkId, readonly MarkedAnnotation[]>;
}

type Imports = ReadonlyMap<number, ImportedElements>;
type TaggedHead = Pick<EndTables, "structure" | "metadata">;
type Visit = (node: StructNode) => void;

/** Pages of the file. */
interface PagesOf {
  readonly refs: readonly Ref[];
  readonly heights: readonly number[];
  /** index of the document's first page */
  readonly first: number;
}

/** Keys of the parent tree, which all documents of a file take one after another. */
export interface Keys {
  next: number;
}

/** Elements of a document, and what the tree of their file has of them. */
interface WrittenElements {
  readonly top: Ref;
  /** in ascending order of keys */
  readonly parents: readonly (readonly [number, PdfValue])[];
  readonly ids: readonly (readonly [string, Ref])[];
  readonly classes: readonly (readonly [Name | Raw, PdfValue])[];
}

interface MarkedAnnotation {
  readonly key: number;
  readonly page: Ref;
  readonly ref: Ref;
  readonly mark: MarkId;
  /** of a form field whose label is in its element: attributes, complete after the last page */
  readonly printed?: () => Dict;
}

/**
 * Collects marks while pages are written; finally writes the structure tree (ISO 32000-1, 14.7). All types are standard types: no RoleMap is
 * needed.
 */
export class Tags {
  readonly #streams: MarkedStream[] = [];
  readonly #annotations: MarkedAnnotation[] = [];

  /** @param idPrefix of identifiers, different for each document of a file */
  constructor(
    readonly keys: Keys = { next: 0 },
    readonly idPrefix = "",
  ) {}

  key(): number {
    return this.keys.next++;
  }

  stream(stream: MarkedStream): void {
    this.#streams.push(stream);
  }

  annotation(annotation: MarkedAnnotation): void {
    this.#annotations.push(annotation);
  }

  write(head: TaggedHead, around: Surroundings): Ref {
    const { file } = around;
    const root = file.reserve();
    const { top, parents, ids, classes } = this.elements(root, head, around);
    const sorted = [...ids].sort(([a], [b]) => (a < b ? -1 : 1));
    file.add(
      {
        Type: name("StructTreeRoot"),
        K: top,
        ParentTree: file.add(numberTree(file, parents)),
        ParentTreeNextKey: this.keys.next,
        ...around.forms.names.namespaces,
        ...(classes.length > 0 && { ClassMap: file.add(new Entries(classes)) }),
        ...(sorted.length > 0 && {
          IDTree: file.add(
            nameTree(
              file,
              sorted.map(([id, ref]) => [text(id), ref]),
            ),
          ),
        }),
      },
      root,
    );
    return root;
  }

  /** Elements below `parent`, and what the trees of the file have of them. */
  elements(parent: Ref, { structure, metadata: { direction } }: TaggedHead, around: Surroundings): WrittenElements {
    const { file, imports } = around;
    const count =
      1 +
      this.#annotations.reduce(
        (most, { mark }) => Math.max(most, mark),
        this.#streams.reduce((most, { marks }) => greatest(marks, most), NO_MARK),
      );
    const places = placesOf(this.#streams, count);
    const annotations = new Map<MarkId, MarkedAnnotation[]>();
    for (const a of this.#annotations) {
      const known = annotations.get(a.mark);
      if (known) known.push(a);
      else annotations.set(a.mark, [a]);
    }
    const marked = { streams: this.#streams, places, annotations, rightToLeft: direction === "rtl" ? structure : null };
    const elements = new ElementWriter({ ...around, marked, idPrefix: this.idPrefix });
    const top = around.targets?.top ?? file.reserve();
    elements.write(structure, parent.num, top.num);
    const { owners } = elements;
    const owner = (mark: MarkId): Ref | null => (owners[mark] ? new Ref(owners[mark]) : null);
    const parents: [number, PdfValue][] = [
      ...this.#streams.map((s): [number, PdfValue] => [s.key, file.refs(s.marks.map((m) => (m === NO_MARK ? 0 : owners[m]!)))]),
      ...this.#annotations.map((a): [number, PdfValue] => [a.key, owner(a.mark)]),
    ];
    const classes: (readonly [Name | Raw, PdfValue])[] = [];
    for (const imported of imports.values()) {
      append(parents, imported.parents());
      append(elements.ids, imported.ids);
      append(classes, imported.classes());
    }
    return { top, parents: parents.sort(([a], [b]) => a - b), ids: elements.ids, classes };
  }
}

const SCOPES = { row: "Row", column: "Column", both: "Both" } as const;
const NUMBERINGS = {
  decimal: "Decimal",
  "lower-alpha": "LowerAlpha",
  "lower-roman": "LowerRoman",
  disc: "Disc",
  circle: "Circle",
  square: "Square",
  ordered: "Decimal",
  unordered: "Disc",
} as const;
const NEWER_NUMBERINGS = { ...NUMBERINGS, ordered: "Ordered", unordered: "Unordered" } as const;

const NO_REFERENCES: readonly Ref[] = [];
/** Of a group with a form of its own. */
const MOST_KIDS = 32;
/** Element sizes below this never exceed a profile limit. */
const MANY = 8000;

function hasElementsOnly(kids: StructNode["kids"]): boolean {
  for (const kid of kids) if (typeof kid === "number") return false;
  return true;
}

/** Forms of the elements of a file. */
export class ElementForms {
  readonly #leaves = new Map<Role, ObjectForm>();
  readonly #groups = new Map<Role, (ObjectForm | undefined)[]>();

  constructor(readonly names: TagNames) {}

  /** An element with one mark. */
  leaf(role: Role): ObjectForm {
    let form = this.#leaves.get(role);
    if (!form) this.#leaves.set(role, (form = new ObjectForm([`<<${this.names.start(role)}/P `, " 0 R/Pg ", " 0 R/K ", ">>"])));
    return form;
  }

  /** An element of elements. */
  group(role: Role, kids: number): ObjectForm {
    let forms = this.#groups.get(role);
    if (!forms) this.#groups.set(role, (forms = []));
    return (forms[kids] ??= new ObjectForm([
      `<<${this.names.start(role)}/P `,
      " 0 R/K[",
      ...Array<string>(kids - 1).fill(" 0 R "),
      " 0 R]>>",
    ]));
  }
}

/** File and pages of a document's elements. */
interface Surroundings {
  readonly file: PdfFile;
  /** receives each element before it is written, in reading order */
  readonly visit: Visit;
  readonly pages: PagesOf;
  readonly imports: Imports;
  readonly forms: ElementForms;
  /** null for tags of PDF 1.7 */
  readonly targets: Targets | null;
}

interface ElementPlace extends Surroundings {
  readonly marked: Marked;
  readonly idPrefix: string;
}

const textOf = (value: string | undefined): Text | undefined => (value === undefined ? undefined : text(value));

class ElementWriter {
  /** element number by mark; 0 without */
  readonly owners: Uint32Array;
  readonly ids: [string, Ref][] = [];
  readonly file: PdfFile;
  readonly visit: Visit;
  readonly marked: Marked;
  readonly pages: PagesOf;
  readonly imports: Imports;
  readonly forms: ElementForms;
  readonly idPrefix: string;
  readonly targets: Targets | null;
  readonly #three = [0, 0, 0];
  #notes = 0;
  #headers = 0;
  #page: Ref | null = null;
  #onPage = "";

  constructor({ file, visit, marked, pages, imports, forms, idPrefix, targets }: ElementPlace) {
    this.targets = targets;
    this.file = file;
    this.visit = visit;
    this.marked = marked;
    this.owners = new Uint32Array(marked.places.first.length);
    this.pages = pages;
    this.imports = imports;
    this.forms = forms;
    this.idPrefix = idPrefix;
  }

  /** `parent` and `num` are object numbers: elements are too many for objects. */
  write(node: StructNode, parent: number, num: number): void {
    if (node instanceof CountedRow && node.cells && this.#cells(node.cells, parent, num)) return;
    const { kids, role, alt } = node;
    if (alt !== undefined || role.startsWith("H") || role === "Figure" || kids.length > MANY || node.import !== undefined) this.visit(node);
    if (node.import !== undefined) return this.#part(node, node.import, parent, num);
    // most elements have only a page and one mark
    const described = alt !== undefined || node.title !== undefined || node.lang !== undefined || node === this.marked.rightToLeft;
    const references = this.targets?.references(node) ?? NO_REFERENCES;
    const plain =
      references.length === 0 &&
      !node.table &&
      !node.box &&
      !described &&
      !node.numbering &&
      role !== "Note" &&
      (role !== "Form" || kids.length === 1);
    const only = kids.length === 1 && plain ? kids[0]! : null;
    const place = typeof only === "number" && this.#once(only) ? this.#placeOf(only) : UNPLACED;
    const stream = place === UNPLACED ? null : this.#streamOf(place);
    if (stream && !stream.form && num <= LARGEST_IN_FORM) {
      this.owners[only as MarkId] = num;
      const numbers = this.#three;
      numbers[0] = parent;
      numbers[1] = stream.page.num;
      numbers[2] = place % MCIDS;
      return this.file.put(this.forms.leaf(role), num, numbers);
    }
    if (plain && kids.length > 0 && hasElementsOnly(kids)) {
      const nums = this.#numbers(kids);
      for (let i = 0; i < kids.length; i++) this.write(kids[i] as StructNode, num, nums[i]!);
      return this.#group(role, nums, parent, num);
    }
    const page = this.#pageOf(node);
    const inside: string[] = [];
    const nums = this.#numbers(kids);
    kids.forEach((kid, i) => {
      if (typeof kid === "number") return this.#content(kid, num, page, inside);
      this.write(kid, num, nums[i]!);
      inside.push(`${nums[i]!} 0 R`);
    });
    const k = inside.length === 0 ? "" : inside.length === 1 ? ` ${inside[0]!}` : `[${inside.join(" ")}]`;
    if (plain) {
      const w = this.#begin(num, role);
      if (k !== "") w.ascii(`/K${k}`);
      return this.#end(w, num, role, parent, page);
    }
    const ref = new Ref(num);
    const id = this.#id(node);
    if (id !== undefined) this.ids.push([id, ref]);
    const attributes = this.#attributes(node);
    if (node === this.marked.rightToLeft) attributes.push({ O: name("Layout"), WritingMode: name("RlTb") });
    const { S, NS } = this.forms.names.entries(role);
    const about: Dict = {
      S,
      NS,
      P: new Ref(parent),
      Pg: page ?? undefined,
      K: k === "" ? undefined : new Raw(k.trimStart()),
      A: attributes.length > 1 ? attributes : attributes[0],
      // the description of a Link is in its annotation, with the same text
      Alt: node.role === "Link" ? undefined : textOf(node.alt),
      T: textOf(node.title),
      Lang: textOf(node.lang),
      ID: textOf(id),
      Ref: references.length > 0 ? [...references] : undefined,
    };
    this.file.add(about, ref);
  }

  /** Writes a row whose cells follow each other in a page. False for others: nothing is written. */
  #cells({ mark, count }: PlainCells, parent: number, num: number): boolean {
    const { first } = this.marked.places;
    const place = this.#placeOf(mark);
    if (place === UNPLACED || count > MANY) return false;
    for (let i = 0; i < count; i++) if (first[mark + i] !== place + i || !this.#once(mark + i)) return false;
    const { form, page } = this.#streamOf(place);
    if (form || num > LARGEST_IN_FORM - count || this.file.objects > LARGEST_IN_FORM - count) return false;
    const start = this.file.numbers(count);
    const nums: number[] = [];
    for (let i = 0; i < count; i++) nums.push((this.owners[mark + i] = start + i));
    const numbers = this.#three;
    numbers[0] = num;
    numbers[1] = page.num;
    numbers[2] = place % MCIDS;
    this.file.put(this.forms.leaf("TD"), start, numbers, count);
    this.#group("TR", nums, parent, num);
    return true;
  }

  /** An element of elements with these numbers. */
  #group(role: Role, nums: readonly number[], parent: number, num: number): void {
    // elements of elements have larger numbers, except those that others refer to
    const largest = this.targets ? nums.reduce((most, n) => Math.max(most, n), num) : nums.at(-1)!;
    if (nums.length <= MOST_KIDS && largest <= LARGEST_IN_FORM)
      return this.file.put(this.forms.group(role, nums.length), num, [parent, ...nums]);
    const all = this.file.refs(nums);
    const w = this.#begin(num, role);
    w.ascii(all instanceof Ref ? "/K " : "/K");
    writeValue(w, all);
    this.#end(w, num, role, parent, null);
  }

  /** Numbers of the elements, one after another: those of a table's rows, and those of a row's cells. 0 for a mark. */
  #numbers(kids: StructNode["kids"]): number[] {
    return kids.map((kid) => (typeof kid === "number" ? 0 : (this.targets?.reserved(kid)?.num ?? this.file.number())));
  }

  #part({ lang }: StructNode, index: number, parent: number, num: number): void {
    const kids = this.imports.get(index)?.write(this.file, num, this.forms.names) ?? [];
    const about: Dict = {
      ...this.forms.names.entries("Part"),
      P: new Ref(parent),
      K: new Refs(kids),
      ...(lang !== undefined && { Lang: text(lang) }),
    };
    this.file.add(about, new Ref(num));
  }

  #once(mark: MarkId): boolean {
    const { places, annotations } = this.marked;
    return !(places.more.size > 0 && places.more.has(mark)) && !(annotations.size > 0 && annotations.has(mark));
  }

  #begin(num: number, role: Role): ByteWriter {
    // a namespace is an object of its own
    this.forms.names.start(role);
    const w = this.file.open(num);
    w.ascii("<<");
    return w;
  }

  #end(w: ByteWriter, num: number, role: Role, parent: number, page: Ref | null): void {
    w.ascii(this.forms.names.start(role));
    w.ascii("/P ");
    w.int(parent);
    w.ascii(" 0 R");
    if (page) {
      if (this.#page !== page) {
        this.#page = page;
        this.#onPage = `/Pg ${page.num} 0 R`;
      }
      w.ascii(this.#onPage);
    }
    w.ascii(">>");
    this.file.shut(num);
  }

  #placeOf(mark: MarkId): number {
    return this.marked.places.first[mark] ?? UNPLACED;
  }

  #streamOf = (place: number): MarkedStream => this.marked.streams[Math.floor(place / MCIDS)]!;

  #pageOf(node: StructNode): Ref | null {
    for (const kid of node.kids) {
      const place = typeof kid === "number" ? this.#placeOf(kid) : UNPLACED;
      if (place !== UNPLACED) return this.#streamOf(place).page;
    }
    return node.box ? (this.pages.refs[this.pages.first + node.box.page] ?? null) : null;
  }

  #content(mark: MarkId, owner: number, page: Ref | null, out: string[]): void {
    this.owners[mark] = owner;
    const place = this.#placeOf(mark);
    for (const at of place === UNPLACED ? [] : [place, ...(this.marked.places.more.get(mark) ?? [])]) {
      const stream = this.#streamOf(at);
      const mcid = at % MCIDS;
      if (stream.form) out.push(`<</Type/MCR/Pg ${stream.page.num} 0 R/Stm ${stream.form.num} 0 R/MCID ${mcid}>>`);
      else if (stream.page === page) out.push(String(mcid));
      else out.push(`<</Type/MCR/Pg ${stream.page.num} 0 R/MCID ${mcid}>>`);
    }
    for (const a of this.marked.annotations.get(mark) ?? []) out.push(`<</Type/OBJR/Pg ${a.page.num} 0 R/Obj ${a.ref.num} 0 R>>`);
  }

  #attributes({ table, numbering, box, role, note, kids }: StructNode): Dict[] {
    const out: Dict[] = [];
    const { standard } = this.forms.names;
    if (role === "Note" && standard === "ua2") out.push({ O: name("FENote"), NoteType: name(note === "footnote" ? "Footnote" : "None") });
    if (table && (table.scope !== undefined || table.headers || table.rowSpan > 1 || table.colSpan > 1))
      out.push({
        O: name("Table"),
        ...(table.scope !== undefined && { Scope: name(SCOPES[table.scope]) }),
        ...(table.headers && { Headers: table.headers.map((id) => text(this.idPrefix + id)) }),
        ...(table.rowSpan > 1 && { RowSpan: table.rowSpan }),
        ...(table.colSpan > 1 && { ColSpan: table.colSpan }),
      });
    if (numbering !== undefined)
      out.push({ O: name("List"), ListNumbering: name((standard === "ua2" ? NEWER_NUMBERINGS : NUMBERINGS)[numbering]) });
    const printed = role === "Form" ? this.#printed(kids) : undefined;
    if (printed) out.push(printed);
    if (box) {
      const height = this.pages.heights[this.pages.first + box.page] ?? 0;
      const { x, y, width, height: h } = box.rect;
      out.push({
        O: name("Layout"),
        ...(role === "Figure" && { Placement: name("Block") }),
        BBox: [x, round(height - y - h), round(x + width), round(height - y)],
      });
    }
    return out;
  }

  /** A Form element with more than its annotation says what field it is (ISO 14289-1, 7.18.4). */
  #printed(kids: StructNode["kids"]): Dict | undefined {
    const mark = kids.length > 1 ? kids.find((kid) => typeof kid === "number") : undefined;
    return mark === undefined ? undefined : this.marked.annotations.get(mark)?.[0]?.printed?.();
  }

  /** ID of a Note (ISO 14289-1, 7.9), of a referenced header cell, and of every header cell in PDF/UA-2 (AX-14). */
  #id({ role, table }: StructNode): string | undefined {
    const isNewer = this.forms.names.standard === "ua2";
    const header = isNewer && role === "TH" && table?.id === undefined ? `header-${++this.#headers}` : table?.id;
    const id = role === "Note" ? `note-${++this.#notes}` : header;
    return id === undefined ? undefined : this.idPrefix + id;
  }
}
