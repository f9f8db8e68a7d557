// Fields and signatures of a file, as an update finds them (ISO 32000-2, 12.7 and 12.8).
import { fieldNodes, type FieldNode } from "../../../pdf-reader/field-tree.js";
import { dictOf, inheritedOf, nameOf } from "../../../pdf-reader/objects.js";
import { certificationOf, locksOf, type FieldLock } from "../../../pdf-reader/signature-rules.js";
import { PdfRef, type PdfDict, type PdfFile } from "../../../pdf-reader/types.js";

/** A signature field; null references are of direct objects, which cannot be changed alone. */
export interface SignatureField {
  readonly name: string;
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
  /** its first widget: the field itself, or its kid */
  readonly widget: { readonly ref: PdfRef | null; readonly dict: PdfDict };
  /** the signature dictionary; null if it is not signed */
  readonly signature: PdfDict | null;
}

export interface FileFields {
  readonly names: ReadonlySet<string>;
  readonly signatures: readonly SignatureField[];
  /** DocMDP permission; null without a certification */
  readonly certified: 1 | 2 | 3 | null;
  /** locks of signed fields */
  readonly locks: readonly FieldLock[];
}

export function fileFields(file: PdfFile): FileFields {
  const names = new Set<string>();
  const signatures: SignatureField[] = [];
  for (const node of fieldNodes(file)) {
    if (node.name !== "") names.add(node.name);
    if (node.role !== "field" || nameOf(file.get(inheritedOf(file, node.dict, "FT"))) !== "Sig") continue;
    const { name, ref, dict } = node;
    signatures.push({ name, ref, dict, widget: widgetOf(file, node), signature: dictOf(file.get(dict.get("V"))) });
  }
  const signed = signatures.flatMap(({ signature }) => signature ?? []);
  const certification = dictOf(file.get(dictOf(file.get(file.catalog.get("Perms")))?.get("DocMDP")));
  return {
    names,
    signatures,
    certified: certification && (certificationOf(file, certification) ?? 2),
    locks: signed.flatMap((one) => locksOf(file, one)),
  };
}

function widgetOf(file: PdfFile, { dict, ref, kids: [kid] }: FieldNode): SignatureField["widget"] {
  if (dict.has("Rect") || kid === undefined) return { ref, dict };
  return { ref: kid instanceof PdfRef ? kid : null, dict: dictOf(file.get(kid)) ?? dict };
}
