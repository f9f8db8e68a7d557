// Bytes of `settings.attachments` (AX-11).
import type { EmbeddedFile } from "../../core/embedding.js";
import { at, ROOT, type Src } from "../../core/src.js";
import type { Relationship } from "../../../ir/ir.js";
import type { AttachedFile, DocumentRequest } from "../../request/types/document.js";

const RELATIONS: Readonly<Record<NonNullable<AttachedFile["relationship"]>, Relationship>> = {
  source: "Source",
  data: "Data",
  alternative: "Alternative",
  supplement: "Supplement",
  unspecified: "Unspecified",
};

/** Loads attachments in the order of the request. `read`: bytes of a source, with the path of the file; null after a problem that was noted */
export async function loadAttachments(
  { settings }: Pick<DocumentRequest, "settings">,
  read: (source: AttachedFile["source"], src: Src) => Promise<Uint8Array | null>,
): Promise<readonly EmbeddedFile[]> {
  const out: EmbeddedFile[] = [];
  for (const [i, file] of (settings?.attachments ?? []).entries()) {
    const { name, source, media_type: mime, relationship = "unspecified", description = name } = file;
    const bytes = await read(source, at(ROOT, "settings", "attachments", i));
    if (bytes) out.push({ name, mime, description, relationship: RELATIONS[relationship], bytes });
  }
  return out;
}
