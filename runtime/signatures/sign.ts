// A PDF and a signer to a signed PDF (SG-6 to SG-18, SG-23).
import type { SigningEnvironment } from "./environment/environment.js";
import type { Digest } from "./core/given.js";
import { createHash } from "node:crypto";
import type { PdfString } from "../../pdf-reader/types.js";
import { type PdfObject } from "../../pdf-reader/types.js";
import { signedAttributes, signedData, type SignatureForm } from "./cms/build.js";
import { refuse } from "./core/fault.js";
import { MOST_TIME } from "./core/network.js";
import { signedDataOf } from "./cms/signed-data.js";
import { TOKEN_ROOM, withDocumentTimeStamp, withValidation } from "./long-term.js";
import { timeStamped } from "./network/time-stamps.js";
import { LEVELS, type Level, type SignatureRequest, type SignedPdf, type Tsa } from "./core/options.js";
import { textString } from "../../backends/pdf/update/text.js";
import { fileFields } from "./pdf/fields.js";
import { filled } from "./pdf/fill.js";
import { lookText } from "./pdf/look.js";
import { isFirstPdfA, openToSign, withPdfFaults } from "./pdf/open.js";
import { visiblePlace, withSignature, type SignatureEntries } from "./pdf/signature.js";
import { targetOf } from "./pdf/target.js";
import { checkMaySign, type OpenSigner } from "./signer.js";
import { revisionCount } from "./verify/file/opened.js";
import { DIGEST_BYTES } from "./x509/algorithm.js";

const isAtLeast = (level: Level, least: Level): boolean => LEVELS.indexOf(level) >= LEVELS.indexOf(least);

/** The level that is asked for: by default the highest that needs nothing but what is given. @throws RenderError API-002 */
export function levelOf({ level }: Pick<SignatureRequest, "level">, tsa: Tsa | undefined): Level {
  const asked = level ?? (tsa ? "b-t" : "b-b");
  if (isAtLeast(asked, "b-t") && !tsa) refuse("level", `${asked} needs a time stamp authority`);
  return asked;
}

/** Signs once more. @throws RenderError */
export async function signPdf(
  pdf: Uint8Array,
  signer: OpenSigner,
  request: SignatureRequest,
  environment: SigningEnvironment,
): Promise<SignedPdf> {
  const level = levelOf(request, environment.tsa);
  checkMaySign(signer, Date.now());
  const file = openToSign(pdf, environment);
  const found = withPdfFaults(() => fileFields(file));
  const target = targetOf(found, request);
  const name = "field" in target ? target.field.name : target.name;
  const place = withPdfFaults(() => visiblePlace(file, target, request));
  const values = { name: signer.certificate.name, field: name, time: environment.time };
  const look = place && {
    place,
    page: await environment.drawLook({
      width: place.width,
      height: place.height,
      text: lookText(request, values),
      image: request.appearance?.image ?? null,
      profile: isFirstPdfA(file) ? "pdfa-1b" : "pdfa-2b",
    }),
  };
  const until = Date.now() + MOST_TIME;
  const entries: SignatureEntries = {
    type: "Sig",
    subFilter: "ETSI.CAdES.detached",
    isEd25519: signer.scheme === "ed25519",
    about: aboutOf(request, signer, environment.time),
  };
  const parts = { target, request, entries, found, look };
  const form: SignatureForm = { scheme: signer.scheme, digest: signer.digest, certificates: signer.chain };
  const trial = signedData(form, signedAttributes(form, new Uint8Array(DIGEST_BYTES[signer.digest])), new Uint8Array(signer.longest));
  const stamps = isAtLeast(level, "b-t");
  let cms: Uint8Array = trial;
  const made = await filled(
    (room) => withPdfFaults(() => withSignature(file, { ...parts, room }, environment)),
    trial.length + (stamps ? TOKEN_ROOM : 0),
    async (data) => {
      const attributes = signedAttributes(form, digested(signer.digest, data));
      const signature = await signer.sign(attributes);
      const tokens = stamps ? [await timeStamped(environment.tsa!, [signature], signer.digest, { ...environment, until })] : [];
      cms = signedData(form, attributes, signature, tokens);
      return cms;
    },
  );
  return {
    pdf: await raised({ pdf: made, cms }, level, signer, environment, until),
    field: name,
    level,
    kind: request.certify === undefined ? "approval" : "certification",
    signer: signer.certificate.name,
    revision: revisionCount(made.subarray(file.headerAt), environment.budgets),
    warnings: [],
  };
}

/** A signature at B-T to the level that is asked for. */
async function raised(
  signed: { readonly pdf: Uint8Array; readonly cms: Uint8Array },
  level: Level,
  signer: OpenSigner,
  environment: SigningEnvironment,
  until: number,
): Promise<Uint8Array> {
  if (!isAtLeast(level, "b-lt")) return signed.pdf;
  const proven = { cms: signedDataOf(signed.cms), known: signer.known, isOld: false };
  const validated = await withValidation(signed.pdf, [proven], environment, until);
  return level === "b-lt" ? validated : (await withDocumentTimeStamp(validated, environment.tsa!, environment, until)).pdf;
}

function digested(digest: Digest, data: readonly Uint8Array[]): Uint8Array {
  const hash = createHash(digest);
  for (const part of data) hash.update(part);
  return new Uint8Array(hash.digest());
}

function aboutOf({ reason, location, contact }: SignatureRequest, signer: OpenSigner, time: number): Readonly<Record<string, PdfObject>> {
  const texts = { Reason: reason, Location: location, ContactInfo: contact, Name: signer.certificate.name };
  return {
    M: dateString(time),
    ...Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text ? [[key, textString(text)]] : []))),
  };
}

/** A date of PDF with its zone. */
const dateString = (time: number): PdfString => textString(`D:${new Date(time).toISOString().replace(/\D/g, "").slice(0, 14)}+00'00'`);
