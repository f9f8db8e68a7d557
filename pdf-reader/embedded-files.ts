// Embedded files of a document (ISO 32000-2, 7.11.4 and 14.13).
import { arrayOf, dictOf, nameOf, textOf } from "./objects.js";
import { entriesOf } from "./tree.js";
import { PdfStream, type PdfDict, type PdfFile, type PdfObject } from "./types.js";

/** Entries of names and of files, the preferred first. */
const KEYS = ["UF", "F", "Unix", "Mac", "DOS"] as const;

interface EmbeddedFile {
  readonly spec: PdfDict;
  readonly stream: PdfStream;
  /** Of the specification, else of the name tree; may be empty. */
  readonly name: string;
  /** null: missing */
  readonly relationship: string | null;
  readonly from: "names" | "catalog" | "page" | "annotation";
  /** `/AF` of the catalog has it, wherever else it is */
  readonly isAssociated: boolean;
}

/** Files of the name tree, of `/AF` of the catalog and of pages, and of annotations, each specification once. */
export function* embeddedFiles(file: PdfFile): Generator<EmbeddedFile> {
  const seen = new Set<PdfDict>();
  const ofCatalog = new Set((arrayOf(file.get(file.catalog.get("AF"))) ?? []).map((value) => dictOf(file.get(value))));
  const found = (given: PdfObject | undefined, otherwise: string, from: EmbeddedFile["from"]): EmbeddedFile[] => {
    const spec = dictOf(file.get(given));
    const stream = spec && streamOf(file, spec);
    if (!stream || seen.has(spec)) return [];
    seen.add(spec);
    const name = KEYS.map((key) => textOf(file, spec.get(key))).find((text) => text !== null && text !== "") ?? otherwise;
    return [{ spec, stream, name, relationship: nameOf(file.get(spec.get("AFRelationship"))), from, isAssociated: ofCatalog.has(spec) }];
  };
  const names = dictOf(file.get(dictOf(file.get(file.catalog.get("Names")))?.get("EmbeddedFiles")));
  for (const [name, value] of entriesOf(file, names, "Names")) yield* found(value, textOf(file, name) ?? "", "names");
  const associated = function* (dict: PdfDict, from: "catalog" | "page"): Generator<EmbeddedFile> {
    const all = arrayOf(file.get(dict.get("AF"))) ?? [];
    file.step(all.length);
    for (const value of all) yield* found(value, "", from);
  };
  yield* associated(file.catalog, "catalog");
  for (let number = 1; number <= file.pageCount; number++) {
    const { dict, annots } = file.page(number);
    yield* associated(dict, "page");
    for (const annotation of annots)
      if (nameOf(file.get(annotation.get("Subtype"))) === "FileAttachment") yield* found(annotation.get("FS"), "", "annotation");
  }
}

function streamOf(file: PdfFile, spec: PdfDict): PdfStream | null {
  const streams = dictOf(file.get(spec.get("EF")));
  for (const key of KEYS) {
    const found = file.get(streams?.get(key));
    if (found instanceof PdfStream) return found;
  }
  return null;
}
