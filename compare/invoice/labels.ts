// Labels of terms on pages, in seven languages (IN-32).
import { labelOf } from "../../compiler/einvoice/show/labels/label.js";
import { LANGUAGES } from "../../compiler/einvoice/show/labels/table.js";
import { termWithId } from "../../compiler/einvoice/model/terms.js";
import { compact, identifierPatterns } from "./numbers.js";
import { boxOf, type Stream } from "./page-text.js";

/** In addition to the names of the terms. A label of several terms stands for none of them alone. */
const LABELS: Readonly<Record<string, string>> = {
  "BT-1":
    "Rechnungsnummer|Rechnungs-Nr.|Rechnungsnr.|Rechnung Nr.|Rechnung-Nr.|Rechnung|Gutschrift Nr.|Belegnummer|Beleg-Nr.|Invoice number|Invoice no.|Invoice No|Invoice #|Invoice|Credit note no.|Numéro de facture|Facture n°|Facture no|N° de facture|Número de factura|Factura n.º|Nº de factura|Factura|Numero fattura|Fattura n.|Numero della fattura|Factuurnummer|Factuurnr.|Factuur|Numer faktury|Nr faktury|Faktura nr",
  "BT-2":
    "Rechnungsdatum|Ausstellungsdatum|Belegdatum|Datum|Invoice date|Date of issue|Issue date|Date|Date de facture|Date de la facture|Date d’émission|Date d'émission|Fecha de factura|Fecha de emisión|Fecha|Data fattura|Data della fattura|Data di emissione|Data|Factuurdatum|Datum factuur|Data wystawienia|Data faktury",
  "BT-9":
    "Fällig am|Fälligkeit|Fälligkeitsdatum|Zahlbar bis|Zahlungsziel|Zu zahlen bis|Due date|Payment due|Due|Pay by|Échéance|Date d’échéance|Date d'échéance|À payer avant|Vencimiento|Fecha de vencimiento|Scadenza|Data di scadenza|Vervaldatum|Te betalen vóór|Termin płatności|Zapłata do",
  "BT-72":
    "Lieferdatum|Leistungsdatum|Liefer- und Leistungsdatum|Tag der Lieferung|Liefertag|Lieferung am|Delivery date|Date of supply|Supply date|Date de livraison|Date de la prestation|Fecha de entrega|Fecha de operación|Data di consegna|Data consegna|Leverdatum|Leveringsdatum|Data dostawy|Data sprzedaży",
  "BT-31":
    "USt-IdNr.|USt-IdNr|USt-Id-Nr.|USt-ID|UStId|UID|Umsatzsteuer-Identifikationsnummer|VAT number|VAT no.|VAT ID|VAT reg. no.|TVA intracommunautaire|N° TVA|Numéro de TVA|NIF|NIF-IVA|CIF|Partita IVA|P. IVA|P.IVA|Btw-nummer|BTW-nr.|Btw-id|NIP|VAT UE",
  "BT-48":
    "Ihre USt-IdNr.|USt-IdNr. des Kunden|USt-IdNr. Kunde|Kunden-USt-IdNr.|Your VAT number|Customer VAT number|Customer VAT ID|TVA client|N° TVA client|NIF cliente|Partita IVA cliente|Btw-nummer klant|NIP nabywcy|USt-IdNr.|USt-IdNr|USt-Id-Nr.|USt-ID|UStId|UID|VAT number|VAT no.|VAT ID|N° TVA|NIF|Partita IVA|Btw-nummer|NIP",
  "BT-32":
    "Steuernummer|Steuer-Nr.|St.-Nr.|StNr.|Tax number|Tax no.|Numéro fiscal|Número fiscal|Codice fiscale|Belastingnummer|Numer podatkowy",
  "BT-106":
    "Summe der Positionen|Zwischensumme|Summe|Netto|Nettosumme|Subtotal|Sum of lines|Sous-total|Total des lignes|Subtotal neto|Subtotale|Totale righe|Subtotaal|Suma pozycji|Suma",
  "BT-109":
    "Nettobetrag|Gesamtbetrag netto|Rechnungsbetrag netto|Summe netto|Gesamt netto|Netto|Nettosumme|Zwischensumme|Summe|Net total|Total net|Net amount|Total excl. VAT|Subtotal|Total HT|Montant HT|Total hors taxes|Sous-total|Base imponible|Total neto|Imponibile|Totale imponibile|Subtotale|Totaal excl. btw|Subtotaal|Razem netto|Wartość netto|Suma netto",
  "BT-110":
    "Umsatzsteuer|USt.|USt|Mehrwertsteuer|MwSt.|MwSt|Steuerbetrag|Summe Umsatzsteuer|VAT|VAT total|Total VAT|VAT amount|TVA|Total TVA|Montant TVA|IVA|Total IVA|Cuota IVA|Totale IVA|Imposta|Btw|Totaal btw|Btw-bedrag|Kwota VAT|Razem VAT",
  "BT-117":
    "Umsatzsteuer|USt.|USt|Mehrwertsteuer|MwSt.|MwSt|Steuerbetrag|VAT|VAT amount|TVA|Montant TVA|IVA|Cuota IVA|Imposta|Btw|Btw-bedrag|Kwota VAT",
  "BT-112":
    "Gesamtbetrag brutto|Rechnungsbetrag brutto|Bruttobetrag|Gesamtbetrag inkl. MwSt.|Gesamtbetrag inkl. USt.|Summe brutto|Brutto|Gesamtbetrag|Gesamtsumme|Gesamt|Endbetrag|Endsumme|Rechnungsbetrag|Total incl. VAT|Invoice total|Grand total|Total amount|Total|Total TTC|Montant TTC|Total factura|Total con IVA|Importe total|Totale fattura|Totale documento|Totale|Totaal incl. btw|Totaalbedrag|Totaal|Razem brutto|Suma brutto|Razem|Do zapłaty",
  "BT-113":
    "Bereits gezahlt|Anzahlung|Gezahlt|Paid|Amount paid|Prepaid|Acompte|Déjà payé|Pagado|Anticipo|Già pagato|Acconto|Reeds betaald|Betaald|Zapłacono",
  "BT-115":
    "Zahlbetrag|Zu zahlen|Zu zahlender Betrag|Fälliger Betrag|Offener Betrag|Rechnungsbetrag|Endbetrag|Gesamt|Amount due|Balance due|Total due|Total|Net à payer|Reste à payer|Montant dû|Importe a pagar|Total a pagar|Totale da pagare|Netto a pagare|Importo dovuto|Totale|Te betalen|Openstaand bedrag|Do zapłaty|Kwota do zapłaty",
};

/** Labels of a total that no other amount has. */
const UNMISTAKABLE: readonly (readonly [labels: string, terms: readonly string[]])[] = [
  [
    "Gesamtbetrag brutto|Rechnungsbetrag brutto|Gesamtbetrag inkl. MwSt.|Gesamtbetrag inkl. USt.|Gesamtbetrag mit Umsatzsteuer|Invoice total|Total incl. VAT|Total TTC|Montant total TTC|Total factura|Importe total con IVA|Totale fattura|Importo totale con IVA|Totaal incl. btw|Totaalbedrag inclusief btw|Razem brutto|Kwota ogółem z VAT",
    ["BT-112"],
  ],
  ["Rechnungsbetrag", ["BT-112", "BT-115"]],
  [
    "Zahlbetrag|Fälliger Zahlungsbetrag|Zu zahlender Betrag|Amount due|Amount due for payment|Net à payer|Montant à payer|Importe a pagar|Totale da pagare|Importo dovuto per il pagamento|Te betalen bedrag|Kwota do zapłaty",
    ["BT-115"],
  ],
];

/** Labels of a date that other dates have as well. */
const GENERIC: ReadonlySet<string> = new Set(["datum", "date", "fecha", "data"]);

const lower = (text: string): string => text.normalize("NFKC").toLowerCase();

const UNMISTAKABLE_TERMS: ReadonlyMap<string, readonly string[]> = new Map(
  UNMISTAKABLE.flatMap(([labels, terms]) => labels.split("|").map((label) => [lower(label), terms] as const)),
);

/** Terms whose names are labels. */
const NAMED = [
  "BT-1",
  "BT-2",
  "BT-9",
  "BT-72",
  "BT-31",
  "BT-32",
  "BT-48",
  "BT-84",
  "BT-106",
  "BT-109",
  "BT-110",
  "BT-111",
  "BT-112",
  "BT-113",
  "BT-115",
  "BT-116",
  "BT-117",
];

/** Lower case of the same length, so that places stay. */
const lowered = (text: string): string => {
  const made = text.toLowerCase();
  return made.length === text.length ? made : Array.from(text, (c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join("");
};

interface Labels {
  readonly pattern: RegExp;
  readonly terms: ReadonlyMap<string, ReadonlySet<string>>;
}

let made: Labels | null = null;

/** Made at first use: the names of terms in all languages, and the usual words. */
function labels(): Labels {
  if (made) return made;
  const terms = new Map<string, Set<string>>();
  const add = (label: string, id: string): void => {
    const key = lower(label);
    const known = terms.get(key);
    if (known) known.add(id);
    else terms.set(key, new Set([id]));
  };
  for (const id of NAMED) {
    const term = termWithId(id)!;
    for (const language of LANGUAGES) add(labelOf({ field: term.field, term }, language), id);
  }
  for (const [id, words] of Object.entries(LABELS)) for (const label of words.split("|")) add(label, id);
  const escaped = (label: string): string => label.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/ /g, "[ \\t]");
  const all = [...terms.keys()].sort((a, b) => b.length - a.length).map(escaped);
  return (made = { pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join("|")})(?![\\p{L}\\p{N}])`, "gu"), terms });
}

export interface LabelAt {
  readonly from: number;
  readonly to: number;
  /** End of what it stands for: the next label, or the end of the row. */
  readonly end: number;
  readonly terms: ReadonlySet<string>;
  readonly isGeneric: boolean;
  /** Totals that the label names beyond doubt. */
  readonly totals: readonly string[];
}

/** Labels in rows; of several at a place the longest. */
export function labelsIn({ text }: Stream): readonly LabelAt[] {
  const { pattern, terms } = labels();
  const found = [...lowered(text).matchAll(pattern)];
  return found.map((m, i) => {
    const to = m.index + m[0].length;
    const label = m[0].replace(/\t/g, " ");
    const row = text.indexOf("\n", to);
    const end = Math.min(found[i + 1]?.index ?? Infinity, row < 0 ? text.length : row);
    return {
      from: m.index,
      to,
      end,
      terms: terms.get(label) ?? new Set(),
      isGeneric: GENERIC.has(label),
      totals: UNMISTAKABLE_TERMS.get(label) ?? [],
    };
  });
}

const DATED = "(?:vom|dated|of|from|du|de|del|van|z dnia)";
/** A shorter number may be one of an order or a delivery. */
const LEAST_NUMBER = 5;

/** `Nr. 471102 vom` is a label of the date of issue. */
export function numberLabelsIn({ text }: Stream, number: string): readonly LabelAt[] {
  if (compact(number).length < LEAST_NUMBER) return [];
  return identifierPatterns(number).flatMap(({ source, flags }) =>
    [...text.matchAll(new RegExp(`${source}\\s${DATED}(?=\\s)`, flags))].map((m) => {
      const to = m.index + m[0].length;
      const row = text.indexOf("\n", to);
      return { from: m.index, to, end: row < 0 ? text.length : row, terms: DATE_OF_ISSUE, isGeneric: false, totals: [] };
    }),
  );
}
const DATE_OF_ISSUE: ReadonlySet<string> = new Set(["BT-2"]);

/** Parts of the row right under a label that lie below it; empty if the row is further away. */
export function under(rows: Stream, label: LabelAt): readonly (readonly [from: number, to: number])[] {
  const { text } = rows;
  const begin = text.indexOf("\n", label.to) + 1;
  const end = begin === 0 ? -1 : text.indexOf("\n", begin);
  if (end <= begin) return [];
  const [left, top, right, bottom] = boxOf(rows, label.from, label.to);
  const out: (readonly [number, number])[] = [];
  for (const part of text.slice(begin, end).matchAll(/[^\t]+/g)) {
    const from = begin + part.index;
    const to = from + part[0].length;
    const box = boxOf(rows, from, to);
    if (box[0] < right + 1 && box[2] > left - 1 && box[1] - bottom < 1.2 * (bottom - top) && box[1] > top) out.push([from, to]);
  }
  return out;
}
