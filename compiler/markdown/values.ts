// Values of templates inside Markdown: characters that have a meaning in Markdown are replaced by private ones until it is parsed (contract row L33).

/** First of 128 private characters, one for each of ASCII. */
const FIRST = 0x10ff00;

/** A value that stands as text wherever it is inserted: only letters and digits of ASCII remain. */
export const asMarkdownText = (value: string): string =>
  value.replace(/[\0-\x7f]/g, (c) => (/[A-Za-z0-9]/.test(c) ? c : String.fromCodePoint(FIRST + c.charCodeAt(0))));

/** Parsed text with the characters of values. */
export const withValues = (text: string): string =>
  text.includes("\udbff") ? text.replace(/\udbff[\udf00-\udf7f]/g, (c) => String.fromCharCode(c.codePointAt(0)! - FIRST)) : text;
