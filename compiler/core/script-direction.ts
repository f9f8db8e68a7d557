/** ISO 15924, lower case: scripts whose letters are R or AL (UAX #9). */
const SCRIPTS =
  /^(?:adlm|arab|aran|armi|avst|chrs|cprt|elym|gara|hatr|hebr|hung|khar|lydi|mand|mani|mend|merc|mero|narb|nbat|nkoo|orkh|ougr|palm|phli|phlp|phnx|prti|rohg|samr|sarb|sogd|sogo|syrc|syre|syrj|syrn|thaa|todr|yezi)$/;

/** Languages, some in one region alone, that are written right to left (CLDR, likely subtags). */
const LANGUAGES =
  /^(?:aeb|acm|aii|afb|apc|apd|ar|arc|arq|ars|ary|arz|azb|bal|bqi|ckb|dv|fa|glk|haz|he|hno|iw|ji|khw|ks|lah|lki|lrc|luz|mzn|nqo|ota|pbt|pnb|prs|ps|rhg|sam|sd|sdh|skr|syr|ug|ur|yi)$|^(?:az-ir|kk-cn|ky-cn|pa-pk|tg-pk|uz-af)$/;

/** True for a BCP 47 tag of a right-to-left script: its own, else that of its language. */
export function isRightToLeft(tag: string): boolean {
  const [language = "", ...rest] = tag.trim().toLowerCase().split("-");
  // extended languages are before the script
  const at = rest.findIndex((part) => !/^[a-z]{3}$/.test(part));
  const next = rest[at] ?? "";
  if (/^[a-z]{4}$/.test(next)) return SCRIPTS.test(next);
  return LANGUAGES.test(language) || (/^[a-z]{2}$/.test(next) && LANGUAGES.test(`${language}-${next}`));
}
