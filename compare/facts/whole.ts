// Facts that belong to no page (DF-12 to DF-14).
import { attachmentsOf, type Sha256 } from "./attachments.js";
import { Destinations } from "./destinations.js";
import type { WholeFacts } from "./facts.js";
import { fieldsOf } from "./fields.js";
import { labelsOf } from "./labels.js";
import { metadataOf } from "./metadata.js";
import { outlineOf } from "./outline.js";
import { protectionOf } from "./protection.js";
import type { SharedParts } from "./shared.js";
import { tagsOf, type Marked } from "./tags.js";

/** Returns the facts of a document beyond its pages. @param marked text of the content that elements own @throws PdfFault over a budget */
export function wholeFacts(
  shared: SharedParts,
  tools: { readonly sha256: Sha256 },
  marked: Marked,
  destinations = new Destinations(shared.file),
): WholeFacts {
  const { file } = shared;
  return {
    outline: outlineOf(file, destinations),
    destinations: destinations.named(),
    tags: tagsOf(file, marked),
    metadata: metadataOf(file),
    attachments: attachmentsOf(file, tools.sha256),
    labels: labelsOf(file),
    fields: fieldsOf(shared),
    protection: protectionOf(file),
  };
}
