// Items of § 14 (4) and § 14a UStG that business terms touch (IN-18).
import { termWithId, TERMS } from "../model/terms.js";

const NUMBERS = (text: string): readonly number[] =>
  text.split(" ").flatMap((part) => {
    const [from = 0, to = from] = part.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });

interface LawItem {
  readonly item: string;
  readonly about: string;
  /** numbers of business terms */
  readonly terms: readonly number[];
}

const SECTION_14 = (number: number): string => `§ 14 (4) Nr. ${number} UStG`;

/** The one table of the report, the documentation and the checks. */
export const LAW_ITEMS: readonly LawItem[] = [
  { item: SECTION_14(1), about: "names and addresses", terms: NUMBERS("27 35-40 44 50-55") },
  { item: SECTION_14(2), about: "tax or VAT number of the seller", terms: NUMBERS("31 32") },
  { item: SECTION_14(3), about: "date of issue", terms: NUMBERS("2") },
  { item: SECTION_14(4), about: "invoice number", terms: NUMBERS("1") },
  { item: SECTION_14(5), about: "quantity and kind of what is supplied", terms: NUMBERS("129 130 153 154") },
  { item: SECTION_14(6), about: "time of supply", terms: NUMBERS("72-74 134 135") },
  {
    item: SECTION_14(7),
    about: "amounts by rate, and reductions agreed in advance",
    terms: NUMBERS("92-94 99-101 106-109 116 131 136-138 141-143 146-150"),
  },
  { item: SECTION_14(8), about: "rate and amount of tax, or the exemption", terms: NUMBERS("95-98 102-105 110 112 117-121 151 152") },
  { item: SECTION_14(10), about: "the word Gutschrift of a self-billed invoice", terms: NUMBERS("3") },
  { item: "§ 14a UStG", about: "VAT number of the buyer", terms: NUMBERS("48") },
];

const ITEM_OF: ReadonlyMap<string, string> = new Map(LAW_ITEMS.flatMap(({ item, terms }) => terms.map((n) => [`BT-${n}`, item] as const)));

/** A group stands for the terms in it. */
function termsOf(id: string): readonly string[] {
  const group = id.startsWith("BG-") ? termWithId(id) : undefined;
  return group ? TERMS.filter((t) => t.field.startsWith(`${group.field}.`)).map((t) => t.id) : [id];
}

/** Returns items in the order of the law. @param terms of a rule */
export function lawItemsOf(terms: readonly string[]): string[] {
  const found = new Set(terms.flatMap(termsOf).flatMap((id) => ITEM_OF.get(id.replace(/^(BT-\d+)-\d+$/, "$1")) ?? []));
  return LAW_ITEMS.filter(({ item }) => found.has(item)).map(({ item }) => item);
}
