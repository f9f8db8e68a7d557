import type { SecuritySettings } from "./types/document.js";

/** Returns the algorithm of encryption; by default the stronger one (decisions §1, security). */
export const algorithmOf = (security: SecuritySettings | undefined): NonNullable<SecuritySettings["algorithm"]> =>
  security?.algorithm ?? "aes_256";

const PASSWORDS = ["open_password", "owner_password"] as const;
/** Blank ones are absent. */
export const passwordsOf = (security: SecuritySettings): readonly (typeof PASSWORDS)[number][] =>
  PASSWORDS.filter((field) => (security[field] ?? "").trim() !== "");

export const deniedOf = ({ permissions = {} }: SecuritySettings): readonly string[] =>
  Object.entries(permissions).flatMap(([name, allowed]) => (allowed ? [] : [name]));

/** True with a password or a denied permission; otherwise the document is not encrypted. */
export const isEffective = (security: SecuritySettings): boolean => passwordsOf(security).length + deniedOf(security).length > 0;
