import { round } from "../../ir/geometry.js";
import type { Artifact, MarkId, StructNode } from "../../ir/ir.js";
import type { PdfFile } from "./syntax/file.js";
import { name, Raw, text, type Dict, type PdfValue, type Ref } from "./syntax/object.js";
import { nameTree, numberTree, references } from "./syntax/tree.js";

/** A content stream with marks in it: a page's, or a form's that a page draws. A mark's MCID is its index. */
interface MarkedStream {
  /** in the parent tree */
  readonly key: number;
  readonly page: Ref;
  readonly form: Ref | null;
  readonly marks: readonly MarkId[];
}

interface Place {
  readonly stream: MarkedStream;
  readonly mcid: number;
}

/** A link annotation, owned by its mark's node. */
interface MarkedAnnotation {
  readonly key: number;
  readonly page: Ref;
  readonly ref: Ref;
  readonly mark: MarkId;
}

/**
 * What is said of marks while pages are written, and the structure tree made of it at the end (ISO 32000-1, 14.7): elements, the parent
 * tree from marks and annotations back to their elements, and the names of those that others refer to. All roles are standard types of
 * PDF 1.7, so there is nothing for a RoleMap to map.
 */
export class Tags {
  #keys = 0;
  readonly #streams: MarkedStream[] = [];
  readonly #annotations: MarkedAnnotation[] = [];

  /** A number for a page, form or annotation in the parent tree. */
  key(): number {
    return this.#keys++;
  }

  stream(stream: MarkedStream): void {
    this.#streams.push(stream);
  }

  annotation(annotation: MarkedAnnotation): void {
    this.#annotations.push(annotation);
  }

  /** Writes the tree. `pages`: each page's object and height. */
  write(file: PdfFile, structure: StructNode, pages: { readonly refs: readonly Ref[]; readonly heights: readonly number[] }): Ref {
    const places = new Map<MarkId, Place[]>();
    for (const stream of this.#streams)
      stream.marks.forEach((mark, mcid) => {
        const known = places.get(mark);
        if (known) known.push({ stream, mcid });
        else places.set(mark, [{ stream, mcid }]);
      });
    const annotations = new Map<MarkId, MarkedAnnotation[]>();
    for (const a of this.#annotations) annotations.set(a.mark, [...(annotations.get(a.mark) ?? []), a]);
    const root = file.reserve();
    const elements = new ElementWriter(file, places, annotations, pages);
    const top = elements.write(structure, root);
    const { owners } = elements;
    const parents: [number, PdfValue][] = [
      ...this.#streams.map((s): [number, PdfValue] => [s.key, references(s.marks.map((m) => owners.get(m)))]),
      ...this.#annotations.map((a): [number, PdfValue] => [a.key, owners.get(a.mark) ?? null]),
    ];
    const ids = [...elements.ids].sort(([a], [b]) => (a < b ? -1 : 1));
    file.add(
      {
        Type: name("StructTreeRoot"),
        K: top,
        ParentTree: file.add(
          numberTree(
            file,
            parents.sort(([a], [b]) => a - b),
          ),
        ),
        ParentTreeNextKey: this.#keys,
        ...(ids.length > 0 && {
          IDTree: file.add(
            nameTree(
              file,
              ids.map(([id, ref]) => [text(id), ref]),
            ),
          ),
        }),
      },
      root,
    );
    return root;
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
} as const;

class ElementWriter {
  /** mark → the element that it is content of */
  readonly owners = new Map<MarkId, Ref>();
  readonly ids: [string, Ref][] = [];
  #notes = 0;

  constructor(
    readonly file: PdfFile,
    readonly places: ReadonlyMap<MarkId, readonly Place[]>,
    readonly annotations: ReadonlyMap<MarkId, readonly MarkedAnnotation[]>,
    readonly pages: { readonly refs: readonly Ref[]; readonly heights: readonly number[] },
  ) {}

  write(node: StructNode, parent: Ref): Ref {
    const ref = this.file.reserve();
    const page = this.#pageOf(node);
    const kids: string[] = [];
    for (const kid of node.kids) {
      if (typeof kid === "number") this.#content(kid, ref, page, kids);
      else kids.push(`${this.write(kid, ref).num} 0 R`);
    }
    const attributes = this.#attributes(node);
    const id = this.#id(node);
    if (id !== undefined) this.ids.push([id, ref]);
    this.file.add(
      {
        S: name(node.role),
        P: parent,
        ...(page && { Pg: page }),
        ...(kids.length > 0 && { K: new Raw(kids.length === 1 ? kids[0]! : `[${kids.join(" ")}]`) }),
        ...(attributes.length > 0 && { A: attributes.length === 1 ? attributes[0]! : attributes }),
        // a Link's description is its annotation's; the element's own text says it already
        ...(node.alt !== undefined && node.role !== "Link" && { Alt: text(node.alt) }),
        ...(node.lang !== undefined && { Lang: text(node.lang) }),
        ...(id !== undefined && { ID: text(id) }),
      },
      ref,
    );
    return ref;
  }

  /** Where most of an element's content is, so that the rest of it need not say so. */
  #pageOf(node: StructNode): Ref | null {
    for (const kid of node.kids) {
      const place = typeof kid === "number" ? this.places.get(kid)?.[0] : undefined;
      if (place) return place.stream.page;
    }
    return node.box ? (this.pages.refs[node.box.page] ?? null) : null;
  }

  #content(mark: MarkId, owner: Ref, page: Ref | null, out: string[]): void {
    this.owners.set(mark, owner);
    for (const { stream, mcid } of this.places.get(mark) ?? []) {
      if (stream.form) out.push(`<</Type/MCR/Pg ${stream.page.num} 0 R/Stm ${stream.form.num} 0 R/MCID ${mcid}>>`);
      else if (stream.page === page) out.push(String(mcid));
      else out.push(`<</Type/MCR/Pg ${stream.page.num} 0 R/MCID ${mcid}>>`);
    }
    for (const a of this.annotations.get(mark) ?? []) out.push(`<</Type/OBJR/Pg ${a.page.num} 0 R/Obj ${a.ref.num} 0 R>>`);
  }

  #attributes({ table, numbering, box, role }: StructNode): Dict[] {
    const out: Dict[] = [];
    if (table && (table.scope !== undefined || table.headers || table.rowSpan > 1 || table.colSpan > 1))
      out.push({
        O: name("Table"),
        ...(table.scope !== undefined && { Scope: name(SCOPES[table.scope]) }),
        ...(table.headers && { Headers: table.headers.map(text) }),
        ...(table.rowSpan > 1 && { RowSpan: table.rowSpan }),
        ...(table.colSpan > 1 && { ColSpan: table.colSpan }),
      });
    if (numbering !== undefined) out.push({ O: name("List"), ListNumbering: name(NUMBERINGS[numbering]) });
    if (box) {
      const height = this.pages.heights[box.page] ?? 0;
      const { x, y, width, height: h } = box.rect;
      out.push({
        O: name("Layout"),
        ...(role === "Figure" && { Placement: name("Block") }),
        BBox: [x, round(height - y - h), round(x + width), round(height - y)],
      });
    }
    return out;
  }

  /** A Note has an ID of its own (ISO 14289-1, 7.9); a header cell where others refer to it. */
  #id({ role, table }: StructNode): string | undefined {
    return role === "Note" ? `note-${++this.#notes}` : table?.id;
  }
}

/** What is content of no element (14.8.2.2), with the kind that readers know. */
const ARTIFACTS: Readonly<Record<Artifact, string>> = {
  header: "/Type/Pagination/Subtype/Header",
  footer: "/Type/Pagination/Subtype/Footer",
  watermark: "/Type/Pagination/Subtype/Watermark",
  background: "/Type/Background",
  decoration: "/Type/Layout",
};

/** The operator that begins an artifact. `page`: its size, for what fills it. */
export function artifactStart(kind: Artifact, page: { readonly width: number; readonly height: number } | null): string {
  const box = kind === "background" && page ? `/BBox[0 0 ${round(page.width)} ${round(page.height)}]` : "";
  return `/Artifact<<${ARTIFACTS[kind]}${box}>>BDC\n`;
}
