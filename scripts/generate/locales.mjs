// locales/*.json: modern locales of CLDR, reduced to what compiler/locale reads.
//
//   node scripts/generate/locales.mjs [--out DIR]
//
// A file per language, and index.json. Differences from the parent, under keys of compiler/locale/locale-data.ts; null restores absence.
import fs from "node:fs";
import path from "node:path";

const root = new URL("../..", import.meta.url).pathname;
const outRoot = process.argv[2] === "--out" ? process.argv[3] : root;
const modules = path.join(root, "node_modules");
const json = (file) => JSON.parse(fs.readFileSync(path.join(modules, file), "utf8"));
const supplemental = (name) => json(`cldr-core/supplemental/${name}.json`).supplemental;
const { version } = json("cldr-core/package.json");

const coverage = json("cldr-core/coverageLevels.json").effectiveCoverageLevels;
/** "und" is the root of all locales without another parent */
const LOCALES = Object.keys(coverage).filter((tag) => coverage[tag] === "modern" && tag !== "und");
const known = new Set(LOCALES);
const { parentLocale: PARENTS } = supplemental("parentLocales").parentLocales;
const likely = supplemental("likelySubtags").likelySubtags;

const languageOf = (tag) => tag.split("-")[0];
const scriptIn = (tag) => tag.split("-").find((part) => /^[A-Z][a-z]{3}$/.test(part));
/** Of a language, or of a language in a region. */
const likelyScript = (tag) => scriptIn(likely[tag] ?? "");

/** The locale that a locale inherits from; CLDR's rule `nonlikelyScript` included. */
function parentOf(tag) {
  if (tag === "und") return null;
  if (PARENTS[tag]) return known.has(PARENTS[tag]) || PARENTS[tag] === "und" ? PARENTS[tag] : "und";
  const cut = tag.lastIndexOf("-");
  if (cut < 0) return "und";
  const shorter = tag.slice(0, cut);
  if (scriptIn(tag) && !scriptIn(shorter) && scriptIn(tag) !== likelyScript(languageOf(tag))) return "und";
  return known.has(shorter) ? shorter : parentOf(shorter);
}

function flat(tag) {
  const numbers = json(`cldr-numbers-full/main/${tag}/numbers.json`).main[tag].numbers;
  const { currencies } = json(`cldr-numbers-full/main/${tag}/currencies.json`).main[tag].numbers;
  const { gregorian } = json(`cldr-dates-full/main/${tag}/ca-gregorian.json`).main[tag].dates.calendars;
  return { ...numberKeys(numbers), ...currencyKeys(currencies), ...dateKeys(gregorian) };
}

function numberKeys(numbers) {
  const out = { nu: numbers.defaultNumberingSystem, min: Number(numbers.minimumGroupingDigits) };
  const { native } = numbers.otherNumberingSystems;
  const of = (system) => {
    const symbols = numbers[`symbols-numberSystem-${system}`];
    const money = numbers[`currencyFormats-numberSystem-${system}`];
    const decimals = numbers[`decimalFormats-numberSystem-${system}`];
    if (!symbols || !money || !decimals) throw new Error(`no ${system}`);
    return {
      // decimal mark, group sign, minus and percent sign; then both marks of currencies where they are others
      s: [
        symbols.decimal,
        symbols.group,
        symbols.minusSign,
        symbols.percentSign,
        ...(symbols.currencyDecimal || symbols.currencyGroup
          ? [symbols.currencyDecimal ?? symbols.decimal, symbols.currencyGroup ?? symbols.group]
          : []),
      ],
      d: usual(decimals.standard),
      p: usual(numbers[`percentFormats-numberSystem-${system}`].standard),
      c: spaced(usual(money.standard), usual(money["standard-alphaNextToNumber"] ?? money.standard)),
      k: compactOf(decimals.short.decimalFormat),
      m: compactOf(money.short?.standard ?? {}),
    };
  };
  const latin = of("latn");
  for (const [key, value] of Object.entries(latin)) out[`latn/${key}`] = value;
  // other systems default to the values of Latin digits
  for (const system of new Set([native, out.nu]))
    if (system !== "latn" && isNumeric(system))
      for (const [key, value] of Object.entries(of(system)))
        out[`${system}/${key}`] = same(value, latin[key]) && !(`${system}/${key}` in ROOT_SYSTEMS) ? null : value;
  return out;
}

/** Values of the root for digits that are not Latin, which the packages leave out (root.xml; other values of theirs are those of Latin digits). */
const ROOT_SYSTEMS = {
  "arab/s": ["٫", "٬", "\u061c-", "٪\u061c"],
  "arab/p": "#,##0%",
  "arab/c": "#,##0.00\u00a0¤",
  "arabext/s": ["٫", "٬", "\u200e-\u200e", "٪"],
};

const supplementalPlurals = supplemental("plurals")["plurals-type-cardinal"];
const NUMBERING = supplemental("numberingSystems").numberingSystems;
const isNumeric = (system) => NUMBERING[system]?._type === "numeric";
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function usual(pattern) {
  const [positive, negative] = pattern.split(";");
  return negative === `-${positive}` ? positive : pattern;
}

/** CLDR's spacing of letters next to a number is applied. */
function spaced(standard, alpha) {
  const made = standard.replace(/¤(?=[#0])/g, "¤\u00a0").replace(/([#0])¤/g, "$1\u00a0¤");
  if (alpha !== made && alpha !== standard) throw new Error(`the rule of spacing does not make ${alpha} of ${standard}`);
  return standard;
}

/** From 1000; "": the pattern before with one digit more. Objects are by plural form. */
function compactOf(short) {
  const powers = Object.keys(short).filter((key) => /^\d+-count-\w+$/.test(key));
  const most = powers.reduce((n, key) => Math.max(n, key.indexOf("-")), 0);
  const out = [];
  let before = null;
  for (let length = 4; length <= most; length++) {
    const forms = {};
    for (const key of powers.filter((k) => k.indexOf("-") === length)) forms[key.slice(key.lastIndexOf("-") + 1)] = short[key];
    const values = new Set(Object.values(forms));
    // the general form has no name
    const named = Object.fromEntries(Object.entries(forms).filter(([form, pattern]) => form === "other" || pattern !== forms.other));
    const form = values.size === 1 ? forms.other : named;
    out.push(before !== null && same(form, longer(before)) ? "" : form);
    before = form;
  }
  while (out.length > 0 && out.at(-1) === "") out.pop();
  return out.length > 0 ? out : null;
}
const longer = (form) =>
  typeof form === "string"
    ? form === "0"
      ? "0"
      : form.replace(/0/, "00")
    : Object.fromEntries(Object.entries(form).map(([k, v]) => [k, longer(v)]));

/** Symbols other than the code itself; with marks of their own where a currency has some. */
function currencyKeys(currencies) {
  const out = {};
  for (const [code, { symbol = code, decimal, group }] of Object.entries(currencies)) {
    const marks = decimal || group ? [symbol, decimal ?? "", group ?? ""] : symbol;
    if (marks !== code) out[`$${code}`] = marks;
  }
  return out;
}

const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1));
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WIDTHS = { w: "wide", a: "abbreviated", n: "narrow", s: "short" };

function dateKeys({ months, days, dayPeriods, eras, dateFormats }) {
  const out = {};
  const list = (names, keys) => keys.map((key) => names[key]).join("|");
  for (const [w, width] of Object.entries(WIDTHS)) {
    for (const [letter, names, keys] of [
      ["M", months, MONTHS],
      ["E", days, DAYS],
    ]) {
      if (!names.format[width]) continue;
      const format = list(names.format[width], keys);
      const alone = list(names["stand-alone"][width], keys);
      out[`${letter}${w}`] = format;
      if (letter === "M") out[`L${w}`] = alone === format ? null : alone;
      // weekday without a date
      else if (w === "w") out["cw"] = alone === format ? null : alone;
    }
    const { am, pm } = dayPeriods.format[width] ?? {};
    if (am) out[`p${w}`] = `${am}|${pm}`;
  }
  for (const name of ["short", "medium", "long", "full"]) {
    const pattern = dateFormats[name];
    out[`f${name[0]}`] = typeof pattern === "string" ? pattern : pattern._value;
  }
  if (Object.values(dateFormats).some((pattern) => /G/.test(pattern))) out.era = eras.eraAbbr["1"];
  if (out.Ma === out.Mw) out.Ma = null;
  if (out.pw === out.pa) out.pw = null;
  if (out.pn === out.pa) out.pn = null;
  if (out.Es === out.Ea) out.Es = null;
  return out;
}

const flats = new Map();
const dataOf = (tag) => {
  let data = flats.get(tag);
  if (!data) {
    const parent = parentOf(tag);
    const up = parent === null ? ROOT_SYSTEMS : dataOf(parent);
    data = flat(tag);
    const systems = new Set(Object.keys(data).map((key) => key.split("/")[0]));
    for (const [key, value] of Object.entries(up)) if (key.includes("/") && !systems.has(key.split("/")[0])) data[key] = value;
    flats.set(tag, data);
  }
  return data;
};

function differences(tag) {
  const own = dataOf(tag);
  const parent = parentOf(tag);
  const up = parent === null ? {} : dataOf(parent);
  const out = {};
  for (const key of new Set([...Object.keys(own), ...Object.keys(up)])) {
    const value = own[key] ?? null;
    if (!same(value, up[key] ?? null)) out[key] = value;
  }
  if (parent === "und" || parent === null) {
    const rules = pluralsOf(tag);
    if (rules) out.plural = rules;
  }
  return out;
}

function pluralsOf(tag) {
  const named = new Set();
  for (const locale of LOCALES.filter((l) => languageOf(l) === languageOf(tag)))
    for (const [key, value] of Object.entries(dataOf(locale)))
      if (/\/[km]$/.test(key))
        for (const form of value ?? []) if (typeof form === "object") for (const name of Object.keys(form)) named.add(name);
  if (named.size === 0) return null;
  const rules = supplementalPlurals[tag] ?? supplementalPlurals[languageOf(tag)];
  return Object.entries(rules)
    .map(([key, rule]) => [key.slice("pluralRule-count-".length), rule.replace(/\s*@.*$/s, "").trim()])
    .filter(([, rule]) => rule !== "")
    .map(([name, rule]) => `${name}: ${rule}`)
    .join("; ");
}

const GENERATED = `Generated by scripts/generate/locales.mjs from CLDR ${version}: do not edit.`;
const lines = (entries) => `{\n${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",\n")}\n}\n`;
fs.mkdirSync(path.join(outRoot, "locales"), { recursive: true });
let bytes = 0;
function write(name, entries) {
  const text = lines([["//", GENERATED], ...entries]);
  bytes += Buffer.byteLength(text);
  fs.writeFileSync(path.join(outRoot, "locales", `${name}.json`), text);
}

const languages = [...new Set(LOCALES.map(languageOf))];
for (const language of languages)
  write(
    language,
    LOCALES.filter((tag) => languageOf(tag) === language).map((tag) => [tag, differences(tag)]),
  );
write("und", [["und", differences("und")]]);
write("index", index());
fs.copyFileSync(path.join(modules, "cldr-core/LICENSE"), path.join(outRoot, "locales/LICENSE"));
console.log(`${LOCALES.length} locales of ${languages.length} languages, ${bytes} bytes`);

function index() {
  const { languageAlias, territoryAlias } = supplemental("aliases").metadata.alias;
  const regions = new Set(
    LOCALES.flatMap((tag) =>
      tag
        .split("-")
        .slice(1)
        .filter((part) => /^([A-Z]{2}|\d{3})$/.test(part)),
    ),
  );
  const parents = {};
  for (const tag of LOCALES) {
    const parent = parentOf(tag);
    // the usual parent is the tag without its last part
    const usual = tag.includes("-") ? tag.slice(0, tag.lastIndexOf("-")) : "und";
    if (parent !== usual) (parents[parent] ??= []).push(tag);
  }
  // locales without data of their own, whose parent is not their language: pt-FR
  for (const [tag, parent] of Object.entries(PARENTS)) if (!known.has(tag) && known.has(parent)) (parents[parent] ??= []).push(tag);
  const scripts = {};
  for (const [tag, full] of Object.entries(likely)) {
    const [language, region] = tag.split("-");
    if (!region || !/^[A-Z]{2}$/.test(region) || !languages.includes(language)) continue;
    if (scriptIn(full) !== likelyScript(language) && known.has(`${language}-${scriptIn(full)}`))
      (scripts[`${language}-${scriptIn(full)}`] ??= []).push(region);
  }
  const usualScripts = {};
  for (const language of languages) {
    const script = likelyScript(language);
    (usualScripts[script] ??= []).push(language);
  }
  const aliases = {};
  for (const [tag, { _replacement: to }] of Object.entries(languageAlias))
    if (languages.includes(languageOf(to)) && tag !== to) aliases[tag] = to;
  const territories = {};
  for (const [tag, { _replacement: to }] of Object.entries(territoryAlias)) {
    const first = to.split(" ")[0];
    if (/^([A-Z]{2}|\d{3})$/.test(tag) && regions.has(first)) territories[tag] = first;
  }
  const { fractions } = supplemental("currencyData").currencyData;
  const codes = Object.keys(json("cldr-numbers-full/main/en/currencies.json").main.en.numbers.currencies);
  const digits = {};
  for (const [system, { _digits, _type }] of Object.entries(NUMBERING)) {
    if (_type !== "numeric") continue;
    const all = [..._digits];
    const from = all[0].codePointAt(0);
    digits[system] = all.every((digit, i) => digit.codePointAt(0) === from + i) ? all[0] : _digits;
  }
  const list = (map) =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key, Array.isArray(value) ? value.join(" ") : value]));
  const decimals = {};
  for (const code of codes) {
    const n = Number((fractions[code] ?? fractions.DEFAULT)._digits);
    (decimals[n] ??= []).push(code);
  }
  return [
    ["version", version],
    ["locales", LOCALES.join(" ")],
    ["parents", list(parents)],
    ["scripts", list(usualScripts)],
    ["regions", list(scripts)],
    ["languages", aliases],
    ["territories", territories],
    ["currencies", list(decimals)],
    ["digits", digits],
  ];
}
