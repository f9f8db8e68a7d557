// ISO 32000-1, 12.6.4.
import { name, text, type Dict } from "./object.js";

/** Action of a link to a URL. */
export const uriAction = (url: string): Dict => ({ Type: name("Action"), S: name("URI"), URI: text(asciiUrl(url)) });

/** Percent-encoded UTF-8, as URI actions are ASCII (ISO 32000-1, 12.6.4.7). */
const asciiUrl = (url: string): string =>
  url.replace(/[^\x21-\x7e]+/g, (s) =>
    [...new TextEncoder().encode(s)].map((b) => `%${b.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
