import { PERMISSIONS, type Protection } from "../../ir/protection.js";
import { preparePassword } from "../core/password.js";
import type { Materialized } from "../request/materialized.js";
import { algorithmOf } from "../request/security.js";

/** Lowers the security of a request; null without a password. */
export function lowerSecurity(request: Materialized): Protection | null {
  const security = request.settings?.security;
  const algorithm = algorithmOf(security);
  const bytes = (given: string | undefined): Uint8Array | null => {
    if (given === undefined || given.trim() === "") return null;
    const made = preparePassword(given, algorithm);
    return "bytes" in made ? made.bytes : null;
  };
  const open = bytes(security?.open_password);
  const owner = bytes(security?.owner_password);
  if (!open && !owner) return null;
  return { algorithm, open: open ?? new Uint8Array(), owner, denied: PERMISSIONS.filter((p) => security?.permissions?.[p] === false) };
}
