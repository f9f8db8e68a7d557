import type { IrDocument, IrHead, Page, StructNode } from "./ir.js";

/** Tables are read by name, since they may be computed. */
export function documentOf(head: IrHead, pages: readonly Page[]): IrDocument {
  const {
    version,
    metadata,
    profile,
    tagged,
    structure,
    destinations,
    outline,
    pageLabels,
    attachments,
    imports,
    form,
    resources,
    sources,
  } = head;
  const doc = { version, metadata, profile, tagged, pages, structure, destinations, outline, pageLabels, attachments };
  return { ...doc, ...(imports && imports.length > 0 && { imports }), ...(form && form.fields.length > 0 && { form }), resources, sources };
}

/** Plain data for `ir`, goldens and other backends. */
export function collect(painted: { readonly head: IrHead; pages(): Iterable<Page> }): IrDocument {
  const pages = [...painted.pages()];
  const doc = documentOf(painted.head, pages);
  return { ...doc, structure: plain(doc.structure) };
}

const plain = (node: StructNode): StructNode => ({
  ...node,
  role: node.role,
  kids: node.kids.map((k) => (typeof k === "number" ? k : plain(k))),
});
