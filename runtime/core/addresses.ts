// IP addresses and ranges (IANA special-purpose address registries; running, E4).

/** Range of addresses of one family. */
export interface Cidr {
  readonly bytes: readonly number[];
  /** leading bits that addresses of the range have in common */
  readonly bits: number;
}

const DECIMAL = /^(?:0|[1-9]\d{0,2})$/;

/** Dotted decimal without leading zeros. */
function bytesOfV4(address: string): readonly number[] | null {
  const parts = address.split(".");
  if (parts.length !== 4 || !parts.every((part) => DECIMAL.test(part) && Number(part) < 256)) return null;
  return parts.map(Number);
}

/** 4 or 16 bytes; null for another form. Does without Node's module, which each short run would load. */
export function bytesOfAddress(address: string): readonly number[] | null {
  if (!address.includes(":")) return bytesOfV4(address);
  const [head = "", tail, more] = address.split("::");
  const left = bytesOfGroups(head, tail === undefined);
  const right = tail === undefined ? [] : bytesOfGroups(tail, true);
  if (!left || !right || more !== undefined) return null;
  const missing = 16 - left.length - right.length;
  // `::` is at least one group
  if (tail === undefined ? missing !== 0 : missing < 2) return null;
  return [...left, ...Array<number>(missing).fill(0), ...right];
}

/** The last group may be an IPv4 address if `ends`. */
function bytesOfGroups(text: string, ends: boolean): readonly number[] | null {
  if (text === "") return [];
  const groups = text.split(":");
  const bytes: number[] = [];
  for (const [i, group] of groups.entries()) {
    const inside = ends && i === groups.length - 1 ? bytesOfV4(group) : null;
    if (!inside && !/^[0-9a-f]{1,4}$/i.test(group)) return null;
    const value = parseInt(group, 16);
    bytes.push(...(inside ?? [value >> 8, value & 0xff]));
  }
  return bytes;
}

/** @returns null for another form than `10.0.0.0/8` or `fd00::/8` */
export function cidrOf(text: string): Cidr | null {
  const [, address = "", prefix = ""] = /^([0-9a-f:.]+)\/(\d{1,3})$/i.exec(text) ?? [];
  const bytes = bytesOfAddress(address);
  const bits = Number(prefix);
  if (!bytes || bits > bytes.length * 8) return null;
  return { bytes, bits };
}

function isIn({ bytes, bits }: Cidr, address: readonly number[]): boolean {
  if (bytes.length !== address.length) return false;
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) if (bytes[i] !== address[i]) return false;
  const rest = bits & 7;
  return rest === 0 || (bytes[whole]! ^ address[whole]!) >> (8 - rest) === 0;
}

const ranges = (...list: readonly string[]): readonly Cidr[] => list.map((text) => cidrOf(text)!);
const anyHas = (list: readonly Cidr[], address: readonly number[]): boolean => list.some((range) => isIn(range, address));

/** Registry entries that are not globally reachable, deprecated ones, and multicast. */
const NOT_GLOBAL_V4 = ranges(
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24"],
  ...["192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
);
/** globally reachable parts of the above */
const GLOBAL_V4 = ranges("192.0.0.9/32", "192.0.0.10/32");
/** The only block of global unicast addresses (RFC 4291, 2.4). */
const UNICAST_V6 = ranges("2000::/3");
const NOT_GLOBAL_V6 = ranges("2001::/23", "2001:db8::/32", "3fff::/20");
const GLOBAL_V6 = ranges(
  ...["2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:3::/32", "2001:4:112::/48", "2001:20::/28", "2001:30::/28"],
);
/** ranges that contain an IPv4 address, and its offset: mapped, NAT64, 6to4 */
const CONTAIN_V4: readonly (readonly [Cidr, number])[] = [
  [cidrOf("::ffff:0:0/96")!, 12],
  [cidrOf("64:ff9b::/96")!, 12],
  [cidrOf("2002::/16")!, 2],
];

/** IPv4 address inside an IPv6 address; null if there is none. */
function contained(address: readonly number[]): readonly number[] | null {
  const found = CONTAIN_V4.find(([range]) => isIn(range, address));
  return found ? address.slice(found[1], found[1] + 4) : null;
}

function isGlobal(address: readonly number[]): boolean {
  if (address.length === 4) return !anyHas(NOT_GLOBAL_V4, address) || anyHas(GLOBAL_V4, address);
  const inside = contained(address);
  if (inside) return isGlobal(inside);
  return anyHas(UNICAST_V6, address) && (!anyHas(NOT_GLOBAL_V6, address) || anyHas(GLOBAL_V6, address));
}

/** `listed`: in one of the ranges; `refused`: neither listed nor globally reachable. */
type Reach = "listed" | "global" | "refused";

export function reachOf(address: string, listed: readonly Cidr[]): Reach {
  const bytes = bytesOfAddress(address);
  if (!bytes) return "refused";
  const inside = contained(bytes);
  if (anyHas(listed, bytes) || (inside && anyHas(listed, inside))) return "listed";
  return isGlobal(bytes) ? "global" : "refused";
}
