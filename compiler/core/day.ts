import { tuple } from "../../base/tuple.js";
/** True for a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!found) return false;
  const [year, month, day] = tuple(found.slice(1).map(Number), 3);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return year > 0 && days !== undefined && day >= 1 && day <= days;
}
