import { preparePassword } from "../../core/password.js";
import { at, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import { algorithmOf, deniedOf, isEffective, passwordsOf } from "../../request/security.js";
import type { SecuritySettings } from "../../request/types/document.js";
import type { Report } from "./report.js";

/** Rules: (decisions §1, Security). Messages never contain a password. */
export function checkSecurity(r: Report, security: SecuritySettings | undefined, src: Src, profile: string): void {
  if (!security) return;
  const algorithm = algorithmOf(security);
  const given = passwordsOf(security);
  const denied = deniedOf(security);
  if (profile !== "" && isEffective(security))
    return r.add("security-profile", src, `PDF/A allows no encryption: leave security out, or the profile ${profile}`);
  const bytes = given.map((field) => {
    const made = preparePassword(security[field]!, algorithm);
    if ("bytes" in made) return made.bytes.join();
    r.add("password", at(src, field), made.reason);
    return field;
  });
  if (bytes.length === 2 && bytes[0] === bytes[1])
    r.add("same-passwords", at(src, "owner_password"), must("another password than open_password", "the same"));
  if (denied.length > 0 && !given.includes("owner_password"))
    r.add(
      "owner-password",
      at(src, "permissions", denied[0]!),
      breaks("a permission that is false needs an owner_password: without one, every reader of the document has all permissions", "none"),
    );
}
