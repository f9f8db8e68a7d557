import { decimal, total, ZERO, type Decimal } from "../../xml/decimal.js";
import { all, first, normal, valueOf, type Node, type Syntax } from "../../xml/node.js";
import { modelOf } from "./model.js";
import type { Parsed } from "../../xml/xml.js";

/** Invoice in CII's names: the file in CII, a model in UBL (model.ts). */
export interface Invoice {
  readonly syntax: Syntax;
  readonly file: Parsed;
  readonly root: Node;
  readonly context: Node | undefined;
  readonly document: Node | undefined;
  readonly transaction: Node | undefined;
  readonly agreement: Node | undefined;
  readonly delivery: Node | undefined;
  readonly settlement: Node | undefined;
  readonly seller: Node | undefined;
  readonly buyer: Node | undefined;
  /** BG-11. */
  readonly representative: Node | undefined;
  /** BG-22. */
  readonly totals: Node | undefined;
  /** BG-25. */
  readonly lines: readonly Node[];
  /** BG-23. */
  readonly breakdown: readonly Node[];
  /** BG-20. */
  readonly allowances: readonly Node[];
  /** BG-21. */
  readonly charges: readonly Node[];
  /** BT-5. */
  readonly currency: string | undefined;
  /** BT-6. */
  readonly taxCurrency: string | undefined;
  readonly named: (name: string) => readonly Node[];
  readonly ending: (end: string) => readonly Node[];
}

/** True for a charge; null if the indicator is invalid (BG-20, BG-21, BG-27, BG-28). */
export function isCharge(n: Node): boolean | null {
  const indicator = first(n, "ChargeIndicator/Indicator");
  const value = indicator && normal(valueOf(indicator));
  return value === "true" || value === "1" ? true : value === "false" || value === "0" ? false : null;
}

export const syntaxOf = (root: Node): Syntax => (root.prefix === "ubl" || root.prefix === "cn" ? "ubl" : "cii");

export function invoiceOf(file: Parsed): Invoice {
  const syntax = syntaxOf(file.root);
  const { root, named } = syntax === "ubl" ? modelOf(file.root) : file;
  const transaction = first(root, "SupplyChainTradeTransaction");
  const agreement = first(transaction, "ApplicableHeaderTradeAgreement");
  const settlement = first(transaction, "ApplicableHeaderTradeSettlement");
  const both = all(settlement, "SpecifiedTradeAllowanceCharge");
  const text = (n: Node | undefined): string | undefined => n && valueOf(n);
  return {
    syntax,
    file,
    root,
    context: first(root, "ExchangedDocumentContext"),
    document: first(root, "ExchangedDocument"),
    transaction,
    agreement,
    delivery: first(transaction, "ApplicableHeaderTradeDelivery"),
    settlement,
    seller: first(agreement, "SellerTradeParty"),
    buyer: first(agreement, "BuyerTradeParty"),
    representative: first(agreement, "SellerTaxRepresentativeTradeParty"),
    totals: first(settlement, "SpecifiedTradeSettlementHeaderMonetarySummation"),
    lines: all(transaction, "IncludedSupplyChainTradeLineItem"),
    breakdown: all(settlement, "ApplicableTradeTax"),
    allowances: both.filter((n) => isCharge(n) === false),
    charges: both.filter((n) => isCharge(n) === true),
    currency: text(first(settlement, "InvoiceCurrencyCode")),
    taxCurrency: text(first(settlement, "TaxCurrencyCode")),
    named: (name) => named.get(name) ?? [],
    ending: (end) => [...named].flatMap(([name, nodes]) => (name.endsWith(end) ? nodes : [])),
  };
}

/** Memoizes per invoice: rules run on thousands of lines. */
export function once<T>(find: (invoice: Invoice) => T): (invoice: Invoice) => T {
  const known = new WeakMap<Invoice, { readonly value: T }>();
  return (invoice) => {
    let found = known.get(invoice);
    if (!found) known.set(invoice, (found = { value: find(invoice) }));
    return found.value;
  };
}

/** Reads an amount; null if it is absent or not a number. */
export function amount(from: Node | undefined, path: string): Decimal | null {
  const found = first(from, path);
  return found ? decimal(valueOf(found)) : null;
}

/** Other texts count as 0. */
export const sumOf = (nodes: readonly Node[]): Decimal => total(nodes.map((n) => decimal(valueOf(n)) ?? ZERO));
