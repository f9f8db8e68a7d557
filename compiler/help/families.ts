const SANS =
  "arial helvetica helveticaneue verdana tahoma calibri segoeui roboto opensans lato inter montserrat sourcesanspro trebuchetms dejavusans liberationsans ubuntu sansserif systemui poppins futura gillsans avenir sfpro carlito nunito raleway worksans ibmplexsans";
const SERIF =
  "timesnewroman times georgia garamond cambria palatino bookantiqua merriweather liberationserif dejavuserif serif playfairdisplay caladea baskerville didot sourceserifpro";
const MONO =
  "couriernew courier consolas menlo monaco monospace robotomono sourcecodepro jetbrainsmono firacode dejavusansmono liberationmono lucidaconsole inconsolata ocrb ocra";

const LIKE: readonly (readonly [words: string, families: readonly string[]])[] = [
  [SANS, ["Noto Sans"]],
  [SERIF, ["Noto Serif", "Noto Sans"]],
  [MONO, ["Noto Sans Mono", "Noto Sans"]],
];

export function similarFamily(found: string, families: readonly string[]): string | undefined {
  const word = found.toLowerCase().replace(/[^a-z0-9]/g, "");
  const bare = word.replace(/(regular|bold|italic|oblique|medium|semibold|light|mt|ms|ps)+$/g, "");
  const like = LIKE.find(([words]) => {
    const all = words.split(" ");
    return all.includes(word) || (bare !== "" && all.includes(bare));
  });
  return like?.[1].find((name) => families.includes(name));
}

const MADE_FOR: readonly (readonly [from: number, to: number, what: string, family: string])[] = [
  [0x0530, 0x058f, "Armenian", "Noto Sans Armenian"],
  [0x0590, 0x05ff, "Hebrew", "Noto Sans Hebrew"],
  [0x0600, 0x06ff, "Arabic", "Noto Sans Arabic"],
  [0x0700, 0x074f, "Syriac", "Noto Sans Syriac"],
  [0x0750, 0x077f, "Arabic", "Noto Sans Arabic"],
  [0x0780, 0x07bf, "Thaana", "Noto Sans Thaana"],
  [0x07c0, 0x07ff, "N'Ko", "Noto Sans NKo"],
  [0x0900, 0x097f, "Devanagari", "Noto Sans Devanagari"],
  [0x0980, 0x09ff, "Bengali", "Noto Sans Bengali"],
  [0x0a00, 0x0a7f, "Gurmukhi", "Noto Sans Gurmukhi"],
  [0x0a80, 0x0aff, "Gujarati", "Noto Sans Gujarati"],
  [0x0b00, 0x0b7f, "Odia", "Noto Sans Oriya"],
  [0x0b80, 0x0bff, "Tamil", "Noto Sans Tamil"],
  [0x0c00, 0x0c7f, "Telugu", "Noto Sans Telugu"],
  [0x0c80, 0x0cff, "Kannada", "Noto Sans Kannada"],
  [0x0d00, 0x0d7f, "Malayalam", "Noto Sans Malayalam"],
  [0x0d80, 0x0dff, "Sinhala", "Noto Sans Sinhala"],
  [0x0e00, 0x0e7f, "Thai", "Noto Sans Thai"],
  [0x0e80, 0x0eff, "Lao", "Noto Sans Lao"],
  [0x0f00, 0x0fff, "Tibetan", "Noto Serif Tibetan"],
  [0x1000, 0x109f, "Myanmar", "Noto Sans Myanmar"],
  [0x10a0, 0x10ff, "Georgian", "Noto Sans Georgian"],
  [0x1100, 0x11ff, "Korean", "Noto Sans CJK"],
  [0x1200, 0x139f, "Ethiopic", "Noto Sans Ethiopic"],
  [0x13a0, 0x13ff, "Cherokee", "Noto Sans Cherokee"],
  [0x1400, 0x167f, "Canadian syllabics", "Noto Sans Canadian Aboriginal"],
  [0x1680, 0x169f, "Ogham", "Noto Sans Ogham"],
  [0x16a0, 0x16ff, "Runic", "Noto Sans Runic"],
  [0x1780, 0x17ff, "Khmer", "Noto Sans Khmer"],
  [0x1800, 0x18af, "Mongolian", "Noto Sans Mongolian"],
  [0x1c80, 0x1c8f, "Cyrillic", "Noto Sans"],
  [0x1c90, 0x1cbf, "Georgian", "Noto Sans Georgian"],
  [0x2100, 0x23ff, "signs", "Noto Sans Symbols"],
  [0x2600, 0x27bf, "signs and emoji", "Noto Emoji"],
  [0x2800, 0x28ff, "braille", "Noto Sans Symbols 2"],
  [0x2c00, 0x2c5f, "Glagolitic", "Noto Sans Glagolitic"],
  [0x2c80, 0x2cff, "Coptic", "Noto Sans Coptic"],
  [0x2d30, 0x2d7f, "Tifinagh", "Noto Sans Tifinagh"],
  [0x2d80, 0x2ddf, "Ethiopic", "Noto Sans Ethiopic"],
  [0x2e80, 0x9fff, "Chinese, Japanese and Korean", "Noto Sans CJK"],
  [0xa000, 0xa4cf, "Yi", "Noto Sans Yi"],
  [0xa500, 0xa63f, "Vai", "Noto Sans Vai"],
  [0xa980, 0xa9df, "Javanese", "Noto Sans Javanese"],
  [0xac00, 0xd7ff, "Korean", "Noto Sans CJK"],
  [0xe000, 0xf8ff, "private use", ""],
  [0xf900, 0xfaff, "Chinese, Japanese and Korean", "Noto Sans CJK"],
  [0xfb50, 0xfdff, "Arabic", "Noto Sans Arabic"],
  [0xfe70, 0xfefe, "Arabic", "Noto Sans Arabic"],
  [0x10330, 0x1034f, "Gothic", "Noto Sans Gothic"],
  [0x10380, 0x1039f, "Ugaritic", "Noto Sans Ugaritic"],
  [0x10900, 0x1091f, "Phoenician", "Noto Sans Phoenician"],
  [0x12000, 0x123ff, "cuneiform", "Noto Sans Cuneiform"],
  [0x13000, 0x1345f, "hieroglyphs", "Noto Sans Egyptian Hieroglyphs"],
  [0x1d100, 0x1d1ff, "musical signs", "Noto Music"],
  [0x1d400, 0x1d7ff, "mathematical letters", "Noto Sans Math"],
  [0x1f000, 0x1faff, "emoji", "Noto Emoji"],
  [0x20000, 0x3ffff, "Chinese, Japanese and Korean", "Noto Sans CJK"],
  [0xf0000, 0x10ffff, "private use", ""],
];

/** `family`: empty for private use. Null if unknown. */
export function madeFor(codePoint: number): { readonly what: string; readonly family: string } | null {
  const row = MADE_FOR.find(([from, to]) => codePoint >= from && codePoint <= to);
  return row ? { what: row[2], family: row[3] } : null;
}
