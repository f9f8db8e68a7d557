// Amounts on a page, each with all its readings (IN-28).
import { shortest } from "../../compiler/einvoice/model/compute.js";

export interface AmountAt {
  readonly from: number;
  readonly to: number;
  /** Absolute values of all readings, in shortest form. */
  readonly values: readonly string[];
}

/** Signs within a number; a blank parts groups. */
const SIGNS = ".,'’·٫٬";
const NUMBER = new RegExp(`\\d+(?:[${SIGNS}]\\d+)*(?:[.,][-–−]{1,2})?`, "gu");
/** Numbers that blanks join are at most as many groups. */
const MOST_GROUPS = 5;
/** Matches codes and signs of currencies, also US$, $US, CA$, R$. */
const CURRENCY = /^(?:[A-Z]{0,3}\p{Sc}[A-Z]{0,3}|[A-Z]{3}|Fr\.?|SFr\.?|kr\.?|z\u0142|K\u010d|Ft|\u043b\u0432\.?|lei)$/u;

/** Finds amounts and their joined groups, in the order of the text. */
export function amountsIn(text: string): readonly AmountAt[] {
  const found = [...text.matchAll(NUMBER)].map((m) => ({ from: m.index, to: m.index + m[0].length, text: m[0] }));
  const out: AmountAt[] = [];
  found.forEach((first, i) => {
    if (!isFree(text, first.from, -1)) return;
    let dense = first.text;
    for (let k = i; k < found.length && k < i + MOST_GROUPS; k++) {
      const last = found[k]!;
      if (k > i) {
        // a group of two or three digits, parted by one blank
        if (
          text.slice(found[k - 1]!.to, last.from) !== " " ||
          !/^\d{2,3}(?!\d)/.test(last.text) ||
          /\D/.test(found[k - 1]!.text) ||
          found[i]!.text.length > 3
        )
          break;
        dense += `\u00a0${last.text}`;
      }
      if (!isFree(text, last.to, 1)) continue;
      const values = readings(dense);
      if (values.length > 0) out.push({ from: first.from, to: last.to, values });
    }
  });
  return out;
}

/** True if what touches a number leaves it one: blanks, signs, brackets, a currency; not letters, dates, or a percent sign. */
function isFree(text: string, at: number, direction: 1 | -1): boolean {
  const near = direction === 1 ? text.slice(at, at + 8) : [...text.slice(Math.max(0, at - 8), at)].reverse().join("");
  if (direction === 1 && /^ ?[%\u2030]/.test(near)) return false;
  const touching = /^[^\s\d]*/u.exec(near)![0];
  const rest = near.slice(touching.length);
  if (touching === "") return !/^\d/.test(near);
  const word = (direction === 1 ? touching : [...touching].reverse().join("")).replace(
    /^[-+\u2212\u2013()[\]*:;=.,/|]+|[-+\u2212\u2013()[\]*:;=.,/|]+$/gu,
    "",
  );
  // 2026-11-26 and 12/2026 are no amounts
  if (word === "") return !(/^\d/.test(rest) && /^[-\u2212\u2013/:.,]+$/u.test(touching));
  return CURRENCY.test(word) && !/^\d/.test(rest);
}

/** @param dense a number with signs, and no-break blanks between groups */
export function readings(dense: string): readonly string[] {
  const open = /[.,][-\u2013\u2212]{1,2}$/u.test(dense);
  const text = open ? dense.replace(/[.,][-\u2013\u2212]{1,2}$/u, "") : dense;
  const groups = text.split(/[^\d]/u);
  const signs = [...text.replace(/\d/g, "")];
  const out = new Set<string>();
  const grouped = (parts: readonly string[]): boolean =>
    parts.length === 1 || (/^\d{1,3}$/.test(parts[0]!) && parts.slice(1).every((p) => /^\d{2,3}$/.test(p)) && parts.at(-1)!.length === 3);
  const isOneSign = (some: readonly string[]): boolean => some.every((s) => s === some[0]);
  if (grouped(groups) && isOneSign(signs)) out.add(shortest(groups.join("")));
  const last = signs.at(-1);
  if (!open && last !== undefined && last !== "\u00a0" && last !== "٬") {
    const [whole, before] = [groups.slice(0, -1), signs.slice(0, -1)];
    if (grouped(whole) && isOneSign(before) && !before.includes(last)) out.add(shortest(`${whole.join("")}.${groups.at(-1)!}`));
  }
  return [...out];
}

/** Value of a term as it is compared: absolute, in shortest form; null for 0 and for what is no number. */
export function amountKey(value: string): string | null {
  const short = shortest(value.trim()).replace(/^-/, "");
  return /^\d+(?:\.\d+)?$/.test(short) && !/^0(?:\.0+)?$/.test(short) ? short : null;
}
