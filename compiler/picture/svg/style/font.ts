// At white space outside of strings and functions.

export const wordsOf = (value: string): readonly string[] =>
  value.match(/(?:"[^"]*"|'[^']*'|[\w-]*\((?:[^()]|\([^()]*\))*\)|[^\s"'(])+/g) ?? [];

const SIZE =
  /^(?:(?:xx-|x-)?small|medium|(?:xxx-|xx-|x-)?large|larger|smaller|[+]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)|0|calc\(.*\))$/i;
const WEIGHT = /^(?:bold|bolder|lighter|\d{1,4})$/i;
const STYLE = /^(?:italic|oblique)$/i;
const STRETCH = /^(?:ultra-|extra-|semi-)?(?:condensed|expanded)$/i;

/** Expands `font` (CSS Fonts 4, 2.7); null if invalid. */
export function fontLonghands(value: string): ReadonlyMap<string, string> | null {
  const words = wordsOf(value.replace(/\s*\/\s*/g, "/"));
  const at = words.findIndex((w) => SIZE.test(w.split("/")[0]!));
  if (at < 0 || at === words.length - 1) return null;
  const out = new Map([
    ["font-style", "normal"],
    ["font-variant", "normal"],
    ["font-weight", "normal"],
    ["font-stretch", "normal"],
    ["font-kerning", "auto"],
    ["font-size", words[at]!.split("/")[0]!],
    ["font-family", words.slice(at + 1).join(" ")],
  ]);
  for (const w of words.slice(0, at)) {
    if (WEIGHT.test(w)) out.set("font-weight", w.toLowerCase());
    else if (STYLE.test(w)) out.set("font-style", w.toLowerCase());
    else if (STRETCH.test(w)) out.set("font-stretch", w.toLowerCase());
    else if (/^small-caps$/i.test(w)) out.set("font-variant", "small-caps");
    else if (!/^normal$|^-?[\d.]+(?:deg|rad|grad|turn)$/i.test(w)) return null;
  }
  return out;
}

export const familiesOf = (list: string): readonly string[] =>
  (list.match(/(?:"[^"]*"|'[^']*'|[^,"'])+/g) ?? [])
    .map((f) =>
      f
        .trim()
        .replace(/^(["'])(.*)\1$/, "$2")
        .replace(/\s+/g, " "),
    )
    .filter((f) => f !== "");
