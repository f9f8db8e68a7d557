// Checked signatures of a request, with the pictures of their looks (SG-27).
import { at, ROOT, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import { signatureLevelOf, type OfferedSigner, type OrderedSignature } from "../../request/signatures.js";
import type { DocumentRequest } from "../../request/types/document.js";
import type { ImageSource } from "../../request/types/shape.js";
import { PictureFault } from "../fault.js";
import { kindOf } from "../picture.js";

/** Loads pictures of signatures in the order of the request. `read`: bytes of a picture, checked by `lookOf`; null after a problem that was noted */
export async function loadSignatures(
  { settings }: Pick<DocumentRequest, "settings">,
  signers: readonly OfferedSigner[],
  read: (source: ImageSource, src: Src) => Promise<Uint8Array | null>,
): Promise<readonly OrderedSignature[]> {
  const out: OrderedSignature[] = [];
  const levels = new Map(signers.map(({ name, level }) => [name, level]));
  for (const [i, { level, appearance, ...signature }] of (settings?.signatures ?? []).entries()) {
    const { text, image: source } = appearance ?? {};
    const image = source && (await read(source, at(ROOT, "settings", "signatures", i, "appearance")));
    const look = { ...(text !== undefined && { text }), ...(image && { image }) };
    const known = level === undefined ? undefined : signatureLevelOf(level);
    out.push({ ...signature, level: known ?? levels.get(signature.signer) ?? "b-b", ...(appearance && { appearance: look }) });
  }
  return out;
}

/** @throws PictureFault for other formats than those of a signature's look (SG-12) */
export function checkLook(bytes: Uint8Array, format: ImageSource["format"]): void {
  const kind = kindOf(bytes, format);
  if (kind !== "png" && kind !== "jpeg" && kind !== "svg")
    throw new PictureFault("format", must("a picture as png, jpg or svg", `a file of the format ${kind}`));
}
