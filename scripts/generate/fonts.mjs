// The bundled fonts, and fonts/catalog.json.
//
//   node scripts/generate/fonts.mjs [--fetch FOLDER] [--out DIR]
//
// fonts/files is part of the package, other folders are separate packages. --fetch FOLDER downloads one again: TrueType of
// @expo-google-fonts (npm); fonts/cjk: face 0 of Debian's fonts-noto-cjk (pan-CJK CFF, `locl` selects regional forms). Liberation Sans, the
// face of Swiss payment slips, is that of Debian's fonts-liberation2, whole: its name is reserved. fonts/emoji: the file of
// @fontsource/noto-color-emoji that has the whole font, without its pictures (`SVG `) and metrics of vertical text. Otherwise only the
// catalogue is remade.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createHash } from "node:crypto";
import opentype from "opentype.js";
import { fontOfWoff2 } from "./woff2.mjs";

const root = new URL("../..", import.meta.url).pathname;
const folderOf = (f) => path.join(root, "fonts", f.folder ?? "files");
const PACKAGES = { cjk: "platen-fonts-cjk", world: "platen-fonts-world", emoji: "platen-fonts-emoji" };

/**
 * family → npm package, weights, italics, scripts of which it is the first choice, default line height (decisions §1, Default line height),
 * and its use in fallback: `text` (the default); `symbols` for signs without a text face; `emoji` for emoji presentation; `last` if no
 * other family has the character; `never` unless named.
 */
const FAMILIES = [
  { family: "Noto Sans", npm: "noto-sans", italics: true, scripts: ["Latn", "Grek", "Cyrl"], lineHeight: 1.2 },
  { family: "Noto Sans Mono", npm: "noto-sans-mono", scripts: [], lineHeight: 1.2, fallback: "last" },
  { family: "Noto Sans Arabic", npm: "noto-sans-arabic", scripts: ["Arab"], lineHeight: 1.7 },
  { family: "Noto Sans Hebrew", npm: "noto-sans-hebrew", scripts: ["Hebr"], lineHeight: 1.5 },
  { family: "Noto Sans Devanagari", npm: "noto-sans-devanagari", scripts: ["Deva"], lineHeight: 1.4 },
  { family: "Noto Sans Bengali", npm: "noto-sans-bengali", scripts: ["Beng"], lineHeight: 1.4 },
  { family: "Noto Sans Thai", npm: "noto-sans-thai", scripts: ["Thai"], lineHeight: 1.5 },
  { family: "Noto Sans Georgian", folder: "world", npm: "noto-sans-georgian", scripts: ["Geor"], lineHeight: 1.2 },
  { family: "Noto Sans Armenian", folder: "world", npm: "noto-sans-armenian", scripts: ["Armn"], lineHeight: 1.2 },
  { family: "Noto Sans Ethiopic", folder: "world", npm: "noto-sans-ethiopic", scripts: ["Ethi"], lineHeight: 1.4 },
  { family: "Noto Sans Gujarati", folder: "world", npm: "noto-sans-gujarati", scripts: ["Gujr"], lineHeight: 1.4 },
  { family: "Noto Sans Gurmukhi", folder: "world", npm: "noto-sans-gurmukhi", scripts: ["Guru"], lineHeight: 1.4 },
  { family: "Noto Sans Tamil", folder: "world", npm: "noto-sans-tamil", scripts: ["Taml"], lineHeight: 1.4 },
  { family: "Noto Sans Malayalam", folder: "world", npm: "noto-sans-malayalam", scripts: ["Mlym"], lineHeight: 1.4 },
  { family: "Noto Sans Sinhala", folder: "world", npm: "noto-sans-sinhala", scripts: ["Sinh"], lineHeight: 1.4 },
  { family: "Noto Sans Telugu", folder: "world", npm: "noto-sans-telugu", scripts: ["Telu"], lineHeight: 1.5 },
  { family: "Noto Sans Kannada", folder: "world", npm: "noto-sans-kannada", scripts: ["Knda"], lineHeight: 1.5 },
  { family: "Noto Sans Lao", folder: "world", npm: "noto-sans-lao", scripts: ["Laoo"], lineHeight: 1.5 },
  { family: "Noto Sans Khmer", folder: "world", npm: "noto-sans-khmer", scripts: ["Khmr"], lineHeight: 1.7 },
  { family: "Noto Sans Myanmar", folder: "world", npm: "noto-sans-myanmar", scripts: ["Mymr"], lineHeight: 1.7 },
  { family: "Noto Sans Symbols", npm: "noto-sans-symbols", scripts: [], lineHeight: 1.2, fallback: "symbols" },
  { family: "Noto Sans Symbols 2", npm: "noto-sans-symbols-2", weights: [400], scripts: [], lineHeight: 1.2, fallback: "symbols" },
  {
    family: "Noto Sans CJK",
    folder: "cjk",
    weights: [400, 700],
    scripts: ["Hani", "Hira", "Kana", "Hang", "Bopo"],
    lineHeight: 1.2,
    aliases: {
      "Noto Sans CJK SC": "zh-Hans",
      "Noto Sans CJK TC": "zh-Hant",
      "Noto Sans CJK HK": "zh-HK",
      "Noto Sans CJK JP": "ja",
      "Noto Sans CJK KR": "ko",
    },
  },
  { family: "Noto Sans Math", npm: "noto-sans-math", weights: [400], scripts: [], lineHeight: 1.2, fallback: "symbols" },
  { family: "Noto Emoji", folder: "world", npm: "noto-emoji", weights: [400], scripts: [], lineHeight: 1.2, fallback: "emoji" },
  { family: "Noto Serif", folder: "world", npm: "noto-serif", italics: true, scripts: [], lineHeight: 1.2, fallback: "never" },
  { family: "Liberation Sans", debian: "liberation2", weights: [400, 700], scripts: [], lineHeight: 1.2, fallback: "never" },
  { family: "Noto Color Emoji", folder: "emoji", weights: [400], scripts: [], lineHeight: 1.2, fallback: "never" },
];
const STYLE = { 400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold" };

function extractFace(collection, index) {
  const start = collection.readUInt32BE(12 + 4 * index);
  const count = collection.readUInt16BE(start + 4);
  const head = Buffer.from(collection.subarray(start, start + 12 + 16 * count));
  const parts = [head];
  let offset = head.length;
  for (let i = 0; i < count; i++) {
    const entry = 12 + 16 * i;
    const from = head.readUInt32BE(entry + 8);
    const length = head.readUInt32BE(entry + 12);
    head.writeUInt32BE(offset, entry + 8);
    parts.push(collection.subarray(from, from + length), Buffer.alloc((4 - (length % 4)) % 4));
    offset += length + ((4 - (length % 4)) % 4);
  }
  return Buffer.concat(parts);
}

function fetchFolder(folder) {
  const out = path.join(root, "fonts", folder);
  fs.mkdirSync(out, { recursive: true });
  if (folder === "cjk") {
    for (const w of ["Regular", "Bold"])
      fs.writeFileSync(
        path.join(out, `NotoSansCJK-${w}.otf`),
        extractFace(fs.readFileSync(`/usr/share/fonts/opentype/noto/NotoSansCJK-${w}.ttc`), 0),
      );
    fs.copyFileSync(path.join(root, "fonts/files/NotoSans.LICENSE.txt"), path.join(out, "NotoSansCJK.LICENSE.txt"));
    return;
  }
  if (folder === "emoji") return fetchEmoji(out);
  for (const f of FAMILIES.filter((x) => x.debian && (x.folder ?? "files") === folder))
    for (const file of f.weights.map((w) => `${f.family.replaceAll(" ", "")}-${STYLE[w]}.ttf`))
      fs.copyFileSync(path.join("/usr/share/fonts/truetype", f.debian, file), path.join(out, file));
  const tmp = fs.mkdtempSync(path.join(os.tmpdir(), "platen-fonts-"));
  for (const f of FAMILIES.filter((x) => x.npm && (x.folder ?? "files") === folder)) {
    execFileSync("npm", ["pack", "--silent", `@expo-google-fonts/${f.npm}`], { cwd: tmp });
    const tgz = fs
      .readdirSync(tmp)
      .find(
        (n) =>
          n.startsWith(`expo-google-fonts-${f.npm}-`) &&
          /\d+\.\d+\.\d+\.tgz$/.test(n) &&
          n.slice(`expo-google-fonts-${f.npm}-`.length).match(/^\d+\.\d+\.\d+\.tgz$/),
      );
    execFileSync("tar", ["xzf", tgz], { cwd: tmp });
    const name = f.family.replaceAll(" ", "");
    for (const w of f.weights ?? [400, 500, 600, 700])
      for (const italic of f.italics ? ["", "Italic"] : [""]) {
        const dir = `${w}${STYLE[w]}${italic && "_" + italic}`;
        const face = `${STYLE[w] === "Regular" && italic ? "" : STYLE[w]}${italic}`;
        fs.copyFileSync(path.join(tmp, "package", dir, `${name}_${dir}.ttf`), path.join(out, `${name}-${face}.ttf`));
      }
    fs.copyFileSync(path.join(tmp, "package/LICENSE_FONT"), path.join(out, `${name}.LICENSE.txt`));
    fs.rmSync(path.join(tmp, "package"), { recursive: true });
  }
}

const EMOJI = { package: "@fontsource/noto-color-emoji@5.3.2", file: "files/noto-color-emoji-emoji-400-normal.woff2" };

function fetchEmoji(out) {
  const tmp = fs.mkdtempSync(path.join(os.tmpdir(), "platen-fonts-"));
  execFileSync("npm", ["pack", "--silent", EMOJI.package], { cwd: tmp });
  execFileSync("tar", ["xzf", fs.readdirSync(tmp).find((n) => n.endsWith(".tgz"))], { cwd: tmp });
  const woff2 = fs.readFileSync(path.join(tmp, "package", EMOJI.file));
  fs.writeFileSync(path.join(out, "NotoColorEmoji-Regular.ttf"), fontOfWoff2(woff2, ["SVG ", "vhea", "vmtx"]));
  fs.copyFileSync(path.join(tmp, "package/LICENSE"), path.join(out, "NotoColorEmoji.LICENSE.txt"));
}

/** Glyphs with paints of COLR 1; null without the table. */
function drawnGlyphs(bytes) {
  for (let i = 12; i < 12 + 16 * bytes.readUInt16BE(4); i += 16) {
    if (bytes.toString("latin1", i, i + 4) !== "COLR") continue;
    const table = bytes.readUInt32BE(i + 8);
    const list = table + bytes.readUInt32BE(table + 14);
    return new Set(Array.from({ length: bytes.readUInt32BE(list) }, (_, k) => bytes.readUInt16BE(list + 4 + 6 * k)));
  }
  return null;
}

/** Their drawings are blank: they are part of keycaps. */
const KEYCAP_BASES = new Set([..."#*0123456789"].map((c) => c.codePointAt(0)));

const isIgnorable = (c) => /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(c));

const toRanges = (codes) => {
  const ranges = [];
  for (const c of codes) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === c) last[1] = c;
    else ranges.push([c, c]);
  }
  return ranges;
};

function describe(folder, file, family) {
  const bytes = fs.readFileSync(path.join(folder, file));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), { lowMemory: false });
  const { os2, post, head, hhea } = font.tables;
  const codes = Object.keys(font.tables.cmap.glyphIndexMap)
    .map(Number)
    .filter((c) => font.tables.cmap.glyphIndexMap[c] !== 0)
    .sort((a, b) => a - b);
  const drawn = drawnGlyphs(bytes);
  const shown = (c) => !drawn || c === 0x20 || (!KEYCAP_BASES.has(c) && drawn.has(font.tables.cmap.glyphIndexMap[c]));
  const en = (names) => names?.en ?? Object.values(names ?? {})[0];
  const names = font.names.windows ?? font.names;
  return {
    file,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    postScriptName: en(names.postScriptName),
    weight: os2.usWeightClass,
    italic: /Italic/.test(file),
    fsType: os2.fsType,
    format: bytes.readUInt32BE(0) === 0x4f54544f ? "cff" : "glyf",
    unitsPerEm: head.unitsPerEm,
    ascender: hhea.ascender,
    descender: hhea.descender,
    capHeight: os2.sCapHeight ?? 0,
    xHeight: os2.sxHeight ?? 0,
    italicAngle: post.italicAngle,
    bbox: [head.xMin, head.yMin, head.xMax, head.yMax],
    underline: [post.underlinePosition, post.underlineThickness],
    strikeout: [os2.yStrikeoutPosition, os2.yStrikeoutSize],
    coverage: toRanges(codes.filter(shown)),
    // characters that are drawn in sequences alone: digits of keycaps
    ...(drawn && { color: "COLRv1", hidden: toRanges(codes.filter((c) => !shown(c) && !isIgnorable(c) && c >= 0x20)) }),
    family,
  };
}

const given = (option) => (process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : undefined);
if (given("--fetch")) fetchFolder(given("--fetch"));
const families = FAMILIES.map((f) => {
  const stem = f.family.replaceAll(" ", "") + "-";
  const faces = fs
    .readdirSync(folderOf(f))
    .filter((n) => n.startsWith(stem) && /\.(ttf|otf)$/.test(n))
    .map((n) => describe(folderOf(f), n, f.family))
    .sort((a, b) => a.weight - b.weight || a.italic - b.italic);
  for (const face of faces) if (face.fsType !== 0) throw new Error(`${face.file}: fsType ${face.fsType} does not allow embedding`);
  // ranges are stored once: faces of a family mostly cover the same characters
  const coverages = [];
  const indexed = faces.map(({ coverage, family: _family, ...face }) => {
    const key = JSON.stringify(coverage);
    if (!coverages.includes(key)) coverages.push(key);
    return { ...face, coverage: coverages.indexOf(key) };
  });
  return {
    family: f.family,
    folder: f.folder ?? "files",
    aliases: f.aliases ?? {},
    scripts: f.scripts,
    fallback: f.fallback ?? "text",
    lineHeight: f.lineHeight,
    licence: "OFL-1.1",
    coverages: coverages.map((c) => JSON.parse(c)),
    faces: indexed,
  };
});
const outRoot = given("--out") ?? root;
fs.mkdirSync(path.join(outRoot, "fonts"), { recursive: true });
fs.writeFileSync(
  path.join(outRoot, "fonts/catalog.json"),
  JSON.stringify({ "//": "Generated by scripts/generate/fonts.mjs from the files beside it; do not edit.", packages: PACKAGES, families }) +
    "\n",
);
for (const f of families)
  console.log(f.family, f.faces.length, "faces", f.coverages.map((c) => c.reduce((n, [a, b]) => n + b - a + 1, 0)).join("/"), "characters");
