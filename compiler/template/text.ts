/** Literal text, or the source between {{ and }}. */
type TextPart = { readonly kind: "literal"; readonly text: string } | { readonly kind: "binding"; readonly source: string };

export const hasBinding = (text: string): boolean => text.includes("{{");

/** Bindings may contain braces in quotes. @returns null if a binding is not closed */
export function partsOf(text: string): readonly TextPart[] | null {
  const parts: TextPart[] = [];
  let from = 0;
  for (let open = text.indexOf("{{"); open >= 0; open = text.indexOf("{{", from)) {
    const close = endOf(text, open + 2);
    if (close < 0) return null;
    if (open > from) parts.push({ kind: "literal", text: text.slice(from, open) });
    parts.push({ kind: "binding", source: text.slice(open + 2, close) });
    from = close + 2;
  }
  if (from < text.length) parts.push({ kind: "literal", text: text.slice(from) });
  return parts;
}

/** Index of the }} that closes a binding; -1 if absent. */
function endOf(text: string, from: number): number {
  let quote = "";
  for (let i = from; i < text.length; i++) {
    const c = text[i]!;
    if (quote !== "") {
      if (c === "\\") i++;
      else if (c === quote) quote = "";
    } else if (c === '"' || c === "'") quote = c;
    else if (c === "}" && text[i + 1] === "}") return i;
  }
  return -1;
}

export const braced = (source: string): string => `{{${source.length <= 120 ? source : `${source.slice(0, 119).toWellFormed()}…`}}}`;
