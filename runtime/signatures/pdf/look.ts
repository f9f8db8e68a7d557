// Looks of visible signatures (SG-12): their text, and a drawn page as a form of the file.
import { isList } from "../../../base/json.js";
import type { SigningEnvironment } from "../environment/environment.js";
import type { Changes } from "../../../backends/pdf/update/changes.js";
import { openPdf } from "../../../pdf-reader/file.js";
import { concatBytes } from "../../../base/bytes.js";
import { PdfName, PdfRef, PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../../../pdf-reader/types.js";
import type { SignatureRequest } from "../core/options.js";
import { TURNED, type Place } from "./place.js";

const DEFAULT_TEXT = "{name}\n{date}\n{reason}";

/** Values of the variables. */
interface LookValues {
  readonly name: string;
  readonly field: string;
  /** milliseconds */
  readonly time: number;
}

/** Lines that are empty after their variables are gone are left out. */
export function lookText({ appearance, reason = "", location = "" }: SignatureRequest, { name, field, time }: LookValues): string {
  const date = `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const values = new Map(Object.entries({ name, date, reason, location, field }));
  return (appearance?.text ?? DEFAULT_TEXT)
    .split(/\r?\n/)
    .map((line) => line.replace(/\{(\w+)\}/g, (whole, word: string) => values.get(word) ?? whole).trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** The top left of a drawn page as a form, upright on a page that is turned. @param below a look that remains under it */
export function addLook(
  changes: Changes,
  page: Uint8Array,
  { width, height }: Place,
  {
    turn,
    below,
    environment,
  }: { readonly turn: 0 | 90 | 180 | 270; readonly below: PdfRef | null; readonly environment: SigningEnvironment },
): PdfRef {
  const { budgets, crypto } = environment;
  const source = openPdf(page, { budgets, crypto });
  const copier = new Copier(source, changes);
  const drawn = source.page(1);
  const data = concatBytes(drawn.contents.flatMap((stream) => [source.decode(stream).bytes, [10]]));
  const [left, , , top] = drawn.boxes.media;
  const bottom = top - height;
  const upright = changes.add(
    new PdfStream(
      new Map<string, PdfObject>([...FORM, ["BBox", [left, bottom, left + width, top]], ["Resources", copier.value(drawn.resources)]]),
      data,
      null,
    ),
  );
  const parts = [
    ...(below ? [{ name: "Below", ref: below, text: "/Below Do" }] : []),
    { name: "Look", ref: upright, text: `q 1 0 0 1 ${-left} ${(-bottom).toFixed(3)} cm /Look Do Q` },
  ];
  const resources = new Map<string, PdfObject>([["XObject", new Map<string, PdfObject>(parts.map(({ name, ref }) => [name, ref]))]]);
  return changes.add(
    new PdfStream(
      new Map<string, PdfObject>([...FORM, ["BBox", [0, 0, width, height]], ["Matrix", [...TURNED[turn]]], ["Resources", resources]]),
      new Uint8Array(Buffer.from(parts.map(({ text }) => text).join("\n"))),
      null,
    ),
  );
}

const FORM: readonly (readonly [string, PdfObject])[] = [
  ["Type", new PdfName("XObject")],
  ["Subtype", new PdfName("Form")],
];

/** The look of an invisible signature. */
export const addNoLook = (changes: Changes): PdfRef =>
  changes.add(new PdfStream(new Map<string, PdfObject>([...FORM, ["BBox", [0, 0, 0, 0]]]), new Uint8Array(), null));

/** Copies objects of another file, each once. */
class Copier {
  readonly #copies = new Map<number, PdfRef>();

  constructor(
    readonly source: PdfFile,
    readonly changes: Changes,
  ) {}

  value(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.#copied(object);
    if (object instanceof PdfStream) return new PdfStream(this.#dict(object.dict), this.source.encoded(object), null);
    if (object instanceof Map) return this.#dict(object);
    if (isList(object)) return object.map((item) => this.value(item));
    return object;
  }

  #dict(dict: PdfDict): PdfDict {
    // content has no structure in a look
    return new Map([...dict].filter(([key]) => key !== "StructParents").map(([key, value]) => [key, this.value(value)]));
  }

  #copied(ref: PdfRef): PdfRef {
    const known = this.#copies.get(ref.num);
    if (known) return known;
    const copy = this.changes.reserve();
    this.#copies.set(ref.num, copy);
    this.changes.set(copy, this.value(this.source.get(ref)));
    return copy;
  }
}
