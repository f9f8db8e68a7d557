/** `page`, `total_pages`, `page:NAME`, `number:NAME`, `text:NAME`, `heading:LEVEL`. */
export type VariableName = string;

export type TextPart = string | { readonly variable: VariableName };

const VARIABLE = /\{(page|total_pages|(?:page|number|text|heading):[^}]*)\}/g;
const PAGE_VARIABLE = /\{(page|total_pages)\}/g;

/** Divides a text at variables (L15). `references`: else characters, as in Fixed Canvas. */
export function textParts(text: string, references: boolean): readonly TextPart[] {
  if (!text.includes("{")) return text === "" ? [] : [text];
  const out: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(references ? VARIABLE : PAGE_VARIABLE)) {
    if (match.index > from) out.push(text.slice(from, match.index));
    out.push({ variable: match[1]! });
    from = match.index + match[0].length;
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}

/** A variable with an argument; null for `page`, `total_pages` and other names. */
interface Reference {
  readonly kind: "page" | "number" | "text" | "heading";
  readonly argument: string;
}

export function referenceOf(name: VariableName): Reference | null {
  const match = /^(page|number|text|heading):([^}]*)$/s.exec(name);
  return match && { kind: match[1] as Reference["kind"], argument: match[2]! };
}

/** Running title (L19). */
interface TitleVariable {
  /** 1 to 9 */
  readonly level: number;
  readonly first: boolean;
}

/** Reads the argument of `heading:`; null if it is not a level, or a level with `:first`. */
export function titleOf(argument: string): TitleVariable | null {
  const match = /^([1-9])(:first)?$/.exec(argument);
  return match && { level: Number(match[1]), first: match[2] !== undefined };
}
