// Output settings of a request to a file name and a Content-Disposition header.
import type { OutputSettings } from "../../compiler/request/types/document.js";

/** How the PDF is offered to the client. */
export interface Output {
  readonly mode: "inline" | "attachment";
  readonly fileName: string;
}

const MAX_NAME = 200;

/** `settings.output`, with the default name of the moment (UTC) where none is given; blank is none (decisions §3). */
export function outputOf(settings: OutputSettings | undefined, now: Date): Output {
  const mode = settings?.mode === "file" ? "attachment" : "inline";
  const given = sanitize(settings?.file_name ?? "");
  const name = given === "" ? defaultName(now) : given;
  return { mode, fileName: /\.pdf$/i.test(name) ? name : `${name}.pdf` };
}

/**
 * What reaches a header, and a folder of downloads: no path separators or quotes, and nothing that is not seen (controls, marks of direction
 * and other format characters, line ends), which could make a name look like another.
 */
function sanitize(name: string): string {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\:"'`]/g, "_")
    .trim();
  const cut = [...clean].slice(0, MAX_NAME).join("");
  return /^[._\s]*$/.test(cut) ? "" : cut;
}

function defaultName(now: Date): string {
  const two = (v: number): string => String(v).padStart(2, "0");
  const stamp =
    two(now.getUTCMonth() + 1) + two(now.getUTCDate()) + two(now.getUTCHours()) + two(now.getUTCMinutes()) + two(now.getUTCSeconds());
  return `platen-${stamp}${String(now.getUTCMilliseconds()).padStart(3, "0")}.pdf`;
}

/** The Content-Disposition header (RFC 6266); names beyond plain ASCII also carry RFC 5987's form. */
export function contentDisposition({ mode, fileName }: Output): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, "_").replace(/[\\"]/g, "_");
  const header = `${mode}; filename="${plain}"`;
  if (/^[A-Za-z0-9._ ()-]+$/.test(fileName)) return header;
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${header}; filename*=UTF-8''${encoded}`;
}
