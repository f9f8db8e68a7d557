// Absent sums by EN 16931-1 (I4, I5, I6, I25).
import {
  add,
  compare,
  decimal,
  multiply,
  percent,
  ratio,
  roundAway,
  show,
  subtract,
  total,
  ONE,
  ZERO,
  type Decimal,
} from "../xml/decimal.js";
import { groupsAt, groupAt, textAt, type Draft, type Group } from "./value.js";
import { lookup } from "../../../base/lookup.js";

const numberAt = (of: Group | undefined, ...names: readonly string[]): Decimal | null => {
  const text = of && textAt(of, ...names);
  return text === undefined ? null : decimal(text);
};

/** Removes leading and trailing zeros, so that equal values are equal texts. */
export function shortest(text: string): string {
  const d = decimal(text);
  if (!d) return text;
  let { units, scale } = d;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale--;
  }
  return show({ units, scale });
}

/** Writes an amount with at least two decimals. */
export function money(d: Decimal): string {
  const short = shortest(show(d));
  const decimals = short.split(".")[1]?.length ?? 0;
  return decimals >= 2 ? short : `${short}${decimals === 0 ? "." : ""}${"0".repeat(2 - decimals)}`;
}

/** An absent rate is 0. */
const ZERO_RATED = new Set(["Z", "E", "AE", "K", "G"]);
/** Determined by the category. */
export const REASONS: Readonly<Record<string, string>> = { AE: "VATEX-EU-AE", K: "VATEX-EU-IC", G: "VATEX-EU-G", O: "VATEX-EU-O" };
const EXEMPT = new Set(["E", ...Object.keys(REASONS)]);

/** Given values are retained; absent ones are computed if their terms are given. */
export function complete(model: Group): Group {
  const lines = completeLines(groupsAt(model, "lines"));
  const allowances = groupsAt(model, "allowances").map(withAmount).map(withRate);
  const charges = groupsAt(model, "charges").map(withAmount).map(withRate);
  const services = groupsAt(model, "logistics_service_charges").map(withRate);
  const breakdown = breakdownOf(groupsAt(model, "vat_breakdown"), sharesOf(lines, allowances, charges, services));
  const whole: Draft = { ...model, invoice_type_code: textAt(model, "invoice_type_code") ?? "380" };
  const put = (name: string, groups: readonly Group[]): void => {
    if (groups.length > 0) whole[name] = groups;
  };
  put("lines", lines);
  put("allowances", allowances);
  put("charges", charges);
  put("logistics_service_charges", services);
  put("vat_breakdown", breakdown);
  const totals = totalsOf(whole, { lines, allowances, charges, services, breakdown });
  if (Object.keys(totals).length > 0) whole["totals"] = totals;
  return whole;
}

function completeLines(lines: readonly Group[]): readonly Group[] {
  const isNumbered = lines.some((l) => l["identifier"] !== undefined);
  return lines.map((given, i) => {
    const line: Draft = { ...given };
    if (!isNumbered) line["identifier"] = String(i + 1);
    for (const name of ["allowances", "charges"]) {
      const groups = groupsAt(line, name);
      if (groups.length > 0) line[name] = groups.map(withAmount);
    }
    const price = priceOf(groupAt(line, "price"));
    if (price) line["price"] = price;
    const vat = groupAt(line, "vat");
    if (vat && vat["rate"] === undefined && ZERO_RATED.has(textAt(vat, "category_code") ?? "")) line["vat"] = { ...vat, rate: "0" };
    if (line["net_amount"] === undefined) {
      const net = netAmountOf(line);
      if (net) line["net_amount"] = money(net);
    }
    return line;
  });
}

function priceOf(price: Group | undefined): Group | undefined {
  const gross = numberAt(price, "gross");
  if (!price || price["net"] !== undefined || !gross) return price;
  return { ...price, net: shortest(show(subtract(gross, numberAt(price, "discount") ?? ZERO))) };
}

/** null without quantity or price */
function netAmountOf(line: Group): Decimal | null {
  const quantity = numberAt(line, "quantity");
  const price = numberAt(line, "price", "net");
  if (!quantity || !price) return null;
  const base = numberAt(line, "price", "base_quantity") ?? ONE;
  const amounts = (name: string): Decimal => total(groupsAt(line, name).map((g) => numberAt(g, "amount") ?? ZERO));
  const others = subtract(amounts("charges"), amounts("allowances"));
  return ratio(add(multiply(quantity, price), multiply(others, base)), base);
}

function withAmount(group: Group): Group {
  const base = numberAt(group, "base_amount");
  const rate = numberAt(group, "percentage");
  if (group["amount"] !== undefined || !base || !rate) return group;
  return { ...group, amount: money(roundAway(percent(multiply(base, rate)))) };
}

const withRate = (group: Group): Group =>
  group["vat_rate"] === undefined && ZERO_RATED.has(textAt(group, "vat_category_code") ?? "") ? { ...group, vat_rate: "0" } : group;

interface Share {
  readonly category: string;
  readonly rate: string;
  sum: Decimal;
}

/** EXTENDED: groups and information lines are in no sum. */
const counts = (line: Group): boolean => ["DETAIL", undefined].includes(textAt(line, "status_reason_code"));

/** Lines below others without status are parts of them. */
function countedLines(lines: readonly Group[]): readonly Group[] {
  const known = new Set(lines.map((l) => textAt(l, "identifier")));
  const isPart = (l: Group): boolean => l["status_reason_code"] === undefined && known.has(textAt(l, "parent_line_identifier") ?? "\0");
  return lines.filter((l) => counts(l) && !isPart(l));
}

/** Returns shares in the order of first use. */
function sharesOf(
  lines: readonly Group[],
  allowances: readonly Group[],
  charges: readonly Group[],
  services: readonly Group[],
): readonly Share[] {
  const shares = new Map<string, Share>();
  const count = (category: string | undefined, rate: string | undefined, amount: Decimal | null, sign: 1 | -1): void => {
    if (category === undefined) return;
    const normal = category === "O" ? "0" : shortest(rate ?? "0");
    const key = `${category} ${normal}`;
    const share = shares.get(key) ?? { category, rate: normal, sum: ZERO };
    share.sum = (sign === 1 ? add : subtract)(share.sum, amount ?? ZERO);
    shares.set(key, share);
  };
  for (const l of countedLines(lines)) count(textAt(l, "vat", "category_code"), textAt(l, "vat", "rate"), numberAt(l, "net_amount"), 1);
  const each = (groups: readonly Group[], sign: 1 | -1): void => {
    for (const g of groups) count(textAt(g, "vat_category_code"), textAt(g, "vat_rate"), numberAt(g, "amount"), sign);
  };
  each(allowances, -1);
  each(charges, 1);
  each(services, 1);
  return [...shares.values()];
}

/** Given entries, completed, then missing categories and rates. */
function breakdownOf(given: readonly Group[], shares: readonly Share[]): readonly Group[] {
  const left = new Set(shares);
  const isOf = (entry: Group, share: Share): boolean =>
    textAt(entry, "category_code") === share.category && (entry["rate"] === undefined || rateOf(entry) === share.rate);
  const take = (fits: (share: Share) => boolean): Share | undefined => {
    const found = [...left].find(fits);
    if (found) left.delete(found);
    return found;
  };
  const shareOf = new Map<Group, Share | undefined>();
  // most definite first: category and rate, category, reason
  const definite = (e: Group): number => (e["category_code"] === undefined ? 2 : e["rate"] === undefined ? 1 : 0);
  for (const entry of [...given].sort((a, b) => definite(a) - definite(b)))
    shareOf.set(
      entry,
      entry["category_code"] === undefined
        ? // E determines no reason
          (take((s) => s.category === "E") ?? take((s) => EXEMPT.has(s.category)))
        : take((s) => isOf(entry, s)),
    );
  const entries = given.map((entry) => {
    const share = shareOf.get(entry);
    return share ? { category_code: share.category, rate: share.rate, ...entry, share } : { ...entry, share };
  });
  const added = [...left].map((share) => ({ category_code: share.category, rate: share.rate, share }));
  return [...entries, ...added].map(({ share, ...entry }) => taxed(entry, share));
}

const rateOf = (entry: Group): string => shortest(textAt(entry, "rate") ?? "0");

function taxed(given: Group, share: Share | undefined): Group {
  const entry: Draft = { ...given };
  const category = textAt(entry, "category_code");
  if (category !== undefined) entry["rate"] ??= "0";
  if (share) entry["taxable_amount"] ??= money(share.sum);
  const taxable = numberAt(entry, "taxable_amount");
  const rate = numberAt(entry, "rate");
  if (taxable && rate) entry["tax_amount"] ??= money(roundAway(percent(multiply(taxable, rate))));
  const reason = lookup(REASONS, category ?? "");
  if (reason !== undefined && entry["exemption_reason_text"] === undefined) entry["exemption_reason_code"] ??= reason;
  return entry;
}

interface Parts {
  readonly lines: readonly Group[];
  readonly allowances: readonly Group[];
  readonly charges: readonly Group[];
  readonly services: readonly Group[];
  readonly breakdown: readonly Group[];
}

function totalsOf(model: Group, { lines, allowances, charges, services, breakdown }: Parts): Group {
  const totals: Draft = { ...groupAt(model, "totals") };
  const given = (name: string): Decimal | null => numberAt(totals, name);
  const sum = (groups: readonly Group[], name: string): Decimal => total(groups.map((g) => numberAt(g, name) ?? ZERO));
  const work = (name: string, value: Decimal | null): void => {
    if (value && totals[name] === undefined) totals[name] = money(value);
  };
  const summed = countedLines(lines);
  if (lines.length > 0) work("sum_of_line_net_amount", sum(summed, "net_amount"));
  if (allowances.length > 0) work("sum_of_allowances", sum(allowances, "amount"));
  if (charges.length + services.length > 0) work("sum_of_charges", add(sum(charges, "amount"), sum(services, "amount")));
  const net = given("sum_of_line_net_amount");
  if (net) work("total_amount_without_vat", add(subtract(net, given("sum_of_allowances") ?? ZERO), given("sum_of_charges") ?? ZERO));
  if (breakdown.length > 0) work("total_vat_amount", sum(breakdown, "tax_amount"));
  const without = given("total_amount_without_vat");
  if (without) work("total_amount_with_vat", add(without, given("total_vat_amount") ?? ZERO));
  const gross = given("total_amount_with_vat");
  // BR-DEX-09
  const third = sum(groupsAt(model, "third_party_payments"), "amount");
  if (gross)
    work("amount_due_for_payment", add(add(subtract(gross, given("paid_amount") ?? ZERO), given("rounding_amount") ?? ZERO), third));
  return totals;
}

export const sameNumber = (a: string, b: string): boolean => {
  const [x, y] = [decimal(a), decimal(b)];
  return x !== null && y !== null && compare(x, y) === 0;
};
