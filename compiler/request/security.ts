// Security settings to the algorithm that they ask for, and to the parts that have an effect.
import type { SecuritySettings } from "./types/document.js";

/** What documents are locked with; where nothing is said it is the stronger one (decisions §1, security). */
export const algorithmOf = (security: SecuritySettings | undefined): NonNullable<SecuritySettings["algorithm"]> =>
  security?.algorithm ?? "aes_256";

const PASSWORDS = ["open_password", "owner_password"] as const;
/** Passwords that are given: a blank one is absent. */
export const passwordsOf = (security: SecuritySettings): readonly (typeof PASSWORDS)[number][] =>
  PASSWORDS.filter((field) => (security[field] ?? "").trim() !== "");

/** Permissions that are denied. */
export const deniedOf = ({ permissions = {} }: SecuritySettings): readonly string[] =>
  Object.entries(permissions).flatMap(([name, allowed]) => (allowed ? [] : [name]));

/** Without a password or a denied permission the document is a plain PDF. */
export const isEffective = (security: SecuritySettings): boolean => passwordsOf(security).length + deniedOf(security).length > 0;
