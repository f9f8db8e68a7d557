// Actions of links (ISO 32000-1, 12.6.4).
import { name, text, type Dict } from "./object.js";

/** Action of a link to a URL. */
export const uriAction = (url: string): Dict => ({ Type: name("Action"), S: name("URI"), URI: text(asciiUrl(url)) });

/** URI actions are ASCII (ISO 32000-1, 12.6.4.7): other characters are percent-encoded UTF-8. */
const asciiUrl = (url: string): string =>
  url.replace(/[^\x21-\x7e]+/g, (s) =>
    [...new TextEncoder().encode(s)].map((b) => `%${b.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
