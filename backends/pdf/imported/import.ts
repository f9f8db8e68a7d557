// Boxes, resources, links (PDF-16, PDF-19).
import { PdfStream, type PdfFile, type PdfPage } from "../../../pdf-reader/types.js";
import type { OwnedContent } from "../../../pdf-reader/judge/tags.js";
import type { ImportedLink, ImportedPage } from "../../../ir/ir.js";
import { name, type Dict, type PdfValue, type Ref } from "../syntax/object.js";
import { uriAction } from "../syntax/action.js";
import type { TaggedPage } from "./structure.js";
import { boxValue, groupOf, realOf, pageContents, upright, type SourcePages } from "./pages.js";

/** From the display list's space, y down from the visible top left, to user space. */
type ToUser = (x: number, y: number) => readonly [number, number];

export interface PendingImportedLink {
  readonly ref: Ref;
  readonly link: ImportedLink;
  readonly annotation: Dict;
  /** in the parent tree; null for a link of no element */
  readonly key: number | null;
}

interface ImportedObject {
  readonly entries: Dict;
  readonly links: readonly PendingImportedLink[];
  readonly toUser: ToUser;
  /** objects of the content that elements own; null without tags */
  readonly tagged: Omit<TaggedPage, "ref" | "number"> | null;
}

interface Tagging {
  readonly owned: OwnedContent;
  readonly key: () => number;
}

const REWRITTEN: ReadonlySet<string> = new Set(["A", "PA", "Dest", "P", "AP", "AS", "NM", "M", "Parent", "IRT", "Popup"]);

/** Writes the object of an imported page. `pages`: files of the document; `tagging`: null for pages without tags */
export function importedObject(
  pages: SourcePages,
  blob: Parameters<SourcePages["of"]>[0],
  { page: number, links }: ImportedPage,
  tagging: Tagging | null,
): ImportedObject {
  const of = pages.of(blob);
  const page = of.source.page(number);
  const formKeys = tagging ? keysOfForms(tagging, of.source) : new Map<PdfStream, { readonly num: number; readonly key: number }>();
  const copier = formKeys.size > 0 ? of.apart(new Map([...formKeys].map(([stream, { key }]) => [stream, key]))) : of.whole;
  const pending = links.map((link): PendingImportedLink => {
    const dict = page.annots[link.annotation]!;
    const key = tagging?.owned.annotations.has(link.annotation) ? tagging.key() : null;
    return { ref: copier.file.reserve(), link, annotation: copier.dict(dict, REWRITTEN), key };
  });
  const { resources, contents, drawn } = pageContents(page, of, copier, tagging && tagging.owned);
  const key = tagging && tagging.owned.mcids.size + drawn.size > 0 ? tagging.key() : null;
  return {
    entries: {
      ...boxesOf(page),
      ...(page.rotate !== 0 && { Rotate: page.rotate }),
      ...(page.userUnit !== 1 && { UserUnit: realOf(page.userUnit, page) }),
      Resources: resources,
      Contents: contents,
      ...groupOf(page, copier),
      ...(pending.length > 0 && { Annots: pending.map(({ ref }) => ref) }),
      ...(key !== null && { StructParents: key }),
      // order of the structure (ISO 14289-1, 7.18.3)
      ...(tagging && { Tabs: name("S") }),
    },
    links: pending,
    toUser: toUserOf(page),
    tagged: tagging && {
      key,
      drawn,
      forms: new Map(
        [...formKeys.values()].flatMap(({ num, key: own }) => {
          const ref = copier.copyOf(num);
          return ref ? [[num, { ref, key: own }] as const] : [];
        }),
      ),
      links: new Map(pending.flatMap((p) => (p.key === null ? [] : [[p.link.annotation, { ref: p.ref, key: p.key }] as const]))),
    },
  };
}

function keysOfForms({ owned, key }: Tagging, source: PdfFile): Map<PdfStream, { readonly num: number; readonly key: number }> {
  const out = new Map<PdfStream, { readonly num: number; readonly key: number }>();
  for (const num of owned.forms.keys()) {
    const stream = source.get(source.refTo(num));
    if (stream instanceof PdfStream) out.set(stream, { num, key: key() });
  }
  return out;
}

/** Boxes that the page has (ISO 32000-2, 14.11.2). */
function boxesOf(page: PdfPage): Dict {
  const { boxes, given } = page;
  const entries: Record<string, PdfValue> = { MediaBox: boxValue(boxes.media, page) };
  const names = { crop: "CropBox", bleed: "BleedBox", trim: "TrimBox", art: "ArtBox" } as const;
  for (const box of ["crop", "bleed", "trim", "art"] as const) if (given.has(box)) entries[names[box]] = boxValue(boxes[box], page);
  return entries;
}

function toUserOf({ boxes, rotate, userUnit }: PdfPage): ToUser {
  const [left, bottom, right, top] = boxes.crop;
  const height = rotate % 180 === 0 ? top - bottom : right - left;
  const [a, b, c, d, e, f] = upright(boxes.crop, rotate);
  return (x, y) => {
    const [u, v] = [x / userUnit - e, height - y / userUnit - f];
    return [a * u + b * v, c * u + d * v];
  };
}

const PRINT = 4;

export const linkAnnotation = ({ annotation, link: { target }, key }: PendingImportedLink, destination: (index: number) => Dict): Dict => ({
  ...annotation,
  Type: name("Annot"),
  // Print alone, as PDF/A wants it (ISO 19005-2, 6.3.2)
  F: PRINT,
  ...(key !== null && { StructParent: key }),
  ...("url" in target ? { A: uriAction(target.url) } : destination(target.destination)),
});
