// Facts that belong to no page (DF-12 to DF-14).
import type { PdfFile } from "../../base/pdf/types.js";
import { attachmentsOf, type Sha256 } from "./attachments.js";
import { Destinations } from "./destinations.js";
import type { WholeFacts } from "./facts.js";
import { labelsOf } from "./labels.js";
import { metadataOf } from "./metadata.js";
import { outlineOf } from "./outline.js";
import { protectionOf } from "./protection.js";
import { tagsOf, type Marked } from "./tags.js";

/** Returns the facts of a document beyond its pages. @param marked text of the content that elements own @throws PdfFault over a budget */
export function wholeFacts(
  file: PdfFile,
  tools: { readonly sha256: Sha256 },
  marked: Marked,
  destinations = new Destinations(file),
): WholeFacts {
  return {
    outline: outlineOf(file, destinations),
    destinations: destinations.named(),
    tags: tagsOf(file, marked),
    metadata: metadataOf(file),
    attachments: attachmentsOf(file, tools.sha256),
    labels: labelsOf(file),
    protection: protectionOf(file),
  };
}
