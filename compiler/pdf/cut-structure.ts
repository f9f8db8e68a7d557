// Elements left empty are removed (PDF-30).
import {
  attributeIn,
  type AttributeValue,
  type ImportedAttributes,
  type ImportedClass,
  type ImportedContent,
  type ImportedNode,
  type ImportedStructure,
} from "../../ir/ir.js";
import type { ImportedSheet } from "../box/page.js";
import { withAttribute } from "./attributes.js";
import type { SourceContent, SourceElement } from "./elements.js";

/** A page that recurs has its elements again: the tree is repeated for all second occurrences, and so on. */
export function cutStructure(
  elements: readonly SourceElement[],
  rounds: ReturnType<typeof roundsOf>,
): Pick<ImportedStructure, "kids" | "classes"> {
  const kids: ImportedNode[] = [];
  const classes = new Map<string, ImportedClass>();
  rounds.forEach((places, i) => {
    const cut = new Cut(places, i === 0 ? "" : `${i + 1}.`, classes);
    const made = elements.flatMap((element) => cut.node(element) ?? []);
    for (const node of made) kids.push(cut.finished(node));
  });
  return { kids, classes: [...classes.values()] };
}

/** Sheets by the page of the file, one map for each occurrence. */
export function roundsOf(sheets: readonly ImportedSheet[]): readonly ReadonlyMap<number, number>[] {
  const out: Map<number, number>[] = [];
  const met = new Map<number, number>();
  sheets.forEach(({ number }, sheet) => {
    const round = met.get(number) ?? 0;
    met.set(number, round + 1);
    (out[round] ??= new Map()).set(number, sheet);
  });
  return out;
}

/** Identifiers of headers are checked at the end. */
type Node = { -readonly [K in keyof ImportedNode]: ImportedNode[K] };

interface GroupRows {
  readonly places: readonly number[];
  readonly left: readonly number[];
}

const isElement = (kid: SourceElement | SourceContent): kid is SourceElement => "role" in kid;
const isCell = ({ role }: SourceElement): boolean => role === "TD" || role === "TH";

class Cut {
  readonly #ids = new Set<string>();
  /** elements that come over, and those that others refer to */
  readonly #made = new Set<number>();
  readonly #referred = new Set<number>();
  readonly #sizes = new Map<SourceElement, { readonly all: number; readonly left: number }>();

  readonly #rows = new Map<SourceElement, GroupRows>();

  constructor(
    /** sheets by page of the file, of this occurrence */
    readonly places: ReadonlyMap<number, number>,
    readonly prefix: string,
    readonly classes: Map<string, ImportedClass>,
  ) {}

  #size(element: SourceElement): { readonly all: number; readonly left: number } {
    let size = this.#sizes.get(element);
    if (!size) {
      let [all, left] = [0, 0];
      for (const kid of element.kids) {
        const inner = isElement(kid) ? this.#size(kid) : { all: 1, left: this.#place(kid) === undefined ? 0 : 1 };
        all += inner.all;
        left += inner.left;
      }
      this.#sizes.set(element, (size = { all, left }));
    }
    return size;
  }

  #place({ page }: SourceContent): number | undefined {
    return page === null ? undefined : this.places.get(page);
  }

  /** True for a kid with content, or empty in the file and in an element of which nothing is cut; cells stay in their row. */
  #stays(kid: SourceElement, parent: SourceElement): boolean {
    const { all, left } = this.#size(kid);
    if (left > 0 || (parent.role === "TR" && isCell(kid))) return true;
    const around = this.#size(parent);
    return all === 0 && around.all === around.left;
  }

  /** Null for an element that is left empty. */
  node(element: SourceElement): Node | null {
    return this.#size(element).left > 0 ? this.#element(element, null) : null;
  }

  #element(element: SourceElement, spans: readonly ImportedAttributes[] | null): Node {
    const { role, newer, key, refs, texts, classes, id: given } = element;
    if (key !== null) this.#made.add(key);
    for (const ref of refs) this.#referred.add(ref);
    for (const of of classes) this.classes.set(of.name, of);
    const id = given === null ? null : `${this.prefix}${given}`;
    const isFree = id !== null && !this.#ids.has(id);
    if (isFree) this.#ids.add(id);
    const attributes = spans ?? element.attributes;
    return {
      role,
      ...(newer !== null && { newer }),
      ...(key !== null && { key: String(key) }),
      ...(refs.length > 0 && { refs: refs.map(String) }),
      ...texts,
      ...(isFree && { id }),
      ...(attributes.length > 0 && { attributes }),
      ...(classes.length > 0 && { classes: classes.map((c) => c.name) }),
      kids: this.#kids(element),
    };
  }

  #kids(element: SourceElement): readonly (ImportedNode | ImportedContent)[] {
    const out: (ImportedNode | ImportedContent)[] = [];
    element.kids.forEach((kid, i) => {
      if (!isElement(kid)) {
        const page = this.#place(kid);
        const { mcid, form, annotation } = kid;
        if (page === undefined) return;
        out.push({
          page,
          ...(mcid !== undefined && { mcid }),
          ...(form !== undefined && { form }),
          ...(annotation !== undefined && { annotation }),
        });
      } else if (this.#stays(kid, element)) out.push(kid.role === "TR" ? this.#row(kid, element, i) : this.#element(kid, null));
    });
    return out;
  }

  /** `places`: of each kid among the rows; `left`: rows that stay before each place. */
  #rowsOf(group: SourceElement): GroupRows {
    let known = this.#rows.get(group);
    if (known) return known;
    const places: number[] = [];
    const left = [0];
    for (const kid of group.kids) {
      places.push(left.length - 1);
      if (isElement(kid) && kid.role === "TR") left.push(left.at(-1)! + (this.#stays(kid, group) ? 1 : 0));
    }
    this.#rows.set(group, (known = { places, left }));
    return known;
  }

  /** Spans of removed rows are cut. */
  #row(row: SourceElement, group: SourceElement, index: number): Node {
    const node = this.#element(row, null);
    const { places, left } = this.#rowsOf(group);
    const place = places[index]!;
    const last = left.length - 1;
    if (left[last]! - left[place]! === last - place) return node;
    const cells = row.kids.filter((kid): kid is SourceElement => isElement(kid) && this.#stays(kid, row));
    let next = 0;
    node.kids = node.kids.map((kid) => {
      if (!("role" in kid)) return kid;
      const cell = cells[next++]!;
      const all = [...cell.attributes, ...cell.classes.flatMap((c) => c.attributes)];
      const span = attributeIn(all, "Table", "RowSpan");
      if (typeof span !== "number" || span <= 1) return kid;
      const rows = left[Math.min(last, place + Math.trunc(span))]! - left[place]!;
      return { ...kid, attributes: withAttribute(cell.attributes, "Table", "RowSpan", rows) };
    });
    return node;
  }

  /** Elements that others refer to have a key, and references that lead nowhere are dropped. */
  #linked({ key, refs = [], ...node }: ImportedNode): ImportedNode {
    const left = refs.filter((ref) => this.#made.has(Number(ref)));
    return {
      ...node,
      ...(key !== undefined && this.#referred.has(Number(key)) && { key: `${this.prefix}${key}` }),
      ...(left.length > 0 && { refs: left.map((ref) => `${this.prefix}${ref}`) }),
    };
  }

  /** Headers have new names; removed ones are dropped. */
  finished(given: ImportedNode): ImportedNode {
    const node = given.key === undefined && !given.refs ? given : this.#linked(given);
    const kids = node.kids.map((kid) => ("role" in kid ? this.finished(kid) : kid));
    const headers = node.attributes && attributeIn(node.attributes, "Table", "Headers");
    if (headers === undefined) return { ...node, kids };
    const left = this.#headers(headers);
    const { attributes, ...others } = node;
    const made = withAttribute(attributes!, "Table", "Headers", left.length === 0 ? null : { list: left });
    return { ...others, ...(made.length > 0 && { attributes: made }), kids };
  }

  #headers(value: AttributeValue): readonly AttributeValue[] {
    const list = typeof value === "object" && "list" in value ? value.list : [value];
    return list.flatMap((item) => {
      const id = typeof item === "object" && "text" in item ? `${this.prefix}${item.text}` : null;
      return id !== null && this.#ids.has(id) ? [{ text: id }] : [];
    });
  }
}
