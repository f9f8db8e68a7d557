// Autolinks of GFM: addresses without brackets. Greatest length, UTF-16 units.

const MAX_LENGTH = 2048;
const DOMAIN = /^(?:[\p{L}\p{M}\p{N}\p{S}_-]+\.)*[\p{L}\p{M}\p{N}\p{S}_-]+(?::\d+)?/u;
const PUNCTUATION = /[?!.,:*_~'"]$/;
const ENTITY = /&[A-Za-z0-9]+;$/;

/** Returns the length of the domain and path at `from`, without the punctuation after them; 0 = not an address. */
export function addressLength(text: string, from: number): number {
  const rest = /^[^\s<]*/.exec(text.slice(from, from + MAX_LENGTH))![0];
  const domain = DOMAIN.exec(rest)?.[0] ?? "";
  const after = rest[domain.length] ?? "";
  if (domain === "" || /_[^.]*(?:\.[^.]*)?$/.test(domain) || (after !== "" && /[\p{L}\p{N}]/u.test(after))) return 0;
  if (!/^[/?#]/.test(after)) return trimmed(domain).length;
  return Math.max(trimmed(rest).length, trimmed(domain).length);
}

/** GFM: letters, digits, `-`, `_` and full stops after `@`, with one at least. */
export const isMail = (address: string): boolean => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[\w-]*[A-Za-z0-9]$/.test(address);

/** Trims unopened closing brackets, entities and punctuation at the end. */
function trimmed(address: string): string {
  let end = address.length;
  let open = 0;
  for (const c of address) open += c === "(" ? 1 : c === ")" ? -1 : 0;
  for (;;) {
    const last = address[end - 1];
    if (last === undefined) return "";
    if (last === ")" && open < 0) {
      open++;
      end--;
    } else if (last === ";") {
      const entity = ENTITY.exec(address.slice(Math.max(0, end - 32), end));
      end -= entity ? entity[0].length : 1;
    } else if (PUNCTUATION.test(last)) end--;
    else return address.slice(0, end);
  }
}
