// Values that a payment slip shows, as its symbol contains them (MS-28).

/** Texts of a slip; absent ones are null. Lines of an address are the name, the street, and the town. */
export interface SlipValues {
  readonly account: string;
  readonly creditor: SlipAddress;
  readonly reference: string | null;
  /** message and billing information, without absent ones */
  readonly information: readonly string[];
  readonly currency: string;
  readonly amount: string | null;
  readonly debtor: SlipAddress | null;
  readonly procedures: readonly SlipProcedure[];
}

export interface SlipAddress {
  readonly name: string;
  readonly street: string | null;
  readonly town: string;
}

/** `name`: before the first slash or colon */
interface SlipProcedure {
  readonly name: string;
  readonly rest: string;
}

/** Reads the values of a slip. `encoded`: the lines of a Swiss QR code (MS-13) */
export function slipValues(encoded: string): SlipValues {
  const [, , , iban = "", ...lines] = encoded.split("\n");
  const at = (line: number): string => lines[line - FIRST] ?? "";
  const address = (from: number): SlipAddress => {
    const [name, street, house, code, town, country] = [0, 1, 2, 3, 4, 5].map((i) => at(from + i));
    const place = `${code} ${town}`;
    return { name: name!, street: `${street} ${house}`.trim() || null, town: country === HOME ? place : `${country} - ${place}` };
  };
  return {
    account: inFours(iban),
    creditor: address(LINES.creditor),
    reference: referenceOf(at(LINES.type), at(LINES.reference)),
    information: [at(LINES.message), at(LINES.billing)].filter((text) => text !== ""),
    currency: at(LINES.currency),
    amount: amountOf(at(LINES.amount)),
    debtor: at(LINES.debtor) === "" ? null : address(LINES.debtor),
    procedures: lines.slice(LINES.procedures - FIRST).map(procedureOf),
  };
}

const FIRST = 5;
const HOME = "CH";

/** Lines of the code, from 1; of addresses that of the name. */
const LINES = {
  creditor: 6,
  amount: 19,
  currency: 20,
  debtor: 22,
  type: 28,
  reference: 29,
  message: 30,
  billing: 32,
  procedures: 33,
} as const;

const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, "$1 ");

function referenceOf(type: string, reference: string): string | null {
  if (reference === "") return null;
  return type === "QRR" ? reference.replace(/(?<=.)(?=(?:.{5})+$)/g, " ") : inFours(reference);
}

const amountOf = (written: string): string | null => (written === "" ? null : written.replace(/\d(?=(?:\d{3})+\.)/g, "$& "));

function procedureOf(text: string): SlipProcedure {
  const end = text.search(/[/:]/);
  return end < 0 ? { name: "", rest: text } : { name: text.slice(0, end), rest: text.slice(end) };
}
