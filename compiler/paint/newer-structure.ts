// Additions of tags of PDF/UA-2: captions in their elements, types where they may be, elements of destinations (AX-13 to AX-15).
import { mayContain, PASSING_TYPES, tagOf, type MarkId, type Op, type Role, type StructNode } from "../../ir/ir.js";
import { extentOf } from "./extent.js";
import { elementWith, type StructureElement } from "./structure-element.js";
import { TableRow } from "./table-row.js";

/** Elements that have a caption. */
const CAPTIONED: ReadonlySet<Role | null> = new Set<Role | null>(["Figure", "Table", "L", "Code", "BlockQuote"]);
/** Elements in lines of text: others in them become a Span. */
const INLINE: ReadonlySet<string> = new Set("H1 H2 H3 H4 H5 H6 H7 H8 H9 P Span Strong Em Lbl Link Reference Title".split(" "));

/** A place at a height of a page, points. */
interface Aim {
  readonly destination: number;
  readonly y: number;
}

type Kid = StructureElement | MarkId;

const isElement = (kid: Kid | undefined): kid is StructureElement => typeof kid === "object";

export class NewerStructure {
  readonly #led = new Set<number>();
  readonly #aims = new Map<number, Aim[]>();
  /** page of each mark, and the lowest line or edge of its content */
  readonly #pages: number[] = [];
  readonly #lowest: number[] = [];

  /** The first element that a destination leads to counts. */
  lead(element: StructureElement, destination: number): void {
    if (this.#led.has(destination)) return;
    this.#led.add(destination);
    (element.destinations ??= []).push(destination);
  }

  aim(destination: number, page: number, y: number): void {
    const known = this.#aims.get(page);
    if (known) known.push({ destination, y });
    else this.#aims.set(page, [{ destination, y }]);
  }

  reach(mark: MarkId, page: number, ops: readonly Op[]): void {
    this.#pages[mark] = page;
    this.#lowest[mark] = lowestOf(ops);
  }

  /** Called once, for the whole structure. */
  finish(root: StructNode): StructNode {
    const document = root as StructureElement;
    caption(document);
    place(document, "Document");
    this.#hit(document);
    return root;
  }

  /** The first element in reading order with content at or below the place, else on its page. */
  #hit(root: StructureElement): void {
    const aims = new Map([...this.#aims].map(([page, all]) => [page, all.filter(({ destination }) => !this.#led.has(destination))]));
    const first = new Map<number, StructureElement>();
    const go = (element: StructureElement): void => {
      const { kids } = element;
      for (let i = 0; i < kids.length; i++) {
        const kid = kids[i]!;
        if (isElement(kid)) {
          // cells that are counted are made if one of them may be the target
          go(element instanceof TableRow && this.#isOn(kid, aims) ? element.open()[i]! : kid);
          continue;
        }
        const page = this.#pages[kid];
        const open = page === undefined ? undefined : aims.get(page);
        if (!open) continue;
        if (!first.has(page!)) first.set(page!, element);
        const left = open.filter(({ y }) => this.#lowest[kid]! < y - TOLERANCE);
        for (const aim of open) if (!left.includes(aim)) this.lead(element, aim.destination);
        aims.set(page!, left);
      }
    };
    go(root);
    for (const [page, left] of aims) {
      const element = first.get(page);
      if (element) for (const { destination } of left) this.lead(element, destination);
    }
  }

  #isOn({ kids }: StructureElement, aims: ReadonlyMap<number, unknown>): boolean {
    return kids.some((kid) => typeof kid === "number" && aims.has(this.#pages[kid] ?? -1));
  }
}

/** A row of cells that have content only. */
const isPlainRow = (element: StructureElement): boolean => element instanceof TableRow && element.cells !== undefined;

function caption(element: StructureElement): void {
  if (isPlainRow(element)) return;
  for (const kid of element.kids) if (isElement(kid)) caption(kid);
  withCaptions(element.kids);
}

/** `parent`: type of the nearest element that is not passed through */
function place(element: StructureElement, parent: string): void {
  if (isPlainRow(element)) return;
  const { kids } = element;
  const own = element.role === null ? "" : tagOf(element.role, "ua2");
  const type = PASSING_TYPES.has(own) ? parent : own;
  kids.forEach((kid, i) => {
    if (!isElement(kid)) return;
    const placed = placedIn(type, kid);
    if (placed !== kid) kids[i] = placed;
    place(placed, type);
  });
}

/** points; rounding of coordinates */
const TOLERANCE = 0.01;

/** Lowest baseline of text or lower edge of other content. */
function lowestOf(ops: readonly Op[]): number {
  let lowest = -Infinity;
  for (const op of ops) {
    if (op.op === "glyphs") lowest = Math.max(lowest, op.y);
    else {
      const rect = extentOf([op]);
      if (rect) lowest = Math.max(lowest, rect.y + rect.height);
    }
  }
  return lowest;
}

/** Captions become the last or first kid of their element; one beside none is a paragraph (AX-15). */
function withCaptions(kids: Kid[]): void {
  if (!kids.some((kid) => isElement(kid) && kid.role === "Caption")) return;
  const out: Kid[] = [];
  /** captions of the element that follows */
  let waiting: StructureElement[] = [];
  const close = (): void => {
    for (const caption of waiting) out.push(asParagraph(caption));
    waiting = [];
  };
  for (const kid of kids) {
    if (isElement(kid) && kid.role === "Caption") {
      const before = kid.leads ? null : besideIn(out);
      if (before && waiting.length === 0) before.kids.push(withoutLead(kid));
      else waiting.push(kid);
      continue;
    }
    if (isElement(kid) && CAPTIONED.has(kid.role) && waiting.length > 0) {
      const own = waiting.pop()!;
      close();
      if (hasCaption(kid)) out.push(asParagraph(own));
      else kid.kids.unshift(withoutLead(own));
    } else if (!(isElement(kid) && kid.role === "Note")) {
      if (waiting.length > 0) {
        const again = waiting;
        waiting = [];
        for (const caption of again) {
          const before = besideIn(out);
          if (before) before.kids.push(withoutLead(caption));
          else out.push(asParagraph(caption));
        }
      }
    }
    out.push(kid);
  }
  for (const caption of waiting) {
    const before = besideIn(out);
    if (before) before.kids.push(withoutLead(caption));
    else out.push(asParagraph(caption));
  }
  kids.length = 0;
  for (const kid of out) kids.push(kid);
}

/** The last element, notes passed over, if it has captions and none yet. */
function besideIn(before: readonly Kid[]): StructureElement | null {
  const last = before.findLast((kid) => !(isElement(kid) && kid.role === "Note"));
  return isElement(last) && CAPTIONED.has(last.role) && !hasCaption(last) ? last : null;
}

const hasCaption = ({ kids }: StructureElement): boolean => kids.some((kid) => isElement(kid) && kid.role === "Caption");

const withoutLead = ({ leads: _leads, ...caption }: StructureElement): StructureElement => caption;

/** A caption of several paragraphs is a group of them. */
const asParagraph = (caption: StructureElement): StructureElement => ({
  ...withoutLead(caption),
  role: caption.kids.some((kid) => isElement(kid) && !mayContain("P", tagOf(kid.role ?? "P", "ua2"))) ? "Div" : "P",
});

/** An element that may not be there is one that may: in text a Span, text in a group a paragraph, another group without meaning. */
function placedIn(parent: string, kid: StructureElement): StructureElement {
  if (kid.role === null || mayContain(parent, tagOf(kid.role, "ua2"))) return kid;
  if (INLINE.has(parent)) return { ...kid, role: "Span", kids: kid.kids, table: undefined, numbering: undefined, box: undefined };
  if (kid.role !== "P" && INLINE.has(tagOf(kid.role, "ua2"))) return elementWith({ role: "P", source: kid.source }, [kid]);
  return { ...kid, role: "Div" };
}
