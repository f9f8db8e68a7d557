import type { OutputSettings } from "../../compiler/request/types/document.js";

export interface Output {
  readonly mode: "inline" | "attachment";
  readonly fileName: string;
}

const MAX_NAME = 200;

/** The default name contains the time (UTC), and applies to blank names too (decisions §3). */
export function outputOf(settings: OutputSettings | undefined, now: Date): Output {
  const mode = settings?.mode === "file" ? "attachment" : "inline";
  const given = sanitize(settings?.file_name ?? "");
  const name = given === "" ? defaultName(now) : given;
  return { mode, fileName: /\.pdf$/i.test(name) ? name : `${name}.pdf` };
}

/** Path separators, quotes and invisible characters could disguise a file name. */
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

/** Writes the header (RFC 6266), with RFC 5987 encoding beyond ASCII. */
export function contentDisposition({ mode, fileName }: Output): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, "_").replace(/[\\"]/g, "_");
  const header = `${mode}; filename="${plain}"`;
  if (/^[A-Za-z0-9._ ()-]+$/.test(fileName)) return header;
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${header}; filename*=UTF-8''${encoded}`;
}
