/** Calls of functions as an author may write them. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ["sum", "sum(lines.map(l, l.amount))"],
  ["number", 'number(value, 2), number(value, 2, true) or number(value, 2, true, "de")'],
  ["money", 'money(value, "EUR") or money(value, "EUR", "de")'],
  ["date", 'date(value, "DD.MM.YYYY") or date(value, "d. MMMM y", "de")'],
  ["size", "size(text) or size(list)"],
  ["string", "string(value)"],
  ["int", "int(value)"],
  ["double", "double(value)"],
  ["bool", "bool(text)"],
  ["contains", 'text.contains("a")'],
  ["indexOf", 'text.indexOf("a")'],
  ["lastIndexOf", 'text.lastIndexOf("a")'],
  ["startsWith", 'text.startsWith("a")'],
  ["endsWith", 'text.endsWith("a")'],
  ["lowerAscii", "text.lowerAscii()"],
  ["upperAscii", "text.upperAscii()"],
  ["trim", "text.trim()"],
  ["substring", "text.substring(0, 2)"],
  ["join", 'list.join(", ")'],
]);

/** `: money(value, "EUR") or …`, after a fault of a call; empty for another function. */
export function asIn(name: string): string {
  const form = FORMS.get(name);
  return form === undefined ? "" : `: ${form}`;
}
