// Creates examples/bulk/invoices.jsonl and invoices.csv, the same 1,000 records: `node scripts/generate/bulk-invoices.mjs [--out DIR]`.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const at = process.argv.indexOf("--out");
const folder = path.join(at < 0 ? root : process.argv[at + 1], "examples/bulk");
const COUNT = 1000;

const PEOPLE = [
  ["Ada Lindqvist", "Storgatan", "411 38 Göteborg", "Sweden"],
  ["Bruno Ferreira", "Rua da Prata", "1100-420 Lisboa", "Portugal"],
  ["Chloé Dubois & fils", "Rue de la République", "69002 Lyon", "France"],
  ["Dagmar Weiß GmbH", "Königstraße", "70173 Stuttgart", "Germany"],
  ["Elif Yıldız", "İstiklal Caddesi", "34430 İstanbul", "Türkiye"],
  ["Frank O’Neill Ltd", "Dame Street", "Dublin D02 F206", "Ireland"],
  ["Giulia Conti", "Via Garibaldi", "10122 Torino", "Italy"],
  ["Halina Wójcik", "ulica Świętojańska", "81-368 Gdynia", "Poland"],
  ["Iñaki Etxeberria", "Calle Mayor", "31001 Pamplona", "Spain"],
  ["Jiří Dvořák, s.r.o.", "Husova", "602 00 Brno", "Czechia"],
  ["Κατερίνα Παππά", "Ερμού", "546 24 Θεσσαλονίκη", "Greece"],
  ["Лилия Петрова", "ул. Шипка", "1504 София", "Bulgaria"],
];
const ARTICLES = [
  ["Oak shelf, 80 cm", 34.9],
  ["Brass hook", 4.25],
  ["Linen cushion, “sand”", 19.5],
  ["Desk lamp with dimmer", 58],
  ["Candle, unscented", 6.75],
  ["Wool blanket 130 × 180", 89],
  ["Set of 6 glasses", 27.4],
  ["Wall clock", 42.99],
  ["Tea towel; pack of 3", 12],
  ["Delivery", 5.9],
];

// numbers of a linear congruential generator, so that the files are the same each time
let state = 20260131;
const below = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};

const records = Array.from({ length: COUNT }, (_, i) => {
  const [name, street, city, country] = PEOPLE[below(PEOPLE.length)];
  const day = String(1 + below(28)).padStart(2, "0");
  return {
    number: `2026-${String(i + 1).padStart(5, "0")}`,
    issued: `2026-01-${day}`,
    due: `2026-02-${day}`,
    customer: { name, street: `${street} ${1 + below(140)}`, city, country },
    lines: Array.from({ length: 1 + below(6) }, () => {
      const [article, price] = ARTICLES[below(ARTICLES.length)];
      return { article, quantity: 1 + below(9), price };
    }),
  };
});

const COLUMNS = ["number", "issued", "due", "customer.name", "customer.street", "customer.city", "customer.country", "lines"];
const valueAt = (record, column) => column.split(".").reduce((value, name) => value[name], record);
const cell = (value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const row = (record) => COLUMNS.map((column) => cell(valueAt(record, column))).join(",");

fs.mkdirSync(folder, { recursive: true });
const write = (name, lines) => fs.writeFileSync(path.join(folder, name), lines.map((line) => `${line}\n`).join(""));
write(
  "invoices.jsonl",
  records.map((record) => JSON.stringify(record)),
);
write("invoices.csv", [COLUMNS.join(","), ...records.map(row)]);
