const TAG =
  /<(\/?)(b|i|u|s|a|p|em|strong|strike|del|ins|mark|small|big|sub|sup|span|font|center|div|code|pre|h[1-6]|ul|ol|li|table|tr|td|th)(?:\s[^<>]{0,200})?>/gi;
const BREAK = /<(?:br|hr)\s?\/?>/i;
/** never meant literally */
const REFERENCE = /&(?:nbsp|amp|lt|gt|quot|apos|euro|#\d{2,6}|#x[0-9a-f]{2,5});/i;
/** Matches bold text without spaces inside the asterisks. */
const BOLD = /(?<![\p{L}\p{N}*])\*\*(?=[^\s*])([^*\n]{1,400})(?<=[^\s*])\*\*(?![\p{L}\p{N}*])/gu;
const LETTER = /\p{L}/u;

const SHOWN = 40;
const shown = (found: string): string => (found.length > SHOWN ? `${found.slice(0, SHOWN - 1)}…` : found);

interface Markup {
  readonly found: string;
  readonly advice: string;
}

const LOOK =
  'texts have no markup: set font_weight and the like in the style, or for some words write {"spans": …} or {"blocks": …} as content';

/** Finds markup in a text; null if it contains none. */
export function markupIn(text: string): Markup | null {
  if (text.includes("<")) {
    const line = BREAK.exec(text)?.[0];
    if (line !== undefined) return { found: line, advice: 'texts have no markup: "\\n" begins a new line' };
    const element = elementIn(text);
    if (element !== null) return { found: shown(element), advice: LOOK };
  }
  if (text.includes("&")) {
    const reference = REFERENCE.exec(text)?.[0];
    if (reference !== undefined) return { found: reference, advice: "texts have no markup: write the character itself" };
  }
  if (text.includes("**")) {
    // footnote signs and masked numbers
    for (const [bold, inner] of text.matchAll(BOLD)) if (LETTER.test(inner!)) return { found: shown(bold), advice: LOOK };
  }
  return null;
}

/** With an end tag: otherwise perhaps a placeholder. */
function elementIn(text: string): string | null {
  const open = new Map<string, number>();
  for (const { 0: tag, 1: slash, 2: name, index } of text.matchAll(TAG)) {
    const key = name!.toLowerCase();
    if (slash === "") {
      if (!open.has(key)) open.set(key, index);
    } else if (open.has(key)) return text.slice(open.get(key)!, index + tag.length);
  }
  return null;
}
