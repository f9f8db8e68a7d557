import type { LocaleIndex } from "./locale-data.js";
import { lookup } from "../../base/lookup.js";

export function digitsIn(system: string, index: LocaleIndex): (text: string) => string {
  if (system === "latn") return (text) => text;
  const listed = [...lookup(index.digits, system)!];
  const zero = listed[0]!.codePointAt(0)!;
  const digits = listed.length > 1 ? listed : Array.from({ length: 10 }, (_, i) => String.fromCodePoint(zero + i));
  return (text) => text.replace(/\d/g, (digit) => digits[Number(digit)]!);
}
