// Random invoices and pages for `hybrids.mjs`: layouts with labels of their own, numbers and dates by ICU, and what letterheads have besides.

/** @param seed a whole number; the same numbers for the same seed */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least, most) => least + Math.floor(next() * (most - least + 1));
  return { int, pick: (list) => list[int(0, list.length - 1)], is: (share) => next() < share };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digitsOf = (r, n) => Array.from({ length: n }, (_, i) => r.int(i === 0 ? 1 : 0, 9)).join("");

const remainder = (text) => [...text].reduce((n, d) => (n * 10 + Number(d)) % 97, 0);
const expanded = (text) => text.replace(/[A-Z]/g, (c) => String(c.charCodeAt(0) - 55));

const BBANS = { DE: 18, AT: 16, FR: 23, ES: 20, IT: 23, NL: 14, PL: 24, BE: 12, CH: 17, LU: 16, GB: 18, SE: 20 };
export function ibanOf(r, country) {
  const plain = digitsOf(r, BBANS[country]);
  const bban =
    country === "NL"
      ? `INGB${plain.slice(4)}`
      : country === "GB"
        ? `MIDL${plain.slice(4)}`
        : country === "IT"
          ? `X${plain.slice(1)}`
          : plain;
  return `${country}${String(98 - remainder(expanded(`${bban}${country}00`))).padStart(2, "0")}${bban}`;
}

const VAT = {
  DE: (r) => `DE${digitsOf(r, 9)}`,
  AT: (r) => `ATU${digitsOf(r, 8)}`,
  FR: (r) => `FR${r.pick([digitsOf(r, 2), `${r.pick([...LETTERS])}${r.int(0, 9)}`])}${digitsOf(r, 9)}`,
  ES: (r) => `ES${r.pick([...LETTERS])}${digitsOf(r, 8)}`,
  IT: (r) => `IT${digitsOf(r, 11)}`,
  NL: (r) => `NL${digitsOf(r, 9)}B${digitsOf(r, 2)}`,
  PL: (r) => `PL${digitsOf(r, 10)}`,
  BE: (r) => `BE0${digitsOf(r, 9)}`,
  CH: (r) => `CHE${digitsOf(r, 9)}`,
  LU: (r) => `LU${digitsOf(r, 8)}`,
  GB: (r) => `GB${digitsOf(r, 9)}`,
  SE: (r) => `SE${digitsOf(r, 10)}01`,
};

const NUMBERS = [
  (r) => `RE-2026-${digitsOf(r, 4)}`,
  (r) => digitsOf(r, r.int(3, 9)),
  (r) => `2026/${r.int(10, 12)}/${digitsOf(r, 3)}`,
  (r) => `INV ${digitsOf(r, 2)} ${digitsOf(r, 4)}`,
  (r) => `${r.pick([...LETTERS])}${digitsOf(r, 5)}`,
  (r) => `FA-${r.int(1, 12)}-${digitsOf(r, 3)}/${r.pick([...LETTERS])}`,
];
const TAX = [
  (r) => `${digitsOf(r, 2)}/${digitsOf(r, 3)}/${digitsOf(r, 5)}`,
  (r) => digitsOf(r, 11),
  (r) => `${digitsOf(r, 3)}-${digitsOf(r, 4)}`,
];
const NAMES = [
  "Tischlerei Holm & Söhne GmbH",
  "Müller, Maier und Partner mbB",
  "Łódzka Spółdzielnia „Nowa”",
  "L’Atelier d’Élodie S.A.R.L.",
  "Cañón y Hijos, S.L.",
  "O'Brien Steel (UK) Ltd.",
  "Società Agricola Il Noce S.r.l.",
  "Van der Meer's Bloemen B.V.",
  "3K Technik AG",
  "Gesellschaft für angewandte Verwaltungsinformatik und Beschaffung des öffentlichen Rechts mbH",
  "ACME",
];
const ITEMS = [
  "Regal Eiche 80 × 200",
  "Service 10/2026",
  "Beratung, 12.5 Std.",
  "M8x40 DIN 933",
  "Fracht",
  "Lizenz 1.000 Sitze",
  "Papier A4 80 g/m²",
  "Wartung Q4",
];
const COUNTRIES = Object.keys(VAT);

const dayOf = (r, from, to) => new Date(Date.UTC(2026, 0, 1 + r.int(from, to))).toISOString().slice(0, 10);
const cents = (r) => r.pick([r.int(1, 999), r.int(100, 99_999), r.int(10_000, 3_000_000), 100 * r.int(1, 5_000)]);

/** Terms that a model needs; sums are left to the writer. */
export function randomModel(r) {
  const [own, other] = [r.pick(COUNTRIES), r.pick(COUNTRIES)];
  const party = (country) => ({
    name: r.pick(NAMES),
    vat_identifier: VAT[country](r),
    postal_address: { line_1: `Weg ${r.int(1, 200)}`, city: "Kiel", post_code: digitsOf(r, 5), country_code: country },
  });
  const rates = r.pick([["19"], ["19", "7"], ["20", "5.5", "10"], ["21"], ["0"], ["8.1"]]);
  const issued = r.int(0, 300);
  const count = r.pick([1, 2, 3, 5, 8, 30]);
  return {
    invoice_number: r.pick(NUMBERS)(r),
    invoice_issue_date: dayOf(r, issued, issued),
    invoice_type_code: r.pick(["380", "380", "380", "381", "384"]),
    invoice_currency_code: r.pick(["EUR", "EUR", "EUR", "USD", "GBP", "CHF", "PLN", "SEK"]),
    payment_due_date: dayOf(r, issued + 7, issued + 60),
    seller: { ...party(own), ...(r.is(0.5) && { tax_registration_identifier: r.pick(TAX)(r) }) },
    buyer: party(other),
    delivery: { actual_delivery_date: dayOf(r, issued - 20, issued) },
    payment_instructions: {
      payment_means_type_code: "58",
      credit_transfers: Array.from({ length: r.pick([1, 1, 2]) }, () => ({ payment_account_identifier: ibanOf(r, own) })),
    },
    ...(r.is(0.3) && { totals: { paid_amount: (r.int(100, 5_000) / 100).toFixed(2) } }),
    ...(r.is(0.2) && {
      allowances: [
        { amount: (r.int(1, 500) / 100).toFixed(2), vat_category_code: rates[0] === "0" ? "Z" : "S", vat_rate: rates[0], reason: "Rabatt" },
      ],
    }),
    lines: Array.from({ length: count }, () => {
      const rate = r.pick(rates);
      return {
        quantity: r.pick(["1", "1", "2", "12", "2.5", "100"]),
        unit_code: r.pick(["C62", "HUR", "KGM"]),
        price: { net: (cents(r) / 100).toFixed(2) },
        vat: { category_code: rate === "0" ? "Z" : "S", rate },
        item: { name: r.pick(ITEMS) },
      };
    }),
  };
}

// pages

/** Words of senders, not those of the terms. */
const WORDS = {
  de: "Rechnungsnr.|Datum|Zahlbar bis|Lieferdatum|USt-IdNr.|Kunden-USt-IdNr.|Steuernummer|Zwischensumme|Nettobetrag|MwSt.|Gesamtbetrag|Bereits gezahlt|Zahlbetrag|IBAN",
  en: "Invoice #|Invoice date|Due date|Supplied on|VAT reg. no.|Customer VAT|Tax ref.|Subtotal|Net total|VAT|Invoice total|Paid|Amount due|IBAN",
  fr: "Facture n°|Date|Échéance|Livraison du|N° TVA|TVA client|SIRET|Total des lignes|Total HT|TVA|Total TTC|Acompte|Net à payer|IBAN",
  es: "Factura n.º|Fecha|Vencimiento|Entrega|NIF|NIF cliente|Registro|Subtotal|Base imponible|IVA|Total factura|Anticipo|A pagar|IBAN",
  it: "Fattura n.|Data|Scadenza|Consegna|P. IVA|P. IVA cliente|C.F.|Totale righe|Imponibile|IVA|Totale fattura|Acconto|Da pagare|IBAN",
  nl: "Factuurnr.|Factuurdatum|Vervaldatum|Geleverd|Btw-nr.|Btw-nr. klant|KvK|Subtotaal|Totaal excl. btw|Btw|Totaal incl. btw|Betaald|Te betalen|IBAN",
  pl: "Faktura nr|Data wystawienia|Termin płatności|Data sprzedaży|NIP|NIP nabywcy|REGON|Suma|Razem netto|VAT|Razem brutto|Zapłacono|Do zapłaty|Konto",
  sv: "Fakturanr|Fakturadatum|Förfaller|Leverans|Momsreg.nr|Kundens momsnr|Org.nr|Delsumma|Netto|Moms|Totalt|Betalt|Att betala|IBAN",
  cs: "Číslo|Vystaveno|Splatnost|Plnění|DIČ|DIČ odběratele|IČ|Mezisoučet|Základ|DPH|Celkem|Uhrazeno|K úhradě|IBAN",
};
const LOCALES = {
  de: ["de-DE", "de-AT", "de-CH"],
  en: ["en-GB", "en-US", "en-IE"],
  fr: ["fr-FR", "fr-CH", "fr-BE"],
  es: ["es-ES"],
  it: ["it-IT"],
  nl: ["nl-NL"],
  pl: ["pl-PL"],
  sv: ["sv-SE"],
  cs: ["cs-CZ"],
};
export const LANGUAGES = Object.keys(WORDS);

function formOf(r, language, currency) {
  const locale = r.pick(LOCALES[language]);
  const display = r.pick(["symbol", "code", "none", "none", "behind"]);
  const grouped = r.is(0.8);
  const options = { useGrouping: grouped ? "always" : false, minimumFractionDigits: 2, maximumFractionDigits: 4 };
  const plain = new Intl.NumberFormat(locale, options);
  const shown = new Intl.NumberFormat(locale, {
    ...options,
    style: "currency",
    currency,
    currencyDisplay: display === "code" ? "code" : "symbol",
  });
  const dates = r.pick([
    { dateStyle: "short" },
    { dateStyle: "medium" },
    { dateStyle: "long" },
    { day: "2-digit", month: "2-digit", year: "numeric" },
    null,
  ]);
  const format = dates && new Intl.DateTimeFormat(locale, { ...dates, timeZone: "UTC" });
  return {
    amount: (v) => (display === "none" ? plain.format(v) : display === "behind" ? `${plain.format(v)} ${currency}` : shown.format(v)),
    number: (v) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(v),
    date: (d) => (format ? format.format(new Date(`${d}T00:00:00Z`)) : d),
    account: r.is(0.6) ? (i) => i.replace(/(.{4})(?=.)/g, "$1 ") : (i) => i,
    vat: r.pick([(v) => v, (v) => v, (v) => v.replace(/^([A-Z]+)/, "$1 "), (v) => v.replace(/(\d{3})(?=\d)/g, "$1 ")]),
  };
}

/** Rows of the head and of the sums: label and value, null where the model has no value; some are not shown, but number, date and totals are. */
function rowsOf(r, model, words, form, hasOthers) {
  const shows = Array.from({ length: 16 }, () => r.is(0.85));
  const { totals = {}, seller, buyer } = model;
  const amount = (v) => (v === undefined || Number(v) === 0 ? null : form.amount(v));
  const head = [
    [words[0], model.invoice_number],
    [words[1], form.date(model.invoice_issue_date)],
    [words[2], shows[0] ? form.date(model.payment_due_date) : null],
    [words[3], shows[1] ? form.date(model.delivery.actual_delivery_date) : null],
    [words[4], shows[2] ? form.vat(seller.vat_identifier) : null],
    [words[5], shows[3] ? form.vat(buyer.vat_identifier) : null],
    [words[6], shows[4] ? (seller.tax_registration_identifier ?? null) : null],
  ];
  const sums = [
    [words[7], shows[5] ? amount(totals.sum_of_line_net_amount) : null],
    [words[8], shows[6] ? amount(totals.total_amount_without_vat) : null],
    ...(shows[7] ? model.vat_breakdown : []).flatMap((v) => [
      [`${words[8]} (${v.category_code} ${form.number(v.rate)} %)`, amount(v.taxable_amount)],
      [`${words[9]} ${form.number(v.rate)} %`, amount(v.tax_amount)],
    ]),
    [words[9], shows[8] ? amount(totals.total_vat_amount) : null],
    [words[10], amount(totals.total_amount_with_vat)],
    [words[11], shows[9] ? amount(totals.paid_amount) : null],
    [words[12], amount(totals.amount_due_for_payment)],
    ...(shows[10] || hasOthers ? model.payment_instructions.credit_transfers : []).map((c) => [
      words[13],
      form.account(c.payment_account_identifier),
    ]),
  ];
  return { head: head.filter(([, v]) => v !== null), sums: sums.filter(([, v]) => v !== null) };
}

const at = (left, top, content, style = {}) => ({ type: "text", layout: { left, top }, content, style: { font_size: 9, ...style } });

/** Texts of a letterhead and its foot that are values of no term. */
function others(r, form, model) {
  const discount = form.date(dayOf(r, 301, 340));
  return [
    `Tel. +49 ${digitsOf(r, 3)} ${digitsOf(r, 6)} · HRB ${digitsOf(r, 5)} · ${digitsOf(r, 3)}.${digitsOf(r, 3)}`,
    `Skonto 2 % bis ${discount}: ${form.amount((r.int(1, 900_000) / 100).toFixed(2))}`,
    `Bank 2: ${form.account(ibanOf(r, "LU"))}`,
    `Lieferschein-Nr./Datum 8${digitsOf(r, 7)} (${form.date(dayOf(r, -200, -100))}) · Total weight ${form.number(r.int(1, 99))} kg`,
    `Order 45${digitsOf(r, 8)} / ${form.date(dayOf(r, -200, -100))} · ${model.lines[0].item.name} · 1/1`,
  ];
}

/** Pages of a model by a random layout. @param r the same numbers draw the same form for two models */
export function pagesOf(r, language, model) {
  const words = WORDS[language].split("|");
  const form = formOf(r, language, model.invoice_currency_code);
  const layout = r.pick(["beside", "above", "right", "prose"]);
  const hasOthers = r.is(0.7);
  const { head, sums } = rowsOf(r, model, words, form, hasOthers);
  const first = [at(20, 15, model.seller.name, { font_weight: "bold" }), at(20, 32, model.buyer.name, { width: r.pick([60, 80, 170]) })];
  let top = 55;
  if (layout === "above")
    head.forEach(([label, value], i) => {
      const [x, y] = [20 + 44 * (i % 4), top + 14 * Math.floor(i / 4)];
      first.push(at(x, y, label, { font_size: 7 }), at(x, y + 4, value));
    });
  else if (layout === "prose") first.push(at(20, top, head.map(([label, value]) => `${label} ${value}`).join(", "), { width: 170 }));
  else
    head.forEach(([label, value], i) => {
      first.push(at(110, top - 25 + 5 * i, label));
      first.push(
        layout === "right" ? at(145, top - 25 + 5 * i, value, { width: 45, text_align: "right" }) : at(150, top - 25 + 5 * i, value),
      );
    });
  top = 90;
  const pages = [first];
  const decoys = hasOthers ? others(r, form, model) : [];
  const row = (height) => {
    if (top + height > 262) {
      pages.push([]);
      top = 20;
    }
    top += height;
    return top - height;
  };
  for (const line of model.lines) {
    const y = row(6);
    const cells = [line.quantity, line.price.net, line.net_amount];
    pages.at(-1).push(at(20, y, line.item.name, { width: 70 }));
    cells.forEach((v, i) =>
      pages.at(-1).push(at(92 + 33 * i, y, i === 0 ? form.number(v) : form.amount(v), { width: 32, text_align: "right" })),
    );
  }
  row(4);
  if (layout === "prose") pages.at(-1).push(at(20, row(30), sums.map(([label, value]) => `${label} ${value}`).join("; "), { width: 170 }));
  else
    for (const [label, value] of sums) {
      const y = row(layout === "above" ? 9 : 5.5);
      if (layout === "above") pages.at(-1).push(at(120, y, label, { font_size: 7 }), at(120, y + 3.2, value));
      else pages.at(-1).push(at(80, y, label), at(125, y, value, { width: 65, text_align: "right" }));
    }
  decoys.forEach((text, i) => first.push(at(20, 270 + 4 * i, text, { font_size: 7, width: 170 })));
  return pages.map((elements) => ({ size: "a4", elements }));
}
