// ISO 32000-1, 12.6.4.
import { name, text, type Dict, type PdfValue } from "./object.js";

/** Returns the action of a link to a URL. */
export const uriAction = (url: string): Dict => ({ Type: name("Action"), S: name("URI"), URI: text(asciiUrl(url)) });

/** Action of a link to an element, with the place on the page for readers that know no structure destinations (ISO 32000-2, 12.6.4.2; AX-13). */
export const goToAction = (element: PdfValue, page: PdfValue): Dict => ({ Type: name("Action"), S: name("GoTo"), SD: element, D: page });

/** Percent-encoded UTF-8, as URI actions are ASCII (ISO 32000-1, 12.6.4.7). */
const asciiUrl = (url: string): string =>
  url.replace(/[^\x21-\x7e]+/g, (s) =>
    [...new TextEncoder().encode(s)].map((b) => `%${b.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
