// A signature or document time stamp as an update of a file, with a hole for its CMS (SG-7, SG-10 to SG-13).
import type { SigningEnvironment } from "../environment/environment.js";
import { ByteRange, Hole } from "../../../backends/pdf/update/value.js";
import { appended } from "../../../backends/pdf/update/append.js";
import { Changes } from "../../../backends/pdf/update/changes.js";
import { numberOf } from "../../../pdf-reader/objects.js";
import { boxOf } from "../../../pdf-reader/pages.js";
import { PdfName, PdfRef, PdfStream, type ChangeableFile, type PdfDict, type PdfObject, type PdfPage } from "../../../pdf-reader/types.js";
import { refuse } from "../core/fault.js";
import { CERTIFY, type SignatureRequest } from "../core/options.js";
import { fieldLockOf, type FieldLock } from "../../../pdf-reader/signature-rules.js";
import { textString } from "../../../backends/pdf/update/text.js";
import type { FileFields, SignatureField } from "./fields.js";
import { addLook, addNoLook } from "./look.js";
import { placeOf, placeOfRect, type Place } from "./place.js";
import { addForm, isTagged } from "./tags.js";
import type { Target } from "./target.js";

/** Entries of a signature dictionary. */
export interface SignatureEntries {
  readonly type: "Sig" | "DocTimeStamp";
  readonly subFilter: "ETSI.CAdES.detached" | "ETSI.RFC3161";
  /** date and texts */
  readonly about: Readonly<Record<string, PdfObject>>;
  /** developer extensions of the algorithm */
  readonly isEd25519?: boolean;
}

export interface Prepared {
  readonly pdf: Uint8Array;
  /** `/Contents` with its `<` and `>` */
  readonly hole: { readonly from: number; readonly to: number };
}

/** Print and Locked. */
const INVISIBLE = 132;
const SIGNATURES_EXIST = 3;

const map = (entries: Readonly<Record<string, PdfObject>>): PdfDict => new Map(Object.entries(entries));
const name = (value: string): PdfName => new PdfName(value);

/** Place of a visible signature; null if it is not visible. */
export function visiblePlace(file: ChangeableFile, target: Target, request: SignatureRequest): (Place & { readonly page: PdfPage }) | null {
  if ("field" in target) {
    const page = pageOf(file, target.field);
    const rect = boxOf(target.field.widget.dict.get("Rect"), (object) => file.get(object));
    const place = page && rect && placeOfRect(rect, page.rotate);
    return place ? { ...place, page } : null;
  }
  const number = request.page ?? 1;
  if (number > file.pageCount || number < 1)
    refuse("page", `${number}; the file has ${file.pageCount} ${file.pageCount === 1 ? "page" : "pages"}`);
  const page = file.page(number);
  return request.box ? { ...placeOf(page, request.box), page } : null;
}

function pageOf(file: ChangeableFile, { widget }: SignatureField): PdfPage | null {
  const given = widget.dict.get("P");
  for (let n = 1; n <= file.pageCount; n++) {
    const page = file.page(n);
    if (given instanceof PdfRef && page.ref?.num === given.num) return page;
    const annots = file.get(page.dict.get("Annots"));
    if (Array.isArray(annots) && annots.some((one) => one instanceof PdfRef && one.num === widget.ref?.num)) return page;
  }
  return null;
}

interface SignatureParts {
  readonly target: Target;
  readonly request: SignatureRequest;
  readonly entries: SignatureEntries;
  readonly found: FileFields;
  /** the drawn look; null if invisible */
  readonly look: { readonly page: Uint8Array; readonly place: Place & { readonly page: PdfPage } } | null;
  /** bytes for the CMS */
  readonly room: number;
}

export function withSignature(file: ChangeableFile, parts: SignatureParts, environment: SigningEnvironment): Prepared {
  const { target, request, entries, room } = parts;
  const changes = new Changes(file);
  const hole = new Hole(room);
  const lock = "field" in target ? lockIn(changes, target.field) : null;
  const references = [...certification(request), ...(lock ? [fieldLocks(lock, file)] : [])];
  const signature = changes.add(
    map({
      Type: name(entries.type),
      Filter: name("Adobe.PPKLite"),
      SubFilter: name(entries.subFilter),
      ByteRange: new ByteRange(hole),
      Contents: hole,
      ...entries.about,
      ...(references.length > 0 && { Reference: references }),
    }),
  );
  if ("field" in target) signField(changes, target.field, signature, parts, environment);
  else addField(changes, target.name, signature, parts, environment);
  editCatalog(changes, signature, request, entries);
  const { pdf, holes } = appended(changes, (bytes) => environment.crypto.md5(bytes));
  return { pdf, hole: holes.get(hole)! };
}

const lockIn = (changes: Changes, { dict }: SignatureField): FieldLock | null => {
  const lock = changes.dict(dict.get("Lock"));
  return lock && fieldLockOf(changes, lock);
};

function certification({ certify }: SignatureRequest): readonly PdfObject[] {
  if (certify === undefined) return [];
  const params = map({ Type: name("TransformParams"), P: CERTIFY[certify], V: name("1.2") });
  return [map({ Type: name("SigRef"), TransformMethod: name("DocMDP"), TransformParams: params })];
}

function fieldLocks({ action, fields }: FieldLock, file: ChangeableFile): PdfObject {
  const params = map({
    Type: name("TransformParams"),
    Action: name(action),
    ...(action !== "All" && { Fields: fields.map(textString) }),
    V: name("1.2"),
  });
  const root = file.trailer.get("Root");
  return map({
    Type: name("SigRef"),
    TransformMethod: name("FieldMDP"),
    TransformParams: params,
    ...(root instanceof PdfRef && { Data: root }),
  });
}

/** A field of the file keeps its place, and what it looks like is below the signature's look. */
function signField(
  changes: Changes,
  field: SignatureField,
  signature: PdfRef,
  parts: SignatureParts,
  environment: SigningEnvironment,
): void {
  const widget = field.widget.ref!;
  changes.edit(field.ref!, { V: signature });
  const before = changes.dict(field.widget.dict.get("AP"))?.get("N");
  if (parts.look) {
    const { page, place } = parts.look;
    const below = before instanceof PdfRef && changes.get(before) instanceof PdfStream ? before : null;
    const look = addLook(changes, page, place, { turn: place.page.rotate, below, environment });
    changes.edit(widget, { AP: map({ N: look }) });
    return;
  }
  if (before === undefined) changes.edit(widget, { AP: map({ N: addNoLook(changes) }) });
}

function addField(changes: Changes, title: string, signature: PdfRef, parts: SignatureParts, environment: SigningEnvironment): void {
  const { look, request } = parts;
  const { file } = changes;
  const page = look?.place.page ?? file.page(Math.min(request.page ?? 1, file.pageCount));
  if (page.ref === null) return refuse("source", `page ${page.number} of the PDF file is not an object of its own`);
  const field = changes.reserve();
  const drawn = look
    ? addLook(changes, look.page, look.place, { turn: look.place.page.rotate, below: null, environment })
    : addNoLook(changes);
  const key = look && isTagged(changes) ? addForm(changes, field, page.ref) : null;
  changes.set(
    field,
    map({
      Type: name("Annot"),
      Subtype: name("Widget"),
      FT: name("Sig"),
      T: textString(title),
      TU: textString(title),
      ...(key !== null && { StructParent: key, Contents: textString(title) }),
      Rect: look ? [...look.place.rect] : [0, 0, 0, 0],
      F: INVISIBLE,
      P: page.ref,
      V: signature,
      AP: map({ N: drawn }),
    }),
  );
  addToList(changes, page.ref, "Annots", field);
  if (isTagged(changes)) changes.edit(page.ref, { Tabs: name("S") });
  addToForm(changes, field);
}

/** An array of its own is changed in its place. */
function addToList(changes: Changes, owner: PdfRef, key: string, item: PdfRef): void {
  const given = changes.dict(owner)?.get(key);
  const list = [...changes.list(given), item];
  if (given instanceof PdfRef && Array.isArray(changes.get(given))) changes.set(given, list);
  else changes.edit(owner, { [key]: list });
}

function addToForm(changes: Changes, field: PdfRef): void {
  const { catalog, trailer } = changes.file;
  const given = catalog.get("AcroForm");
  const root = trailer.get("Root");
  if (!(root instanceof PdfRef)) return refuse("source", "the PDF file has no catalog that is an object of its own");
  if (given instanceof PdfRef && changes.dict(given)) return addToList(changes, given, "Fields", field);
  const form = changes.dict(given) ?? new Map<string, PdfObject>();
  const fields = form.get("Fields");
  const list = [...changes.list(fields), field];
  if (fields instanceof PdfRef) changes.set(fields, list);
  else changes.edit(root, { AcroForm: new Map<string, PdfObject>([...form, ["Fields", list]]) });
}

/** Algorithms that ISO 32000-2 does not have (ISO/TS 32002). */
const EDDSA = map({
  BaseVersion: name("2.0"),
  ExtensionLevel: 32002,
  ExtensionRevision: textString(":2022"),
  Type: name("DeveloperExtensions"),
  URL: textString("https://www.iso.org/standard/45875.html"),
});

function editCatalog(changes: Changes, signature: PdfRef, { certify }: SignatureRequest, { isEd25519 = false }: SignatureEntries): void {
  const root = changes.file.trailer.get("Root");
  if (!(root instanceof PdfRef)) return refuse("source", "the PDF file has no catalog that is an object of its own");
  const entry = (): PdfDict => changes.dict(root)!;
  const given = entry().get("AcroForm");
  const form = changes.dict(given) ?? new Map<string, PdfObject>();
  const flags = (numberOf(changes.get(form.get("SigFlags"))) ?? 0) | SIGNATURES_EXIST;
  if (given instanceof PdfRef) changes.edit(given, { SigFlags: flags });
  else changes.edit(root, { AcroForm: new Map([...form, ["SigFlags", flags]]) });
  if (certify !== undefined) {
    const perms = changes.dict(entry().get("Perms")) ?? new Map<string, PdfObject>();
    changes.edit(root, { Perms: new Map([...perms, ["DocMDP", signature]]) });
  }
  if (isEd25519) {
    const known = changes.dict(entry().get("Extensions")) ?? new Map<string, PdfObject>();
    const given = known.get("ISO_");
    // one dictionary before PDF 2.0
    const ours = changes.dict(given) ? [given!] : changes.list(given);
    const isThere = ours.some((one) => numberOf(changes.get(changes.dict(one)?.get("ExtensionLevel"))) === 32002);
    if (!isThere) changes.edit(root, { Extensions: new Map([...known, ["ISO_", [...ours, EDDSA]]]) });
  }
}
