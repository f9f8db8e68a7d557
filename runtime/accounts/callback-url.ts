// Callback URLs (running, E1, E4).
import { isIP } from "node:net";
import { reachOf, type Cidr } from "../core/addresses.js";

const MOST_CHARACTERS = 2048;

/** Address of a host in any notation; null for a name. */
export function addressOfHost(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? null : bare;
}

/**
 * @param allowed ranges that may be reached although they are not public, by http too
 * @returns why a URL cannot be set; null if it can
 */
export function callbackFault(text: string, allowed: readonly Cidr[]): string | null {
  if (text.length > MOST_CHARACTERS) return `must have at most ${MOST_CHARACTERS} characters`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || text !== text.trim() || !/^https?:\/\//i.test(text)) return "must be an https URL, such as https://example.com/platen";
  if (url.username !== "" || url.password !== "" || /^https?:\/\/[^/?#]*@/i.test(text)) return "must have no user name or password";
  if (text.includes("#")) return "must have no fragment";
  const address = addressOfHost(url.hostname);
  const reach = address === null ? null : reachOf(address, allowed);
  if (reach === "refused") return "must lead to a public address, or one of PLATEN_CALLBACK_ALLOW";
  if (url.protocol === "http:" && (reach === "global" || allowed.length === 0))
    return "must be an https URL: http is for addresses of PLATEN_CALLBACK_ALLOW";
  return null;
}
