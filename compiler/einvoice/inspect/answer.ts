// Answer to the sender of an invoice that is not accepted (IN-23).
import type { LocaleSource } from "../../core/world.js";
import { lookup, isOneOf } from "../../../base/lookup.js";
import { Forms } from "../show/forms.js";
import { LANGUAGES, tableWithEnglish, type Language } from "../show/labels/table.js";
import { termWithId } from "../model/terms.js";
import { textAt, type Group } from "../model/value.js";
import { actOf, actText, patchTarget } from "./acts.js";
import { termName } from "./faults.js";
import type { Decision, InspectAnswer, InspectFinding } from "./report.js";

const MOST_CHARACTERS = 4_000;
const MOST_VALUE = 120;

const WORDS = tableWithEnglish(`
subject_reject|Invoice {invoice}: refused|Rechnung {invoice}: zurückgewiesen|Facture {invoice} : refusée|Factura {invoice}: rechazada|Fattura {invoice}: respinta|Factuur {invoice}: geweigerd|Faktura {invoice}: odrzucona
subject_ask|Invoice {invoice}: question|Rechnung {invoice}: Rückfrage|Facture {invoice} : question|Factura {invoice}: consulta|Fattura {invoice}: richiesta di chiarimento|Factuur {invoice}: vraag|Faktura {invoice}: pytanie
of|of {date}|vom {date}|du {date}|del {date}|del {date}|van {date}|z dnia {date}
reject|We cannot accept invoice {invoice}.|Wir können die Rechnung {invoice} nicht annehmen.|Nous ne pouvons pas accepter la facture {invoice}.|No podemos aceptar la factura {invoice}.|Non possiamo accettare la fattura {invoice}.|Wij kunnen factuur {invoice} niet accepteren.|Nie możemy przyjąć faktury {invoice}.
ask|We have a question about invoice {invoice}.|Wir haben eine Rückfrage zur Rechnung {invoice}.|Nous avons une question sur la facture {invoice}.|Tenemos una consulta sobre la factura {invoice}.|Abbiamo una domanda sulla fattura {invoice}.|Wij hebben een vraag over factuur {invoice}.|Mamy pytanie dotyczące faktury {invoice}.
place|Place|Stelle|Emplacement|Lugar|Posizione|Plaats|Miejsce
line|line|Zeile|ligne|línea|riga|regel|wiersz
page|page|Seite|page|página|pagina|pagina|strona
expected|Expected|Erwartet|Attendu|Esperado|Atteso|Verwacht|Oczekiwano
found|Found|Gefunden|Trouvé|Encontrado|Trovato|Gevonden|Znaleziono
mend|What to do|Was zu tun ist|À faire|Qué hacer|Da fare|Te doen|Co zrobić
more|{count} further findings are in the report.|{count} weitere Befunde stehen im Bericht.|{count} autres constats figurent dans le rapport.|El informe contiene {count} hallazgos más.|Altri {count} rilievi sono nel rapporto.|{count} verdere bevindingen staan in het rapport.|Raport zawiera jeszcze {count} uwag.
anew|Please send a corrected invoice as a whole file; do not send single pages or parts.|Bitte senden Sie die berichtigte Rechnung als ganze Datei neu, keine einzelnen Seiten oder Teile.|Merci d’envoyer la facture corrigée en un fichier complet, et non des pages ou parties isolées.|Envíe la factura corregida como archivo completo, no páginas o partes sueltas.|Invii la fattura corretta come file completo, non singole pagine o parti.|Stuur de gecorrigeerde factuur als volledig bestand, geen losse pagina’s of delen.|Prosimy o ponowne przesłanie poprawionej faktury jako całego pliku, a nie pojedynczych stron lub części.
reply|Please answer the question, or send a corrected invoice as a whole file.|Bitte beantworten Sie die Frage, oder senden Sie die berichtigte Rechnung als ganze Datei.|Merci de répondre à la question ou d’envoyer la facture corrigée en un fichier complet.|Responda a la consulta o envíe la factura corregida como archivo completo.|Risponda alla domanda o invii la fattura corretta come file completo.|Beantwoord de vraag of stuur de gecorrigeerde factuur als volledig bestand.|Prosimy o odpowiedź lub o przesłanie poprawionej faktury jako całego pliku.
`);

const OF_COUNTRY: Readonly<Record<string, Language>> = {
  DE: "de",
  AT: "de",
  CH: "de",
  LI: "de",
  FR: "fr",
  BE: "fr",
  LU: "fr",
  ES: "es",
  IT: "it",
  NL: "nl",
  PL: "pl",
};

const isLanguage = (text: string | undefined): text is Language => isOneOf(LANGUAGES, text);

interface Inspected {
  readonly decision: Decision;
  readonly findings: readonly InspectFinding[];
  /** null without a readable invoice */
  readonly model: Group | null;
  readonly name: string | null;
  /** required by the receiver */
  readonly language?: string | undefined;
}

/** @returns null for an accepted invoice */
export function answerTo({ decision, findings, model, name, language: asked }: Inspected, locales: LocaleSource): InspectAnswer | null {
  if (decision === "accept") return null;
  const country = (model && textAt(model, "seller", "postal_address", "country_code")?.trim()) ?? "";
  const language = isLanguage(asked) ? asked : (lookup(OF_COUNTRY, country) ?? "en");
  const forms = new Forms(locales, language);
  const word = (key: string, values: Readonly<Record<string, string>> = {}): string =>
    Object.entries(values).reduce((text, [k, v]) => text.replace(`{${k}}`, () => v), WORDS.get(key)![language]);
  const number = model ? flat(textAt(model, "invoice_number") ?? "") : "";
  const date = model ? (textAt(model, "invoice_issue_date") ?? "").trim() : "";
  const named = number === "" ? flat(name ?? "") : number;
  const invoice = [named, ...(date === "" ? [] : [word("of", { date: forms.date(date) })])].filter((t) => t !== "").join(" ");
  const subject = word(`subject_${decision}`, { invoice: named })
    .replace(/ +/g, " ")
    .replace(" :", language === "fr" ? " :" : ":");
  const begin = `${word(decision, { invoice }).replace(/ +/g, " ").replace(" .", ".")}\n`;
  const end = `\n${word(decision === "reject" ? "anew" : "reply")}\n`;
  const items = findings
    .filter((f) => f.effect !== "note")
    .toSorted((a, b) => (a.effect === b.effect ? 0 : a.effect === "reject" ? -1 : 1))
    .map((f, i) => `\n${i + 1}. ${itemText(f, language, forms, word)}\n`);
  const shown: string[] = [];
  const more = (n: number): string => (n === 0 ? "" : `\n${word("more", { count: String(n) })}\n`);
  let room = MOST_CHARACTERS - begin.length - end.length - more(items.length).length;
  for (const item of items) {
    if (item.length > room) break;
    room -= item.length;
    shown.push(item);
  }
  return { language, subject, text: `${begin}${shown.join("")}${more(items.length - shown.length)}${end}` };
}

function itemText(f: InspectFinding, language: Language, forms: Forms, word: (key: string) => string): string {
  const term = f.terms[0] === undefined ? undefined : termWithId(f.terms[0]);
  const value = (text: string): string => {
    const plain = flat(text);
    if (!term) return plain;
    if (term.type === "date" && /^\d{4}-\d\d-\d\d$/.test(plain)) return forms.date(plain);
    return (term.type === "amount" || term.type === "price") && /^-?\d+(?:\.\d+)?$/.test(plain) ? forms.amount(plain) : plain;
  };
  const places = [
    ...(f.line === null ? [] : [`${word("line")} ${f.line}`]),
    ...(f.page === null ? [] : [`${word("page")} ${f.page}`]),
    ...(f.path !== null && f.path !== "" ? [f.path] : f.location !== null && f.page === null ? [f.location] : []),
  ];
  const target = f.patch && patchTarget(f.patch);
  // a sum that is wrong because another is has no value of its own to be set to
  const follows = target !== null && target.path !== f.path;
  const expected = f.expected === null || follows ? "" : value(f.expected);
  const how = target
    ? actText("set", language, termName(target.term, language), forms.amount(target.value))
    : actText(actOf(f), language, termName(f.terms[0], language), expected);
  const lines = [
    [f.rule, ...(f.terms.length === 0 ? [] : [termName(f.terms[0], language)])].join(": "),
    ...(places.length === 0 ? [] : [`${word("place")}: ${places.join(", ")}`]),
    ...(expected === "" ? [] : [`${word("expected")}: ${expected}`]),
    ...(f.actual === null ? [] : [`${word("found")}: ${value(f.actual)}`]),
    `${word("mend")}: ${how}`,
  ];
  return lines.join("\n   ");
}

/** Returns a text on one line, and short. */
function flat(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length > MOST_VALUE ? `${characters.slice(0, MOST_VALUE).join("")}…` : line;
}
