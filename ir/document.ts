import type { EndTables, IrDocument, OpenTables, Page, StructNode } from "./ir.js";

/** Joins the tables of a document with its pages. */
export function documentOf(open: OpenTables, end: EndTables, pages: readonly Page[]): IrDocument {
  const { version, profile, tagged, attachments, imports, form, resources, sources } = open;
  const { metadata, structure, destinations, outline, pageLabels } = end;
  const doc = { version, metadata, profile, tagged, pages, structure, destinations, outline, pageLabels, attachments };
  return { ...doc, ...(imports && imports.length > 0 && { imports }), ...(form && form.fields.length > 0 && { form }), resources, sources };
}

/** Plain data for `ir`, goldens and other backends. `pages`: all of the document, or what makes them */
export function collect(painted: { readonly open: OpenTables; end(): EndTables; pages(): Iterable<Page> }): IrDocument {
  const pages = [...painted.pages()];
  const doc = documentOf(painted.open, painted.end(), pages);
  return { ...doc, structure: plain(doc.structure) };
}

const plain = (node: StructNode): StructNode => ({
  ...node,
  role: node.role,
  kids: node.kids.map((k) => (typeof k === "number" ? k : plain(k))),
});
