import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import type { BarcodeEncoder } from "../../core/world.js";
import { decodePayload } from "../../request/payload.js";
import type { BarcodePayload } from "../../request/types/payload.js";
import { encodedPayload, payloadToSign } from "./payload.js";
import { latin2 } from "./iso-8859-2.js";

const bwip = createRequire(import.meta.url)("bwip-js") as BarcodeEncoder;

/** The string, or paths and reasons of the faults. */
function encoded(payload: unknown): string {
  const decoded = decodePayload(payload);
  if ("problem" in decoded) return `API-001 ${decoded.problem.path.join(".")}: ${decoded.problem.reason}`;
  const { faults, text } = encodedPayload(decoded.payload, bwip);
  return faults.length === 0 ? text : faults.map(({ code, path, reason }) => `${code} ${path.join(".")}: ${reason.text}`).join("\n");
}

const x = (n: number): string => "x".repeat(n);
const EPC = { kind: "epc", name: "Red Cross", iban: "BE72000000001616" };
const ADDRESS = { name: "Robert Schneider AG", street: "Rue du Lac", house_number: "1268", post_code: "2501", town: "Biel", country: "CH" };
const SWISS = { kind: "swiss_qr", iban: "CH5800791123000889012", creditor: ADDRESS, currency: "CHF" };
const QR_IBAN = { ...SWISS, iban: "CH4431999123000889012", reference: "210000000003139471430009017" };
const SPAYD = { kind: "spayd", iban: "CZ5855000000001265098001" };
const UPN = {
  kind: "upn",
  recipient: { name: "A", street: "B", town: "C" },
  purpose_code: "OTHR",
  purpose: "D",
  recipient_iban: "SI56011006000005649",
};
const ZATCA = {
  kind: "zatca",
  seller_name: "Bobs Records",
  vat_number: "310122393500003",
  timestamp: "2022-04-25T15:30:00Z",
  total: "1000.00",
  vat_total: "150.00",
};
const HASH = "UtQp9Gpc51y-u3xApZjIjgkpZ01js-J8KflSPW8WzIE";
const KSEF = { kind: "ksef", code: "invoice", nip: "1111111111", issue_date: "2026-02-01", sha256: HASH, environment: "test" };
const CODE_2 = { ...KSEF, code: "certificate", certificate_serial: "01F20A5D352AE590", signature: "MEUCIQ==" };
const VERIFACTU = { kind: "verifactu", nif: "89890001K", number: "12345678&G33", issue_date: "2024-09-01", total: 241.4 };
const LINK = { kind: "gs1_digital_link", elements: "(01)09506000134352" };

/* Strings of the standards' own documents, or composed from their tables. */
const ENCODED: readonly (readonly [name: string, payload: object, text: string])[] = [
  ["EPC, no amount", EPC, "BCD\n002\n1\nSCT\n\nRed Cross\nBE72000000001616"],
  [
    "EPC with all",
    { ...EPC, amount: "1", bic: "bposbebb", purpose: "CHAR", text: "Urgency fund", information: "Sample" },
    "BCD\n002\n1\nSCT\nBPOSBEBB\nRed Cross\nBE72000000001616\nEUR1.00\nCHAR\n\nUrgency fund\nSample",
  ],
  [
    "EPC, reference",
    { ...EPC, amount: 12.3, reference: "RF18 5390 0754 7034" },
    "BCD\n002\n1\nSCT\n\nRed Cross\nBE72000000001616\nEUR12.30\n\nRF18539007547034",
  ],
  [
    "Swiss, of the implementation guidelines",
    {
      ...QR_IBAN,
      amount: 1949.75,
      debtor: {
        name: "Pia-Maria Rutschmann-Schnyder",
        street: "Grosse Marktgasse",
        house_number: "28",
        post_code: "9400",
        town: "Rorschach",
        country: "CH",
      },
      message: "Order of 15 June 2020",
      bill_information: "//S1/10/10201409",
      alternative_procedures: ["Name AV1: UV;UltraPay005;12345", "Name AV2: XY;XYService;54321"],
    },
    "SPC\n0200\n1\nCH4431999123000889012\nS\nRobert Schneider AG\nRue du Lac\n1268\n2501\nBiel\nCH\n\n\n\n\n\n\n\n1949.75\nCHF\nS\nPia-Maria Rutschmann-Schnyder\nGrosse Marktgasse\n28\n9400\nRorschach\nCH\nQRR\n210000000003139471430009017\nOrder of 15 June 2020\nEPD\n//S1/10/10201409\nName AV1: UV;UltraPay005;12345\nName AV2: XY;XYService;54321",
  ],
  [
    "Swiss without amount, debtor, reference",
    SWISS,
    "SPC\n0200\n1\nCH5800791123000889012\nS\nRobert Schneider AG\nRue du Lac\n1268\n2501\nBiel\nCH\n\n\n\n\n\n\n\n\nCHF\n\n\n\n\n\n\n\nNON\n\n\nEPD",
  ],
  [
    "Swiss with a procedure alone",
    { ...SWISS, reference: "RF18539007547034", alternative_procedures: ["eBill/B/a@example.com"] },
    "SPC\n0200\n1\nCH5800791123000889012\nS\nRobert Schneider AG\nRue du Lac\n1268\n2501\nBiel\nCH\n\n\n\n\n\n\n\n\nCHF\n\n\n\n\n\n\n\nSCOR\nRF18539007547034\n\nEPD\n\neBill/B/a@example.com",
  ],
  ["SPAYD", SPAYD, "SPD*1.0*ACC:CZ5855000000001265098001"],
  [
    "SPAYD, escapes",
    {
      ...SPAYD,
      bic: "RZBCCZPP",
      amount: 480.5,
      currency: "CZK",
      message: "a*b+c%ž",
      due_date: "2012-05-24",
      notify: { kind: "phone", address: "+420" },
    },
    "SPD*1.0*ACC:CZ5855000000001265098001+RZBCCZPP*AM:480.50*CC:CZK*DT:20120524*MSG:a%2Ab%2Bc%25%C5%BE*NT:P*NTA:%2B420",
  ],
  ["ZATCA, of the standard", ZATCA, "AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA=="],
  ["KSeF I", KSEF, `https://qr-test.ksef.mf.gov.pl/invoice/1111111111/01-02-2026/${HASH}`],
  [
    "KSeF I, hash in base64 and hexadecimal",
    { ...KSEF, environment: "production", sha256: "52d429f46a5ce75cbebb7c40a598c88e0929674d63b3e27c29f9523d6f16cc81" },
    `https://qr.ksef.mf.gov.pl/invoice/1111111111/01-02-2026/${HASH}`,
  ],
  ["KSeF II", CODE_2, `https://qr-test.ksef.mf.gov.pl/certificate/Nip/1111111111/1111111111/01F20A5D352AE590/${HASH}/MEUCIQ`],
  [
    "AEAT",
    VERIFACTU,
    "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678%26G33&fecha=01-09-2024&importe=241.4",
  ],
  [
    "AEAT, shortest amounts",
    { ...VERIFACTU, number: "a b/c", total: "-1200.00", mode: "no_verifactu", environment: "test" },
    "https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu?nif=89890001K&numserie=a%20b%2Fc&fecha=01-09-2024&importe=-1200",
  ],
  ["GS1", LINK, "https://id.gs1.org/01/09506000134352"],
  [
    "GS1, order and escapes",
    { ...LINK, elements: "(17)261231(21)12(01)9506000134352(10)ABC/1(22)2A", domain: "http://example.com/a/" },
    "http://example.com/a/01/09506000134352/22/2A/10/ABC%2F1/21/12?17=261231",
  ],
  ["GS1 of an SSCC", { ...LINK, elements: "(00)106141412345678908" }, "https://id.gs1.org/00/106141412345678908"],
];

const PAYER = { name: "Janez Novak", street: "Dunajska 1", town: "1000 Ljubljana" };
const BILL = {
  ...UPN,
  payer: PAYER,
  recipient: { name: "Novo podjetje d.o.o.", street: "Lepa cesta 15", town: "3698 Loški Potok" },
  recipient_iban: "SI56 0510 0801 0486 080",
  amount: 81.05,
};
const RENT = { ...BILL, purpose_code: "RENT", purpose: "Plačilo najemnine 10/2016", due_date: "2016-11-15" };
const TO = "SI56051008010486080";
const NOVO = "Novo podjetje d.o.o.\nLepa cesta 15\n3698 Loški Potok";
const FROM = "Janez Novak\nDunajska 1\n1000 Ljubljana\n00000008105";

/* Examples of the Slovenian banks' technical standard 1.1 (its reserve of blanks left out), with their sums. */
const UPN_EXAMPLES: readonly (readonly [name: string, payload: object, text: string])[] = [
  [
    "a bill",
    {
      ...BILL,
      payer: { name: "Janez Novak", street: "Lepa cesta 10", town: "2000 Maribor" },
      recipient: { name: "Snaga d.o.o.", street: "Povšetova ulica 6", town: "1000 Ljubljana" },
      amount: "14.71",
      ...{ purpose_code: "SCVE", purpose: "Ravn. z odpadki 04/2016 0040098579", due_date: "2016-06-25" },
      recipient_reference: "SI12 1033842574531",
    },
    `UPNQR\n\n\n\n\nJanez Novak\nLepa cesta 10\n2000 Maribor\n00000001471\n\n\nSCVE\nRavn. z odpadki 04/2016 0040098579\n25.06.2016\n${TO}\nSI121033842574531\nSnaga d.o.o.\nPovšetova ulica 6\n1000 Ljubljana\n198\n`,
  ],
  [
    "A, in cash",
    { ...BILL, purpose_code: "COST", purpose: "Plačilo obveznosti 10/2016", recipient_reference: "SI0598765432100" },
    `UPNQR\n\n\n\n\n${FROM}\n\n\nCOST\nPlačilo obveznosti 10/2016\n\n${TO}\nSI0598765432100\n${NOVO}\n183\n`,
  ],
  [
    "B, by transfer",
    {
      ...BILL,
      payer: { name: "Združenje bank Slovenije", street: "Šubičeva 2", town: "1000 Ljubljana" },
      ...{ payer_iban: "SI56020170014356205", payer_reference: "SI00 3528-990" },
      ...{ amount: 1280.67, purpose_code: "ADVA", purpose: "Plačilo avansa-ponudba 2016/12" },
      recipient_reference: "SI00123456-67890-12345",
    },
    `UPNQR\nSI56020170014356205\n\n\nSI003528-990\nZdruženje bank Slovenije\nŠubičeva 2\n1000 Ljubljana\n00000128067\n\n\nADVA\nPlačilo avansa-ponudba 2016/12\n\n${TO}\nSI00123456-67890-12345\n${NOVO}\n238\n`,
  ],
  [
    "C, of a registered issuer",
    { ...RENT, recipient_reference: "SI129990000359896" },
    `UPNQR\n\n\n\n\n${FROM}\n\n\nRENT\nPlačilo najemnine 10/2016\n15.11.2016\n${TO}\nSI129990000359896\n${NOVO}\n194\n`,
  ],
  [
    "D, a donation",
    {
      ...{ ...BILL, payer: undefined, amount: undefined },
      ...{ purpose_code: "CHAR", purpose: "Donacija v dobrodelne namene", recipient_reference: "SI121234567890120" },
    },
    `UPNQR\n\n\n\n\n\n\n\n00000000000\n\n\nCHAR\nDonacija v dobrodelne namene\n\n${TO}\nSI121234567890120\n${NOVO}\n152\n`,
  ],
  [
    "E, a deposit",
    {
      ...{ ...BILL, payer: undefined, amount: 280, deposit: true, payment_date: "2016-11-30" },
      ...{ purpose_code: "CASH", purpose: "Polog iztržka za november" },
    },
    `UPNQR\n\nX\n\n\n\n\n\n00000028000\n30.11.2016\n\nCASH\nPolog iztržka za november\n\n${TO}\n\n${NOVO}\n143\n`,
  ],
  [
    "H, with a creditor reference",
    { ...RENT, recipient_reference: "RF45 SBO2 010" },
    `UPNQR\n\n\n\n\n${FROM}\n\n\nRENT\nPlačilo najemnine 10/2016\n15.11.2016\n${TO}\nRF45SBO2010\n${NOVO}\n188\n`,
  ],
];

describe("strings", () => {
  test.each(UPN_EXAMPLES)("UPN, %s", (_, payload, text) => {
    expect(encoded(JSON.parse(JSON.stringify(payload)))).toBe(text);
  });

  test.each(ENCODED)("%s", (_, payload, text) => {
    expect(encoded(payload)).toBe(text);
  });

  test("UPN: twenty lines, the last their characters", () => {
    const text = encoded({ ...UPN, amount: "1234.5", due_date: "2026-12-31", urgent: true, payer: { name: "Žiga" } });
    expect(text.endsWith("\n")).toBe(true);
    const lines = text.slice(0, -1).split("\n");
    expect(lines.length).toBe(20);
    expect([lines[5], lines[8], lines[10], lines[13]]).toEqual(["Žiga", "00000123450", "X", "31.12.2026"]);
    expect(Number(lines[19])).toBe(lines.slice(0, 19).join("\n").length + 1);
  });

  test("ISO 8859-2 is that of the platform", () => {
    const bytes = Uint8Array.from({ length: 96 }, (_, i) => 0xa0 + i);
    expect([...new TextDecoder("iso-8859-2").decode(bytes)].map(latin2)).toEqual([...bytes]);
    expect(latin2("€")).toBe(null);
  });

  test("what a KSeF code II signs", () => {
    const { signature: _, ...unsigned } = CODE_2;
    expect(payloadToSign(unsigned as BarcodePayload)).toEqual({
      text: `qr-test.ksef.mf.gov.pl/certificate/Nip/1111111111/1111111111/01F20A5D352AE590/${HASH}`,
      faults: [],
    });
    for (const other of [KSEF, EPC]) expect(payloadToSign(other as BarcodePayload).faults.length).toBe(1);
  });
});

const LONG = (c: string): object => {
  const address = { ...ADDRESS, name: c.repeat(70), street: c.repeat(70), town: c.repeat(35) };
  return { creditor: address, debtor: address, message: c.repeat(140), alternative_procedures: [c.repeat(100), c.repeat(100)] };
};

/** Both sides of each bound: taken, refused, path of the refusal. */
const BOUNDS: readonly (readonly [base: object, taken: object, refused: object, path: string])[] = [
  [EPC, { name: x(70) }, { name: x(71) }, "name"],
  [EPC, { name: "😀".repeat(70) }, { name: "😀".repeat(71) }, "name"],
  [EPC, { amount: 0.01 }, { amount: 0 }, "amount"],
  [EPC, { amount: "999999999.99" }, { amount: 1e9 }, "amount"],
  [EPC, { amount: "12.300" }, { amount: 12.345 }, "amount"],
  [EPC, { amount: "+1".slice(1) }, { amount: "+1" }, "amount"],
  [EPC, { amount: "1" }, { amount: "1e2" }, "amount"],
  [EPC, { purpose: "A1B2" }, { purpose: "ABCDE" }, "purpose"],
  [EPC, { text: x(140) }, { text: x(141) }, "text"],
  [EPC, { information: x(70) }, { information: x(71) }, "information"],
  [EPC, { text: "+++123/4567/89002+++" }, { text: "+++123/4567/89003+++" }, "text"],
  [EPC, { text: "***090/9337/55493***" }, { text: "***909/3375/5493***" }, "text"],
  [EPC, { text: "+++000/0000/00097+++" }, { text: "+++000/0000/00000+++" }, "text"],
  [EPC, { text: "ab" }, { text: "a\nb" }, "text"],
  [EPC, { text: "ab" }, { text: "a\tb" }, "text"],
  [EPC, { reference: "RF18539007547034" }, { reference: "RF19539007547034" }, "reference"],
  [EPC, { reference: "RF18539007547034" }, { reference: `RF18${x(22)}` }, "reference"],
  [EPC, { text: "a" }, { text: "a", reference: "RF18539007547034" }, ""],
  [EPC, { iban: "be72 0000 0000 1616" }, { iban: "BE73000000001616" }, "iban"],
  [EPC, { iban: "DE89370400440532013000" }, { iban: "DE8937040044053201300" }, "iban"],
  [EPC, { iban: "DE89370400440532013000" }, { iban: "XX89370400440532013000" }, "iban"],
  [EPC, { iban: "DE89370400440532013000" }, { iban: "TR330006100519786457841326" }, "iban"],
  [EPC, { iban: "DE89370400440532013000" }, { iban: "DE89-3704-0044-0532-0130-00" }, "iban"],
  [EPC, { iban: "li21088100002324013aa" }, { iban: "lı21088100002324013aa" }, "iban"],
  [EPC, { bic: "BPOSBEBBXXX" }, { bic: "BPOSBEBBX" }, "bic"],
  [EPC, { name: "é".repeat(70), text: "é".repeat(69) }, { name: "é".repeat(70), text: "é".repeat(140) }, ""],
  [SWISS, { creditor: { ...ADDRESS, town: x(35) } }, { creditor: { ...ADDRESS, town: x(36) } }, "creditor.town"],
  [SWISS, { creditor: { ...ADDRESS, house_number: x(16) } }, { creditor: { ...ADDRESS, house_number: x(17) } }, "creditor.house_number"],
  [SWISS, { creditor: { ...ADDRESS, post_code: x(16) } }, { creditor: { ...ADDRESS, post_code: x(17) } }, "creditor.post_code"],
  [SWISS, { debtor: { ...ADDRESS, country: "LI" } }, { debtor: { ...ADDRESS, country: "XX" } }, "debtor.country"],
  [SWISS, { message: x(140) }, { message: x(141) }, "message"],
  [SWISS, { message: x(100), bill_information: `//${x(38)}` }, { message: x(100), bill_information: `//${x(39)}` }, ""],
  [SWISS, { bill_information: "//S1" }, { bill_information: "S1" }, "bill_information"],
  [SWISS, { message: "ț€ÿŸ" }, { message: "漢" }, "message"],
  [SWISS, { alternative_procedures: [x(100)] }, { alternative_procedures: [x(101)] }, "alternative_procedures.0"],
  [SWISS, { alternative_procedures: ["a", "b"] }, { alternative_procedures: ["a", "b", "c"] }, "alternative_procedures"],
  [SWISS, LONG("x"), LONG("é"), ""],
  [SWISS, { iban: "LI21088100002324013AA" }, { iban: "DE89370400440532013000" }, "iban"],
  [SWISS, {}, { reference: "210000000003139471430009017" }, "reference"],
  [QR_IBAN, {}, { reference: undefined }, "reference"],
  [QR_IBAN, {}, { reference: "RF18539007547034" }, "reference"],
  [QR_IBAN, {}, { reference: "210000000003139471430009018" }, "reference"],
  [QR_IBAN, {}, { reference: "10000000003139471430009017" }, "reference"],
  [SPAYD, { amount: 0 }, { amount: -1 }, "amount"],
  [SPAYD, { amount: "9999999.99" }, { amount: "10000000" }, "amount"],
  [SPAYD, { currency: "CZK" }, { currency: "CZX" }, "currency"],
  [SPAYD, { reference: "1".repeat(16) }, { reference: "1".repeat(17) }, "reference"],
  [SPAYD, { name: x(35) }, { name: x(36) }, "name"],
  [SPAYD, { due_date: "2024-02-29" }, { due_date: "2023-02-29" }, "due_date"],
  [SPAYD, { payment_type: "P2P" }, { payment_type: "P2PX" }, "payment_type"],
  [SPAYD, { message: x(60) }, { message: x(61) }, "message"],
  [SPAYD, { retry_days: 30 }, { retry_days: 31 }, "retry_days"],
  [SPAYD, { retry_days: 0 }, { retry_days: -1 }, "retry_days"],
  [SPAYD, { variable_symbol: "1234567890" }, { variable_symbol: "12345678901" }, "variable_symbol"],
  [SPAYD, { specific_symbol: "1" }, { specific_symbol: "a" }, "specific_symbol"],
  [SPAYD, { payer_id: x(20) }, { payer_id: x(21) }, "payer_id"],
  [SPAYD, { url: x(140) }, { url: x(141) }, "url"],
  [SPAYD, { notify: { kind: "email", address: x(320) } }, { notify: { kind: "email", address: x(321) } }, "notify.address"],
  [
    SPAYD,
    { alternative_accounts: [SPAYD, SPAYD].map(({ iban }) => ({ iban })) },
    { alternative_accounts: [SPAYD, SPAYD, SPAYD].map(({ iban }) => ({ iban })) },
    "alternative_accounts",
  ],
  [UPN, { purpose: x(42) }, { purpose: x(43) }, "purpose"],
  [UPN, { purpose_code: "COST" }, { purpose_code: "COS" }, "purpose_code"],
  [UPN, { purpose: "čšžđ" }, { purpose: "€" }, "purpose"],
  [UPN, { recipient: { name: x(33), street: "a", town: "b" } }, { recipient: { name: x(34), street: "a", town: "b" } }, "recipient.name"],
  [UPN, { payer: { town: x(33) } }, { payer: { town: x(34) } }, "payer.town"],
  [UPN, { recipient_iban: "SI56 0110 0600 0005 649" }, { recipient_iban: "HR1210010051863000160" }, "recipient_iban"],
  [UPN, { recipient_reference: "SI00 12-34-56" }, { recipient_reference: "SI00 12-34-56-78" }, "recipient_reference"],
  [UPN, { recipient_reference: "RF18539007547034" }, { recipient_reference: "RF18539007547035" }, "recipient_reference"],
  [UPN, { recipient_reference: `SI00${"1".repeat(22)}` }, { recipient_reference: `SI00${"1".repeat(23)}` }, "recipient_reference"],
  [UPN, { payer_reference: "NRC" }, { payer_reference: "SI" }, "payer_reference"],
  [ZATCA, { vat_total: 1000 }, { vat_total: 1000.01 }, "vat_total"],
  [ZATCA, { total: 150 }, { total: -1, vat_total: 0 }, "total"],
  [ZATCA, { vat_number: "300000000000003" }, { vat_number: "310122393500004" }, "vat_number"],
  [ZATCA, { timestamp: "2022-04-25T15:30:00" }, { timestamp: "2022-04-25 15:30:00" }, "timestamp"],
  [ZATCA, { timestamp: "2022-04-25T23:59:59Z" }, { timestamp: "2022-04-31T00:00:00Z" }, "timestamp"],
  [ZATCA, { seller_name: x(255) }, { seller_name: x(256) }, "seller_name"],
  [ZATCA, { seller_name: "م".repeat(127) }, { seller_name: "م".repeat(128) }, "seller_name"],
  [KSEF, { nip: "5265877635" }, { nip: "5265877636" }, "nip"],
  [KSEF, { sha256: `${HASH}=` }, { sha256: HASH.slice(0, -4) }, "sha256"],
  [KSEF, { label: "5265877635-20250826-0100001AF629-AF" }, { label: "5265877635-20250826-0100001AF629-A" }, "label"],
  [KSEF, {}, { certificate_serial: "AB" }, "certificate_serial"],
  [CODE_2, { certificate_serial: "0aF" }, { certificate_serial: "0x" }, "certificate_serial"],
  [CODE_2, { signature: "a-_b" }, { signature: "a+_b" }, "signature"],
  [CODE_2, { context_value: "5265877635" }, { context_value: "5265877636" }, "context_value"],
  [VERIFACTU, { number: x(60) }, { number: x(61) }, "number"],
  [VERIFACTU, { number: "~" }, { number: "ñ" }, "number"],
  [VERIFACTU, { nif: "A12345678" }, { nif: "a12345678" }, "nif"],
  [VERIFACTU, { total: "999999999999.99" }, { total: "1000000000000" }, "total"],
  [LINK, { elements: "(01)09506000134352" }, { elements: "(01)09506000134353" }, "elements"],
  [LINK, { elements: "(01)09506000134352(10)A" }, { elements: "(10)A" }, "elements"],
  [LINK, { elements: "(00)106141412345678908" }, { elements: "(00)106141412345678908(01)09506000134352" }, "elements"],
  [LINK, { elements: "(01)09506000134352(17)261231" }, { elements: "(01)09506000134352(17)261331" }, "elements"],
  [LINK, { domain: "http://a.example:8080/b" }, { domain: "https://a.example/?b" }, "domain"],
  [LINK, { domain: "https://a.example/" }, { domain: "ftp://a.example" }, "domain"],
];

describe("bounds", () => {
  test.each(BOUNDS.map(([base, taken, refused, path]) => [path, (base as { kind: string }).kind, base, taken, refused] as const))(
    "%s of %s",
    (path, _, base, taken, refused) => {
      expect(encoded({ ...base, ...taken })).not.toMatch(/^API/);
      const fields = Object.entries({ ...base, ...refused }).filter(([, value]) => value !== undefined);
      expect(encoded(Object.fromEntries(fields)).split("\n")[0]).toMatch(new RegExp(`^API-002 ${path.replaceAll(".", "\\.")}: `));
    },
  );

  test.each([
    [{ ...EPC, iban: "CH9300762011623852957" }, "API-001 : the required field bic is missing"],
    [{ ...EPC, name: "  " }, "API-001 name: the required field is empty"],
    [{ kind: "epc", name: "x" }, "API-001 : the required field iban is missing"],
    [{ kind: "paypal" }, "API-001 kind: must be"],
    ["x", "API-001 : must be an object, such as"],
    [[1], "API-001 : must be an object, such as"],
    [null, "API-001 : must be an object, such as"],
    [{ ...EPC, iban: "DE89\u00a0370400440532013000" }, "API-002 iban: must be an IBAN of letters and digits; found U+00A0 in"],
    [{ ...EPC, sort_code: "1" }, "API-001 sort_code: "],
    [{ ...EPC, amount: true }, "API-001 amount: "],
    [{ ...ZATCA, signature: "AA==" }, "API-001 : the required field invoice_hash is missing"],
    [{ ...KSEF, issue_date: undefined }, "API-001 : the required field issue_date is missing"],
    [{ ...KSEF, code: "certificate" }, "API-001 : the required field certificate_serial is missing"],
  ])("%j is refused", (payload, message) => {
    expect(encoded(JSON.parse(JSON.stringify(payload))).startsWith(message)).toBe(true);
  });
});
