import type { Field, Term } from "../../model/terms.js";
import { DOCUMENT_TERMS } from "./document.js";
import { LINE_TERMS, PARTS_OF_AMOUNTS } from "./line.js";
import { OF_PARTIES, PARTIES, PARTS_OF_PARTY } from "./party.js";
import type { Language } from "./table.js";
import { wordOf } from "./words.js";

/** Party and what it has: `seller.contact.point`, `lines[].delivery.address.city`. */
function ofParty(field: string, language: Exclude<Language, "en">): string | undefined {
  const party = field.startsWith("lines[].delivery.") ? "lines[].delivery" : field.split(".")[0]!;
  const owner = OF_PARTIES.get(party);
  const part = PARTS_OF_PARTY.get(field.split(".").at(-1)!.replace("[]", ""));
  return owner && part ? `${part[language]} ${owner[language]}` : undefined;
}

function translated(field: string, language: Exclude<Language, "en">): string | undefined {
  const own =
    (field === "lines[]" ? LINE_TERMS.get(field) : undefined) ??
    (field.startsWith("lines[].") ? LINE_TERMS.get(field.slice("lines[].".length)) : DOCUMENT_TERMS.get(field)) ??
    PARTIES.get(field);
  return own?.[language] ?? ofParty(field, language) ?? PARTS_OF_AMOUNTS.get(field.split(".").at(-1)!)?.[language];
}

/** Groups are in capitals in the standard. */
const sentence = (name: string): string =>
  name === name.toUpperCase()
    ? name[0]! +
      name
        .slice(1)
        .toLowerCase()
        .replace(/\bvat\b/gi, "VAT")
    : name;

const fromField = (field: string): string => {
  const words = field
    .replaceAll("[]", "")
    .split(".")
    .slice(field.startsWith("lines[].") ? 1 : 0)
    .join(" ")
    .replaceAll("_", " ");
  return words[0]!.toUpperCase() + words.slice(1);
};

export function labelOf({ field, term }: Pick<Field, "field" | "term">, language: Language): string {
  if (language === "en") return term ? sentence(term.name) : fromField(field);
  return translated(field, language) ?? (term ? sentence(term.name) : fromField(field));
}

export function partLabel(
  whole: Pick<Field, "field" | "term">,
  part: "scheme" | "scheme_version" | "name",
  term: Term | undefined,
  language: Language,
): string {
  if (part === "name") return labelOf({ field: `${whole.field}.name`, term: term ?? null }, language);
  return language === "en" && term ? term.name : `${labelOf(whole, language)}, ${wordOf(part, language)}`;
}
