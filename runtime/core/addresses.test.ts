import { BlockList, isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOfAddress, cidrOf, reachOf } from "./addresses.js";
import { runs } from "../../tests/support/runs.js";

/* IANA's special-purpose registries, and forms that contain an IPv4 address (running, E4). */
const REFUSED = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254"],
  ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1"],
  ...["198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::7f00:1", "100::1", "2001::1", "2001:0:7f00:1::", "2001:2::1", "2001:db8::1", "2001:10::1", "3fff::1", "5f00::1"],
  ...["fc00::1", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "64:ff9b:1::1", "4000::1"],
  // mapped, NAT64, 6to4
  ...[
    "::ffff:127.0.0.1",
    "::ffff:a00:1",
    "::ffff:169.254.169.254",
    "64:ff9b::10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2002:a00:1::1",
  ],
  ...["2002:c0a8:101::1", "not an address", "fe80::1%eth0"],
];
const GLOBAL = [
  ...["1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "128.0.0.1", "172.15.255.255", "172.32.0.1"],
  ...["192.0.0.9", "192.0.0.10", "192.0.1.1", "192.31.196.1", "192.175.48.1", "198.17.255.255", "198.20.0.1", "223.255.255.255"],
  ...[
    "2606:4700:4700::1111",
    "2001:4860:4860::8888",
    "2001:1::1",
    "2001:3::1",
    "2001:4:112::1",
    "2001:20::1",
    "2001:200::1",
    "2620:4f:8000::1",
  ],
  ...["::ffff:1.1.1.1", "64:ff9b::8.8.8.8", "2002:808:808::1"],
];

test("addresses that are not globally reachable are refused, in every form", () => {
  for (const address of REFUSED) expect([address, reachOf(address, [])]).toEqual([address, "refused"]);
  for (const address of GLOBAL) expect([address, reachOf(address, [])]).toEqual([address, "global"]);
});

test("ranges that are listed may be reached, also by an address that contains one of theirs", () => {
  const listed = [cidrOf("127.0.0.1/32")!, cidrOf("10.0.0.0/8")!, cidrOf("fd00::/8")!];
  for (const address of ["127.0.0.1", "10.1.2.3", "::ffff:127.0.0.1", "::ffff:a01:203", "fd12::1", "64:ff9b::10.0.0.1"])
    expect([address, reachOf(address, listed)]).toEqual([address, "listed"]);
  for (const address of ["127.0.0.2", "192.168.0.1", "fc00::1", "::1"]) expect(reachOf(address, listed)).toBe("refused");
  expect(reachOf("1.1.1.1", [cidrOf("0.0.0.0/0")!])).toBe("listed");
  expect(reachOf("::1", [cidrOf("0.0.0.0/0")!])).toBe("refused");
});

test("other forms are not ranges", () => {
  for (const text of [
    "",
    "localhost",
    "10.0.0.0",
    "10.0.0.0/33",
    "10.0.0/8",
    "::/129",
    "fe80::%1/10",
    "10.0.0.0/8;",
    "10.0.0.0/-1",
    "0x7f.1/8",
  ])
    expect([text, cidrOf(text)]).toEqual([text, null]);
});

test("ranges are those of Node's lists", () => {
  const v4 = fc.ipV4();
  const v6 = fc.ipV6();
  fc.assert(
    fc.property(fc.oneof(fc.tuple(v4, v4, fc.nat(32)), fc.tuple(v6, v6, fc.nat(128))), ([range, address, bits]) => {
      const family = range.includes(":") ? "ipv6" : "ipv4";
      const list = new BlockList();
      list.addSubnet(range, bits, family);
      const cidr = cidrOf(`${range}/${bits}`)!;
      // the library takes an embedded IPv4 address as one
      fc.pre(family === "ipv4" || !(address.startsWith("::ffff:") || address.startsWith("64:ff9b:") || address.startsWith("2002:")));
      expect(reachOf(address, [cidr]) === "listed").toBe(list.check(address, family));
      expect(bytesOfAddress(address)).toHaveLength(family === "ipv4" ? 4 : 16);
    }),
  );
});

test("addresses are read as Node reads them", () => {
  const group = fc.oneof(
    fc.constantFrom("", "0", "ffff", "1", "12345", "g", "127.0.0.1", "01.2.3.4"),
    fc.stringMatching(/^[0-9a-f]{1,4}$/),
  );
  const text = fc.oneof(
    fc.array(group, { minLength: 1, maxLength: 9 }).map((groups) => groups.join(":")),
    fc
      .array(fc.oneof(fc.nat(300).map(String), fc.constantFrom("", "01", "0x1", "1e1")), { minLength: 3, maxLength: 5 })
      .map((parts) => parts.join(".")),
    fc.ipV4(),
    fc.ipV6(),
  );
  fc.assert(
    fc.property(text, (address) => {
      expect(bytesOfAddress(address)?.length ?? 0).toBe(isIPv4(address) ? 4 : isIPv6(address) ? 16 : 0);
    }),
    { numRuns: runs(2000) },
  );
});
