// Objects of a finished e-invoice, read from its bytes.
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { openPdf } from "../../pdf-reader/file.js";
import { arrayOf, dictOf, nameOf, textOf } from "../../pdf-reader/objects.js";
import { PdfFault, PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { nodeCrypto } from "../engine/crypto.js";

interface Container {
  readonly xml: Uint8Array;
  readonly name: string;
  readonly relationship: string;
}

type Facts = readonly (readonly [boolean, string])[];
const lacking = (facts: Facts): readonly string[] => facts.flatMap(([there, what]) => (there ? [] : [what]));

/** The file is ours: its size is bounded by those of requests. */
const BUDGETS = { ...CONTRACT_LIMITS, pdf_bytes: Infinity, pdf_objects: Infinity, pdf_decoded_bytes: Infinity };

/** Checks of a finished file. */
export class FinishedPdf {
  readonly #file: PdfFile | null;

  constructor(readonly bytes: Uint8Array) {
    this.#file = opened(bytes);
  }

  /** @returns missing items */
  container({ xml, name, relationship }: Container): readonly string[] {
    const file = this.#file;
    if (!file) return UNREADABLE;
    const listed = this.#dicts(file.catalog.get("AF"));
    const named = listed.filter((spec) => textOf(file, spec.get("UF")) === name);
    const files = listed.map((spec) => file.get(dictOf(file.get(spec.get("EF")))?.get("F")));
    const xmp = this.#xmp();
    return lacking([
      [
        files.some((stream) => stream instanceof PdfStream && Buffer.compare(file.decode(stream).bytes, xml) === 0),
        "the XML as it was sent",
      ],
      [named.length > 0, "the file's name"],
      [named.some((spec) => nameOf(file.get(spec.get("AFRelationship"))) === relationship), "its relationship"],
      [listed.length > 0, "its place in the catalog"],
      [xmp.includes(`>${name}<`) && xmp.includes("DocumentFileName"), "its name in the XMP"],
      [xmp.includes("ConformanceLevel"), "its level in the XMP"],
    ]);
  }

  /** Objects only: content was checked when written. @returns missing items */
  pdfA(): readonly string[] {
    const file = this.#file;
    if (!file) return UNREADABLE;
    const xmp = this.#xmp();
    const ids = arrayOf(file.get(file.trailer.get("ID")));
    const isIntent = (intent: PdfDict): boolean =>
      nameOf(file.get(intent.get("S"))) === "GTS_PDFA1" && file.get(intent.get("DestOutputProfile")) instanceof PdfStream;
    const all = dictsOf(file);
    return lacking([
      [/^%PDF-1\.[4-7]\r?\n%[\x80-\xff]{4}/.test(Buffer.from(this.bytes.subarray(0, 16)).toString("latin1")), "the header of PDF 1.7"],
      [
        /<pdfaid:part>3<\/pdfaid:part>/.test(xmp) && /<pdfaid:conformance>B<\/pdfaid:conformance>/.test(xmp),
        "the claim of PDF/A-3b in the XMP",
      ],
      [this.#dicts(file.catalog.get("OutputIntents")).some(isIntent), "an output intent with its colour profile"],
      [ids?.length === 2 && ids.every((id) => file.get(id) instanceof PdfString), "a document ID"],
      [
        all.every((dict) => nameOf(dict.get("Type")) !== "FontDescriptor" || PROGRAMS.some((key) => dict.has(key))),
        "the program of a font",
      ],
      [!file.trailer.has("Encrypt"), "freedom from encryption"],
      [!all.some(acts), "freedom from actions"],
    ]);
  }

  #dicts(given: PdfObject | undefined): readonly PdfDict[] {
    const file = this.#file!;
    return (arrayOf(file.get(given)) ?? []).flatMap((item) => dictOf(file.get(item)) ?? []);
  }

  #xmp(): string {
    const stream = this.#file!.get(this.#file!.catalog.get("Metadata"));
    return stream instanceof PdfStream ? new TextDecoder().decode(this.#file!.decode(stream).bytes) : "";
  }
}

const UNREADABLE = ["pages that can be read"];
const PROGRAMS = ["FontFile", "FontFile2", "FontFile3"];
const ACTIONS: ReadonlySet<string> = new Set(["JavaScript", "Launch", "Movie", "Sound", "ResetForm", "ImportData"]);

const acts = (dict: PdfDict): boolean => dict.has("AA") || dict.has("JavaScript") || ACTIONS.has(nameOf(dict.get("S")) ?? "");

function opened(bytes: Uint8Array): PdfFile | null {
  try {
    return openPdf(bytes, { budgets: BUDGETS, crypto: nodeCrypto });
  } catch (e) {
    if (!(e instanceof PdfFault)) throw e;
    return null;
  }
}

/** Dictionaries of all objects, those inside others included. */
function dictsOf(file: PdfFile): readonly PdfDict[] {
  const out: PdfDict[] = [];
  const visit = (value: PdfObject): void => {
    for (const item of arrayOf(value) ?? []) visit(item);
    const dict = dictOf(value);
    if (!dict) return;
    out.push(dict);
    for (const item of dict.values()) visit(item);
  };
  for (const ref of file.refs()) visit(file.get(ref));
  return out;
}
