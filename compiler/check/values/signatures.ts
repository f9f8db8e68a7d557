// Rules of `settings.signatures` (SG-27, SG-28). They are checked before any key is used.
import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { nearest } from "../../help/nearest.js";
import { must } from "../../help/reason.js";
import { nameParts, type FieldUse } from "../../request/fields.js";
import { rankOf, SIGNATURE_LEVELS, signatureLevelOf, type OfferedSigner } from "../../request/signatures.js";
import type { SignatureSettings } from "../../request/types/document.js";
import { isDataUri, noDataUri } from "./image.js";
import type { Report } from "./report.js";

const MOST = 8;
const MOST_TEXT = 1000;
const TEXTS = ["reason", "location", "contact"] as const;
const FORMATS: readonly string[] = ["png", "jpg", "jpeg", "svg"];

interface SignaturePlace {
  readonly signers: readonly OfferedSigner[];
  /** all fields of the document */
  readonly fields: readonly FieldUse[];
}

export function checkSignatures(r: Report, list: readonly SignatureSettings[], src: Src, { signers, fields }: SignaturePlace): void {
  if (list.length < 1 || list.length > MOST) r.add("signature-count", src, must(`1 to ${MOST} signatures`, String(list.length)));
  const offered = new Map(signers.map((signer) => [signer.name, signer]));
  const free = new Set(fields.flatMap(({ el }) => (el.kind === "signature" ? [fullName(el.name)] : [])));
  const taken = new Map<string, number>();
  list.slice(0, MOST).forEach((signature, i) => {
    const here = at(src, i);
    const signer = offered.get(signature.signer);
    if (!signer) r.add("signature-signer", at(here, "signer"), `unknown signer ${formatFound(signature.signer)}`);
    checkLevel(r, signature.level, at(here, "level"), signer);
    if (signature.field !== undefined) {
      checkField(r, signature.field, at(here, "field"), { free, taken });
      taken.set(fullName(signature.field), i);
    }
    for (const field of TEXTS) checkLength(r, signature[field], at(here, field));
    if (signature.certify !== undefined && i > 0)
      r.add("signature-certify", at(here, "certify"), must("absent: only the first signature certifies", formatFound(signature.certify)));
    checkAppearance(r, signature, at(here, "appearance"));
  });
}

const fullName = (name: string): string => nameParts(name).join(".");

function checkLevel(r: Report, word: string | undefined, src: Src, signer: OfferedSigner | undefined): void {
  if (word === undefined) return;
  const level = signatureLevelOf(word);
  if (level === undefined) {
    const words = SIGNATURE_LEVELS.map((each) => JSON.stringify(each));
    const near = nearest(word.toLowerCase(), SIGNATURE_LEVELS);
    return r.add(
      "signature-level",
      src,
      must(words, formatFound(word), { suggestion: near === undefined ? undefined : JSON.stringify(near) }),
    );
  }
  if (signer && rankOf(level) > rankOf(signer.most))
    r.add(
      "signature-level",
      src,
      must(`at most "${signer.most}": the signer ${formatFound(signer.name)} has no time stamp authority`, formatFound(word)),
    );
}

interface SignatureFields {
  readonly free: ReadonlySet<string>;
  /** fields of earlier signatures, with their places */
  readonly taken: ReadonlyMap<string, number>;
}

function checkField(r: Report, name: string, src: Src, { free, taken }: SignatureFields): void {
  const before = taken.get(fullName(name));
  if (before !== undefined)
    return r.add("signature-field", src, must("a field that no other signature has", `${formatFound(name)}, as in signatures[${before}]`));
  if (free.has(fullName(name))) return;
  const near = nearest(name, [...free]);
  r.add(
    "signature-field",
    src,
    must("the name of a field of the kind signature in the document", formatFound(name), {
      suggestion: near === undefined ? undefined : JSON.stringify(near),
    }),
  );
}

function checkLength(r: Report, text: string | undefined, src: Src): void {
  if (text !== undefined && text.length > MOST_TEXT)
    r.add("signature-text", src, must(`at most ${MOST_TEXT} characters`, String(text.length)));
}

function checkAppearance(r: Report, { appearance, field }: SignatureSettings, src: Src): void {
  if (!appearance) return;
  if (field === undefined)
    return r.add("signature-appearance", src, "a signature without a field is invisible: give a field, or leave appearance out");
  checkLength(r, appearance.text, at(src, "text"));
  const { image } = appearance;
  const here = at(src, "image");
  if (!image) return;
  if (image.format !== undefined && !FORMATS.includes(image.format))
    r.add(
      "signature-image",
      at(here, "format"),
      must(
        FORMATS.map((each) => JSON.stringify(each)),
        formatFound(image.format),
      ),
    );
  for (const part of ["page", "box"] as const)
    if (image[part] !== undefined) r.add("signature-image", at(here, part), `${part} belongs to PDF files: leave it out`);
  if (image.kind === "asset" && image.key.trim() === "")
    r.add("signature-image", at(here, "key"), must("the key of an asset", formatFound(image.key)));
  if (image.kind === "base64" && isDataUri(image.payload)) r.add("image-data-uri", at(here, "payload"), noDataUri(image.payload));
}
