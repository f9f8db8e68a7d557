import type { BlobId, Blobs, IrDocument } from "./ir.js";

/** Output of `platen ir`, with every blob that other installations lack. */
export interface DumpedDocument extends IrDocument {
  readonly blobs: { readonly [id: string]: string };
}

export function blobIds(doc: Pick<IrDocument, "resources" | "attachments">): readonly BlobId[] {
  const ids = new Set<BlobId>();
  for (const f of doc.resources.fonts) ids.add(f.blob);
  for (const m of doc.resources.images) for (const id of [m.blob, m.palette, m.alpha]) if (id !== null) ids.add(id);
  for (const p of doc.resources.profiles) ids.add(p.blob);
  for (const a of doc.attachments) ids.add(a.blob);
  for (const p of doc.resources.pdfs ?? []) ids.add(p.blob);
  return [...ids];
}

/**
 * Pictures, uploaded fonts and attachments are inline base64; a blob accepted by `isBundled` is only its hash. `load(dump(doc))` renders
 * to the same bytes (decisions §7).
 */
export function dump(doc: IrDocument, blobs: Blobs, isBundled: (id: BlobId) => boolean, space?: number): string {
  const inline: Record<string, string> = {};
  for (const id of blobIds(doc)) if (!isBundled(id)) inline[id] = toBase64(blobs.get(id));
  return JSON.stringify({ ...doc, blobs: inline } satisfies DumpedDocument, null, space);
}

const toBase64 = (bytes: Uint8Array): string => {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
};
