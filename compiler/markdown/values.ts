// Values in Markdown: characters with a meaning are private ones until parsed (L33).

/** of 128, one per ASCII character */
const FIRST = 0x10ff00;

/** Escapes a value to a text wherever it is inserted: only ASCII letters and digits remain. */
export const asMarkdownText = (value: string): string =>
  value.replace(/[\0-\x7f]/g, (c) => (/[A-Za-z0-9]/.test(c) ? c : String.fromCodePoint(FIRST + c.charCodeAt(0))));

export const withValues = (text: string): string =>
  text.includes("\udbff") ? text.replace(/\udbff[\udf00-\udf7f]/g, (c) => String.fromCharCode(c.codePointAt(0)! - FIRST)) : text;
