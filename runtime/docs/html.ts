import { lookup } from "../../base/lookup.js";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => lookup(ENTITIES, c)!);

export const code = (text: string): string => `<code>${escaped(text)}</code>`;

export const inline = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");

export const prose = (text: string | undefined): string =>
  (text ?? "")
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${inline(paragraph.trim())}</p>`)
    .join("");

/** Writes JSON that the keyboard scrolls. */
export const json = (value: unknown, label: string, id?: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escaped(label)}"${id === undefined ? "" : ` id="${escaped(id)}"`}>${escaped(JSON.stringify(value, null, 2))}</pre>`;
