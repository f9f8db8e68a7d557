// Base64 and base64url (RFC 4648).
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES: ReadonlyMap<string, number> = new Map([...ALPHABET].map((c, i) => [c, i]));

/** With padding. */
export function base64Of(bytes: readonly number[] | Uint8Array): string {
  let out = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const rest = Math.min(3, bytes.length - i);
    const word = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let k = 0; k < 4; k++) out += k <= rest ? ALPHABET[(word >> (18 - 6 * k)) & 63]! : "=";
  }
  return out;
}

/** Without padding. */
export const base64UrlOf = (bytes: Uint8Array): string => base64Of(bytes).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");

/** Null for a text that encodes no bytes. `base64`: padded; `either`: also base64url, padding optional */
export function bytesOfBase64(text: string, form: "base64" | "either"): Uint8Array | null {
  const padded = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  const either = /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/;
  if (!(form === "base64" ? padded : either).test(text)) return null;
  const letters = text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (letters.length % 4 === 1 || (letters.length !== text.length && text.length % 4 !== 0)) return null;
  const out: number[] = [];
  let word = 0;
  let bits = 0;
  for (const c of letters) {
    word = ((word << 6) | VALUES.get(c)!) & 0xffff;
    bits += 6;
    if (bits >= 8) out.push((word >> (bits -= 8)) & 255);
  }
  // bits that no byte takes are zero
  return (word & ((1 << bits) - 1)) === 0 ? Uint8Array.from(out) : null;
}
