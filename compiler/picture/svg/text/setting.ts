import { refuse } from "../tree/fault.js";
import type { Style } from "../style/style.js";
import type { SvgElement } from "../tree/tree.js";

/** @throws PictureFault for unsupported properties */
export function checkSetting(style: Style, el: SvgElement): void {
  const harmless: Readonly<Record<string, RegExp>> = {
    "text-shadow": /^none$/,
    "font-feature-settings": /^(?:normal|(?:,?\s*["'](?:kern|liga|tnum|lnum)["']\s*(?:1|on)?)+)$/i,
    "font-variant": /^(?:normal|none|small-caps|(?:tabular-nums|lining-nums|common-ligatures)(?:\s|$))+$/,
  };
  for (const [name, ok] of Object.entries(harmless)) {
    const value = style.get(name);
    if (value !== undefined && !ok.test(value)) refuse(`${name} ${value.slice(0, 40)}`, el.line);
  }
  for (const name of ["font-variant-numeric", "font-variant-ligatures", "font-variation-settings"]) {
    const value = style.own.get(name);
    if (value !== undefined && !/^(?:normal|none|tabular-nums|lining-nums|common-ligatures)$/.test(value))
      refuse(`${name} ${value.slice(0, 40)}`, el.line);
  }
  if (/override|plaintext/.test(style.own.get("unicode-bidi") ?? "")) refuse(`unicode-bidi ${style.own.get("unicode-bidi")!}`, el.line);
}

export function cased(text: string, style: Style): string {
  switch (style.inherited.get("text-transform")) {
    case "uppercase":
      return text.toUpperCase();
    case "lowercase":
      return text.toLowerCase();
    case "capitalize":
      return text.replace(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (c) => c.toUpperCase());
    default:
      return text;
  }
}
