// BCP 47 to CLDR's locale, or a reason.
import { formatFound } from "../core/fail.js";
import { nearby } from "../help/nearest.js";
import { must, type Reason } from "../help/reason.js";
import { lists, type LocaleIndex } from "./locale-data.js";
import { lookup } from "../../base/lookup.js";

interface LocaleTag {
  readonly tag: string;
  /** numbering system that the tag names */
  readonly system: string | undefined;
}

/** @param found not blank */
export function readLocale(found: string, index: LocaleIndex): LocaleTag | Reason {
  const match = TAG.exec(found.trim());
  if (!match) return malformed(found, index);
  const { base = "", extensions = "" } = match.groups!;
  const system = systemOf(extensions.toLowerCase());
  if (system === null) return must("a language tag with no other extension than -u-nu-", formatFound(found), { suggestion: quoted(base) });
  if (system !== undefined && lookup(index.digits, system) === undefined) return unknownSystem(found, system, index);
  const tag = resolve(base, index);
  return tag === null ? malformed(found, index) : { tag, system };
}

export const isReason = (value: LocaleTag | Reason): value is Reason => "text" in value;

/** language with up to three extended ones, script, region, variants, or irregular; extensions and private use */
const TAG =
  /^(?<base>en-gb-oed|[a-z]{2,8}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*)(?<extensions>(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?)$/i;

/** `-u-nu-`; undefined without extensions, null if others. */
function systemOf(extensions: string): string | null | undefined {
  if (extensions === "") return undefined;
  return /^-u-nu-([a-z\d]{3,8})$/.exec(extensions)?.[1] ?? null;
}

interface Subtags {
  readonly language: string;
  readonly script: string;
  readonly region: string;
  readonly variants: readonly string[];
}

/** An extended language is the language: zh-yue, not de-AUT. */
function subtagsOf(tag: string): Subtags {
  const [first = "", ...rest] = tag.toLowerCase().split("-");
  let [language, script, region] = [first, "", ""];
  const variants: string[] = [];
  for (const part of rest) {
    if (/^[a-z]{3}$/.test(part)) language = part;
    else if (/^[a-z]{4}$/.test(part)) script = part[0]!.toUpperCase() + part.slice(1);
    else if (/^([a-z]{2}|\d{3})$/.test(part)) region = part.toUpperCase();
    else if (part.length > 3) variants.push(part);
  }
  return { language, script, region, variants };
}

/** Null if CLDR has none of its language. */
function resolve(tag: string, index: LocaleIndex): string | null {
  const { language, script, region, variants } = canonical(tag, index);
  const usual = scriptOf(language, index);
  const scripts = script !== "" ? [script] : [regional(language, region, index) ?? usual];
  const known = (parts: readonly string[]): string | null => {
    const name = parts.filter((part) => part !== "").join("-");
    if (lists(index.locales, name)) return name;
    for (const parent in index.parents) if (lists(index.parents[parent], name)) return parent;
    return null;
  };
  for (const variant of [...variants, ""])
    for (const place of region === "" ? [""] : [region, ""])
      for (const written of scripts) {
        const found = known([language, written, place, variant]) ?? (written === usual ? known([language, place, variant]) : null);
        if (found !== null) return found;
      }
  return known([language]);
}

function canonical(tag: string, index: LocaleIndex): Subtags {
  const lower = tag.toLowerCase();
  // `no-bok`, `zh-cmn-hans`
  for (const alias in index.languages) {
    const from = alias.toLowerCase();
    if (lower !== from && !lower.startsWith(`${from}-`)) continue;
    const to = subtagsOf(index.languages[alias]!);
    return joined(subtagsOf(to.language + lower.slice(from.length)), to, index);
  }
  const own = subtagsOf(lower);
  // `ar-arb`
  const to = subtagsOf(lookup(index.languages, own.language) ?? own.language);
  return joined({ ...own, language: to.language }, to, index);
}

const joined = (own: Subtags, to: Subtags, index: LocaleIndex): Subtags =>
  placed({ ...own, script: own.script || to.script, region: own.region || to.region }, index);

const placed = (tag: Subtags, { territories }: LocaleIndex): Subtags => ({ ...tag, region: lookup(territories, tag.region) ?? tag.region });

function scriptOf(language: string, { scripts }: LocaleIndex): string {
  for (const script in scripts) if (lists(scripts[script], language)) return script;
  return "";
}

/** Script of a language in a region, if unusual. */
function regional(language: string, region: string, { regions }: LocaleIndex): string | undefined {
  for (const tag in regions) if (tag.startsWith(`${language}-`) && lists(regions[tag], region)) return tag.split("-")[1];
  return undefined;
}

const quoted = (text: string): string => JSON.stringify(text);

function malformed(found: string, index: LocaleIndex): Reason {
  const meant = lookup(NAMES, found.trim().toLowerCase()) ?? dashed(found, index);
  const near = meant === undefined ? nearest(found.trim(), index) : [meant];
  const only = near.length === 1 ? near[0]! : undefined;
  const such = only === undefined ? `, such as ${(near.length > 0 ? near : ["en", "de-AT", "zh-Hant"]).join(", ")}` : "";
  return must(`a language tag that CLDR knows${such}`, formatFound(found), { suggestion: only === undefined ? undefined : quoted(only) });
}
const NEAREST = 4;

/** Similar tags; of a language code, those with its first letter. */
function nearest(found: string, index: LocaleIndex): readonly string[] {
  const locales = index.locales.split(" ");
  const near = nearby(found, locales, NEAREST);
  if (near.length > 0 || !/^[a-z]{2}$/i.test(found)) return near;
  return locales.filter((tag) => tag.length === 2 && tag[0] === found[0]!.toLowerCase()).slice(0, NEAREST);
}

/** names, and country codes that are not languages */
const NAMES: Readonly<Record<string, string>> = {
  english: "en",
  german: "de",
  deutsch: "de",
  french: "fr",
  français: "fr",
  spanish: "es",
  español: "es",
  italian: "it",
  italiano: "it",
  dutch: "nl",
  nederlands: "nl",
  portuguese: "pt",
  português: "pt",
  polish: "pl",
  polski: "pl",
  russian: "ru",
  chinese: "zh",
  japanese: "ja",
  korean: "ko",
  arabic: "ar",
  hebrew: "he",
  hindi: "hi",
  turkish: "tr",
  swedish: "sv",
  us: "en-US",
  gb: "en-GB",
  at: "de-AT",
  ch: "de-CH",
  cz: "cs",
  jp: "ja",
  cn: "zh",
  dk: "da",
  se: "sv",
  gr: "el",
  br: "pt-BR",
  mx: "es-MX",
  ua: "uk",
};

/** `de_DE` as de-DE; POSIX appends an encoding. */
function dashed(found: string, index: LocaleIndex): string | undefined {
  const tag = found
    .trim()
    .replace(/[.@].*$/, "")
    .replaceAll("_", "-")
    .replace(/-+$/, "");
  const match = TAG.exec(tag);
  return match && tag !== found.trim() && resolve(match.groups!["base"]!, index) !== null ? tag : undefined;
}

function unknownSystem(found: string, system: string, { digits }: LocaleIndex): Reason {
  const systems = Object.keys(digits);
  const near = nearby(system, systems, NEAREST);
  return must(
    `a decimal numbering system of CLDR after -u-nu-, such as ${(near.length > 0 ? near : ["latn", "arab", "deva"]).join(", ")}`,
    formatFound(found),
    {
      suggestion: near.length === 1 ? quoted(found.replace(new RegExp(`${system}$`, "i"), near[0]!)) : undefined,
    },
  );
}
