const WORDS = {
  de: {
    title: "Rechnung",
    number: "Rechnungsnummer",
    issued: "Rechnungsdatum",
    delivered: "Lieferdatum",
    due: "Fällig am",
    order: "Bestellung",
    buyer_reference: "Leitweg-ID",
    contact: "Ansprechpartnerin",
    vatId: "USt-IdNr.",
    buyerVatId: "USt-IdNr. des Kunden",
    shipTo: "Lieferanschrift",
    item: "Artikel",
    quantity: "Menge",
    price: "Einzelpreis",
    vat: "USt.",
    amount: "Betrag",
    lineTotal: "Summe der Positionen",
    taxBasis: "Nettobetrag",
    tax: (rate, basis) => `${rate} % USt. auf ${basis}`,
    grandTotal: "Rechnungsbetrag",
    prepaid: "Bereits gezahlt",
    dueAmount: "Zu zahlen",
    payment: "Zahlung",
    reference: "Verwendungszweck",
    scan: "Überweisen per Code",
    page: "Seite {page} von {total_pages}",
    carries: "Diese Datei enthält die Rechnung auch als Daten (XRechnung, CII).",
  },
  fr: {
    title: "Facture",
    number: "Numéro de facture",
    issued: "Date de facture",
    delivered: "Date de livraison",
    due: "Échéance",
    order: "Commande",
    contact: "Contact",
    vatId: "N° TVA",
    buyerVatId: "N° TVA du client",
    shipTo: "Livraison",
    item: "Désignation",
    quantity: "Quantité",
    price: "Prix unitaire",
    vat: "TVA",
    amount: "Montant",
    lineTotal: "Total des lignes",
    taxBasis: "Total HT",
    tax: (rate, basis) => `TVA ${rate} % sur ${basis}`,
    grandTotal: "Total TTC",
    prepaid: "Acompte versé",
    dueAmount: "Net à payer",
    payment: "Règlement",
    reference: "Référence",
    scan: "Virement par code",
    page: "Page {page} sur {total_pages}",
    carries: "Ce fichier contient aussi la facture sous forme de données (Factur-X).",
  },
  en: {
    title: "Invoice",
    number: "Invoice number",
    issued: "Invoice date",
    delivered: "Delivered",
    due: "Payment due",
    order: "Your order",
    contact: "Contact",
    vatId: "VAT no.",
    buyerVatId: "Customer’s VAT no.",
    shipTo: "Delivered to",
    item: "Item",
    quantity: "Quantity",
    price: "Unit price",
    vat: "VAT",
    amount: "Amount",
    lineTotal: "Total of lines",
    taxBasis: "Total without VAT",
    tax: (rate, basis) => `VAT ${rate} % on ${basis}`,
    grandTotal: "Total",
    prepaid: "Paid in advance",
    dueAmount: "Amount due",
    payment: "Payment",
    reference: "Reference",
    scan: "Scan to pay",
    page: "Page {page} of {total_pages}",
    carries: "This file holds the invoice as data, too (ZUGFeRD 2.3, Basic).",
  },
  el: {
    title: "Τιμολόγιο",
    number: "Αριθμός τιμολογίου",
    issued: "Ημερομηνία έκδοσης",
    delivered: "Ημερομηνία παράδοσης",
    due: "Λήξη",
    order: "Παραγγελία",
    contact: "Επικοινωνία",
    vatId: "ΑΦΜ",
    buyerVatId: "ΑΦΜ πελάτη",
    shipTo: "Τόπος παράδοσης",
    item: "Είδος",
    quantity: "Ποσότητα",
    price: "Τιμή",
    vat: "ΦΠΑ",
    amount: "Αξία",
    lineTotal: "Σύνολο γραμμών",
    taxBasis: "Καθαρή αξία",
    tax: (rate, basis) => `ΦΠΑ ${rate} % επί ${basis}`,
    grandTotal: "Σύνολο",
    prepaid: "Προκαταβολή",
    dueAmount: "Πληρωτέο",
    payment: "Πληρωμή",
    reference: "Αιτιολογία",
    scan: "Πληρωμή με κωδικό",
    page: "Σελίδα {page} από {total_pages}",
    carries: "Το αρχείο περιέχει το τιμολόγιο και ως δεδομένα (Factur-X).",
  },
};

const COUNTRIES = {
  de: { DE: "Deutschland" },
  fr: { FR: "France" },
  en: { IE: "Ireland", NL: "Netherlands" },
  el: { GR: "Ελλάδα" },
};
const UNITS = {
  de: { C62: "Stk.", HUR: "Std." },
  fr: { C62: "pce", HUR: "h" },
  en: { C62: "pcs", LTR: "l" },
  el: { C62: "τεμ." },
};
const NBSP = "\u00a0";
/** thousands separator, decimal point */
const MARKS = { de: [".", ","], fr: ["\u202f", ","], en: [",", "."], el: [".", ","] };
const MONTHS = "January February March April May June July August September October November December".split(" ");

export function speak(language) {
  const [group, point] = MARKS[language];
  /** "1234.5" to "1.234,50", with a minimum of decimals */
  const number = (text, least = 0) => {
    const [whole, part = ""] = text.split(".");
    const decimals = part.padEnd(least, "0");
    return whole.replace(/\B(?=(\d{3})+$)/g, group) + (decimals === "" ? "" : point + decimals);
  };
  const date = (iso) => {
    const [y, m, d] = iso.split("-");
    if (language === "en") return `${Number(d)}${NBSP}${MONTHS[Number(m) - 1]}${NBSP}${y}`;
    return [d, m, y].join(language === "de" ? "." : "/");
  };
  return {
    ...WORDS[language],
    decimal: number,
    date,
    money: (text) => `${number(text, 2)}${NBSP}€`,
    unit: (code) => UNITS[language][code],
    country: (code) => COUNTRIES[language][code],
  };
}
