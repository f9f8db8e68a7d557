// Base64 and base64url (RFC 4648).

/** Encodes bytes in base64 with padding. */
export const base64Of = (bytes: readonly number[] | Uint8Array): string => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));

/** Encodes bytes in base64url without padding. */
export const base64UrlOf = (bytes: Uint8Array): string => base64Of(bytes).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");

const PADDED = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const EITHER = /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/;

/** Decodes base64; null for a text that encodes no bytes. `base64`: padded; `either`: also base64url, padding optional */
export function bytesOfBase64(text: string, form: "base64" | "either"): Uint8Array | null {
  if (!(form === "base64" ? PADDED : EITHER).test(text)) return null;
  const letters = text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (letters.length % 4 === 1 || (letters.length !== text.length && text.length % 4 !== 0)) return null;
  const bytes = Uint8Array.from(atob(letters), (c) => c.charCodeAt(0));
  // bits that no byte takes are zero
  return base64Of(bytes).replace(/=+$/, "") === letters ? bytes : null;
}
