// Acts that mend a finding, in the languages of answers (IN-13, IN-23).
import { lookup } from "../../../base/lookup.js";
import type { Operation } from "../../core/patch.js";
import { termOf } from "../model/terms.js";
import { tableWithEnglish, type Language } from "../show/labels/table.js";

/** Columns: act, en, de, fr, es, it, nl, pl. `{term}` and `{value}` are replaced. */
const ACTS = tableWithEnglish(`
give|Add {term}.|Ergänzen Sie {term}.|Ajoutez {term}.|Añada {term}.|Aggiunga {term}.|Vul {term} aan.|Proszę dodać: {term}.
set|Set {term} to {value}.|Setzen Sie {term} auf {value}.|Indiquez {value} pour {term}.|Indique {value} en {term}.|Indichi {value} in {term}.|Zet {term} op {value}.|Proszę wpisać {value}: {term}.
correct|Correct {term}.|Berichtigen Sie {term}.|Corrigez {term}.|Corrija {term}.|Corregga {term}.|Corrigeer {term}.|Proszę poprawić: {term}.
structure|Correct the file so that it follows the schema of its syntax.|Berichtigen Sie die Datei so, dass sie dem Schema ihrer Syntax entspricht.|Corrigez le fichier pour qu’il respecte le schéma de sa syntaxe.|Corrija el archivo para que cumpla el esquema de su sintaxis.|Corregga il file in modo che rispetti lo schema della sua sintassi.|Corrigeer het bestand zodat het aan het schema van zijn syntaxis voldoet.|Proszę poprawić plik tak, aby był zgodny ze schematem swojej składni.
invoice|Send an e-invoice of EN 16931 in CII or UBL, as XML or inside a PDF.|Senden Sie eine E-Rechnung nach EN 16931 in CII oder UBL, als XML oder in einer PDF.|Envoyez une facture électronique EN 16931 en CII ou UBL, en XML ou dans un PDF.|Envíe una factura electrónica EN 16931 en CII o UBL, como XML o dentro de un PDF.|Invii una fattura elettronica EN 16931 in CII o UBL, come XML o dentro un PDF.|Stuur een e-factuur volgens EN 16931 in CII of UBL, als XML of in een PDF.|Proszę przesłać fakturę elektroniczną EN 16931 w CII lub UBL, jako XML lub w pliku PDF.
profile|Send a profile that is a whole invoice, such as EN 16931 or XRechnung.|Senden Sie ein Profil, das eine vollständige Rechnung ist, etwa EN 16931 oder XRechnung.|Envoyez un profil qui est une facture complète, par exemple EN 16931.|Envíe un perfil que sea una factura completa, por ejemplo EN 16931.|Invii un profilo che sia una fattura completa, per esempio EN 16931.|Stuur een profiel dat een volledige factuur is, bijvoorbeeld EN 16931.|Proszę przesłać profil będący pełną fakturą, na przykład EN 16931.
whole|Send the file again, undamaged.|Senden Sie die Datei noch einmal, unbeschädigt.|Renvoyez le fichier, intact.|Envíe de nuevo el archivo, sin daños.|Invii di nuovo il file, integro.|Stuur het bestand opnieuw, onbeschadigd.|Proszę przesłać plik ponownie, nieuszkodzony.
unlock|Send the file without a password.|Senden Sie die Datei ohne Kennwort.|Envoyez le fichier sans mot de passe.|Envíe el archivo sin contraseña.|Invii il file senza password.|Stuur het bestand zonder wachtwoord.|Proszę przesłać plik bez hasła.
doctype|Send the XML without DOCTYPE and entities.|Senden Sie das XML ohne DOCTYPE und Entitäten.|Envoyez le XML sans DOCTYPE ni entités.|Envíe el XML sin DOCTYPE ni entidades.|Invii l’XML senza DOCTYPE ed entità.|Stuur de XML zonder DOCTYPE en entiteiten.|Proszę przesłać XML bez DOCTYPE i encji.
smaller|Send a smaller file.|Senden Sie eine kleinere Datei.|Envoyez un fichier plus petit.|Envíe un archivo más pequeño.|Invii un file più piccolo.|Stuur een kleiner bestand.|Proszę przesłać mniejszy plik.
one|Send a file with one invoice only.|Senden Sie eine Datei mit nur einer Rechnung.|Envoyez un fichier avec une seule facture.|Envíe un archivo con una sola factura.|Invii un file con una sola fattura.|Stuur een bestand met slechts één factuur.|Proszę przesłać plik z tylko jedną fakturą.
wrap|Embed the invoice as the standard says: official name, relationship, metadata, PDF/A-3.|Betten Sie die Rechnung ein, wie es der Standard verlangt: Name, Beziehung, Metadaten, PDF/A-3.|Intégrez la facture selon la norme : nom, relation, métadonnées, PDF/A-3.|Incruste la factura según la norma: nombre, relación, metadatos, PDF/A-3.|Incorpori la fattura secondo lo standard: nome, relazione, metadati, PDF/A-3.|Sluit de factuur in volgens de standaard: naam, relatie, metadata, PDF/A-3.|Proszę osadzić fakturę zgodnie ze standardem: nazwa, relacja, metadane, PDF/A-3.
agree|Say which value holds, and send a file whose page and data agree.|Teilen Sie mit, welcher Wert gilt, und senden Sie eine Datei, deren Seite und Daten übereinstimmen.|Indiquez la valeur exacte et envoyez un fichier dont la page et les données concordent.|Indique qué valor es válido y envíe un archivo cuya página y datos coincidan.|Indichi quale valore vale e invii un file in cui pagina e dati coincidano.|Laat weten welke waarde geldt en stuur een bestand waarvan pagina en gegevens overeenkomen.|Proszę podać, która wartość obowiązuje, i przesłać plik, w którym strona i dane są zgodne.
account|Confirm the account by another way than this invoice.|Bestätigen Sie das Konto auf einem anderen Weg als dieser Rechnung.|Confirmez le compte par un autre moyen que cette facture.|Confirme la cuenta por otro medio que esta factura.|Confermi il conto con un mezzo diverso da questa fattura.|Bevestig de rekening op een andere manier dan via deze factuur.|Proszę potwierdzić rachunek inną drogą niż przez tę fakturę.
double|Say which of the invoices holds.|Teilen Sie mit, welche der Rechnungen gilt.|Indiquez laquelle des factures est valable.|Indique cuál de las facturas es válida.|Indichi quale delle fatture è valida.|Laat weten welke van de facturen geldt.|Proszę podać, która z faktur obowiązuje.
look|Compare the pages with the data by eye.|Vergleichen Sie Seiten und Daten mit dem Auge.|Comparez les pages et les données à l’œil.|Compare a la vista las páginas y los datos.|Confronti a vista le pagine e i dati.|Vergelijk pagina’s en gegevens met het oog.|Proszę porównać strony z danymi wzrokowo.
`);

type Act =
  | "give"
  | "set"
  | "correct"
  | "structure"
  | "invoice"
  | "profile"
  | "whole"
  | "unlock"
  | "doctype"
  | "smaller"
  | "one"
  | "wrap"
  | "agree"
  | "account"
  | "double"
  | "look";

/** Acts of own rules; those of official rules follow from term and value. */
const OF_RULES: Readonly<Record<string, Act>> = {
  "IN-NONE": "invoice",
  "IN-SYNTAX": "invoice",
  "IN-BROKEN": "whole",
  "IN-ENCRYPTED": "unlock",
  "IN-DOCTYPE": "doctype",
  "IN-LIMIT": "smaller",
  "IN-PROFILE": "profile",
  "IN-SEVERAL": "one",
  "IN-NAME": "wrap",
  "IN-RELATIONSHIP": "wrap",
  "IN-XMP": "wrap",
  "IN-PDFA": "wrap",
  "IN-14-2": "give",
  "IN-14-6": "give",
  "IN-14-8": "give",
  "IN-DATE": "correct",
  "IN-BUYER": "correct",
  "IN-ACCOUNT": "account",
  "IN-DOUBLE": "double",
  "IN-PAGE-DIFFERS": "agree",
  "IN-PAGE-MISSING": "agree",
  "IN-PAGE-PICTURE": "look",
  "XML-DOCTYPE": "doctype",
  "XML-ENTITY": "doctype",
};

interface ActedFault {
  readonly rule: string;
  readonly stage: string;
  readonly terms: readonly string[];
  readonly expected: string | null;
  readonly actual: string | null;
}

export function actOf({ rule, stage, terms, expected, actual }: ActedFault): Act {
  const own = lookup(OF_RULES, rule);
  if (own !== undefined) return own;
  if (terms.length === 0) return stage === "xml.well_formed" ? "whole" : "structure";
  return expected !== null && actual !== null && isValue(expected) ? "set" : actual === null && expected === null ? "give" : "correct";
}

/** An amount, a date, or a code: what can be set. */
const isValue = (text: string): boolean => /^-?\d+(?:\.\d+)?$|^\d{4}-\d\d-\d\d$|^[A-Z0-9-]{1,12}$/.test(text);

/** Term and value of the first sum that a patch sets; null if it adds or removes only. */
export function patchTarget(patch: readonly Operation[]): { readonly term: string; readonly value: string; readonly path: string } | null {
  const set = patch.find(({ op, value }) => (op === "replace" || op === "add") && typeof value === "string");
  if (typeof set?.value !== "string") return null;
  const path = set.path
    .slice(1)
    .replace(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
  const term = termOf(path.replace(/\[\d+\]/g, "[]"));
  return term ? { term: term.id, value: set.value, path } : null;
}

/** @param term named with its identifier */
export const actText = (act: Act, language: Language, term: string, value: string): string =>
  ACTS.get(act)!
    [language].replace("{term}", () => term)
    .replace("{value}", () => value);
