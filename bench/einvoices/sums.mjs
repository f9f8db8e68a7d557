// In integer cents, rounded half away from zero (EN 16931).

const SCALE = 1_000_000n;

/** "189.50" to millionths. */
const scaled = (text) => {
  const [, sign, whole, part = ""] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text);
  const value = BigInt(whole) * SCALE + BigInt(part.padEnd(6, "0"));
  return sign ? -value : value;
};
const nearest = (n, d) => (n < 0n ? -nearest(-n, d) : (2n * n + d) / (2n * d));
const cents = (text) => nearest(scaled(text) * 100n, SCALE);
const total = (list) => list.reduce((a, b) => a + b, 0n);

/** Cents to "1234.50". */
export const amount = (value) => {
  const digits = String(value < 0n ? -value : value).padStart(3, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const sameRate = (a, b) => a.category === b.category && a.rate === b.rate;

export function sums(invoice) {
  const lines = invoice.lines.map((l) => ({ ...l, total: nearest(scaled(l.quantity) * scaled(l.price) * 100n, SCALE * SCALE) }));
  const worked = (c) => {
    if (c.percent === undefined) return { ...c, cents: cents(c.amount) };
    const base = total(lines.filter((l) => sameRate(l.vat, c.vat)).map((l) => l.total));
    return { ...c, base, cents: nearest(base * scaled(c.percent), 100n * SCALE) };
  };
  const allowances = invoice.allowances.map(worked);
  const charges = invoice.charges.map(worked);
  const rates = [];
  for (const { vat } of [...lines, ...allowances, ...charges]) if (!rates.some((r) => sameRate(r, vat))) rates.push(vat);
  rates.sort((a, b) => Number(b.rate) - Number(a.rate));
  const taxes = rates.map((vat) => {
    const of = (list, key) => total(list.filter((x) => sameRate(x.vat, vat)).map((x) => x[key]));
    const basis = of(lines, "total") - of(allowances, "cents") + of(charges, "cents");
    return { ...vat, basis, tax: nearest(basis * scaled(vat.rate), 100n * SCALE) };
  });
  const lineTotal = total(lines.map((l) => l.total));
  const allowanceTotal = total(allowances.map((a) => a.cents));
  const chargeTotal = total(charges.map((c) => c.cents));
  const taxBasis = lineTotal - allowanceTotal + chargeTotal;
  const taxTotal = total(taxes.map((t) => t.tax));
  const prepaid = cents(invoice.prepaid ?? "0");
  return {
    lines,
    allowances,
    charges,
    taxes,
    lineTotal,
    allowanceTotal,
    chargeTotal,
    taxBasis,
    taxTotal,
    grandTotal: taxBasis + taxTotal,
    prepaid,
    due: taxBasis + taxTotal - prepaid,
  };
}
