// Certificates (RFC 5280).
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { OID } from "../asn1/names.js";
import { Asn1, Asn1Fault, TAG } from "../asn1/read.js";
import { isSignedBy, signatureAlgorithmOf } from "./algorithm.js";

/** Bits of KeyUsage (4.2.1.3). */
const USAGES = [
  "digital_signature",
  "non_repudiation",
  "key_encipherment",
  "data_encipherment",
  "key_agreement",
  "cert_sign",
  "crl_sign",
  "encipher_only",
  "decipher_only",
] as const;
type KeyUsage = (typeof USAGES)[number];

interface Extension {
  readonly isCritical: boolean;
  readonly value: Uint8Array;
}

/** Attribute types that a name's text abbreviates (RFC 4514). */
const SHORT = new Map([
  [OID.commonName, "CN"],
  ["2.5.4.4", "SN"],
  ["2.5.4.5", "serialNumber"],
  ["2.5.4.6", "C"],
  ["2.5.4.7", "L"],
  ["2.5.4.8", "ST"],
  ["2.5.4.9", "STREET"],
  ["2.5.4.10", "O"],
  ["2.5.4.11", "OU"],
  ["2.5.4.42", "GN"],
  ["2.5.4.97", "organizationIdentifier"],
  ["0.9.2342.19200300.100.1.25", "DC"],
  ["0.9.2342.19200300.100.1.1", "UID"],
  ["1.2.840.113549.1.9.1", "emailAddress"],
]);

/** A certificate. The constructor throws Asn1Fault, also for extensions that are read and names that are damaged. */
export class Certificate {
  readonly raw: Uint8Array;
  /** names in DER, as certificates and revocation compare them */
  readonly subject: Uint8Array;
  readonly issuer: Uint8Array;
  /** content of the INTEGER */
  readonly serial: Uint8Array;
  /** milliseconds */
  readonly notBefore: number;
  readonly notAfter: number;
  /** SubjectPublicKeyInfo */
  readonly keyInfo: Uint8Array;
  /** the key alone, of which OCSP takes the digest */
  readonly keyBits: Uint8Array;
  readonly keyAlgorithm: string;
  /** the common name, else the organization, else the whole subject */
  readonly name: string;
  readonly subjectText: string;
  readonly issuerText: string;
  /** null if the certificate has no such extension */
  readonly keyUsage: ReadonlySet<KeyUsage> | null;
  readonly extendedUsage: { readonly isCritical: boolean; readonly purposes: readonly string[] } | null;
  readonly isAuthority: boolean;
  readonly subjectKey: Uint8Array | null;
  readonly ocspAddresses: readonly string[];
  readonly issuerAddresses: readonly string[];
  readonly crlAddresses: readonly string[];
  readonly #root: Asn1;
  readonly #extensions: ReadonlyMap<string, Extension>;
  #key: KeyObject | null | undefined;
  readonly #issuedBy = new WeakMap<Certificate, boolean>();

  constructor(given: Uint8Array | Asn1) {
    const root = given instanceof Asn1 ? given : Asn1.of(given);
    this.#root = root;
    this.raw = root.raw;
    const all = root.sequence[0]?.sequence ?? [];
    const [serial, , issuer, validity, subject, keyInfo, ...rest] = all[0]?.isContext(0) ? all.slice(1) : all;
    if (!serial || !issuer || !validity || !subject || !keyInfo) throw new Asn1Fault("a certificate is too short");
    this.serial = serial.content;
    this.issuer = issuer.raw;
    this.issuerText = nameText(issuer);
    this.subject = subject.raw;
    this.subjectText = nameText(subject);
    this.name = attributeOf(subject, OID.commonName) ?? attributeOf(subject, "2.5.4.10") ?? this.subjectText;
    this.notBefore = validity.item(0).time;
    this.notAfter = validity.item(1).time;
    this.keyInfo = keyInfo.raw;
    this.keyAlgorithm = keyInfo.item(0).item(0).oid;
    this.keyBits = keyInfo.item(1).bits;
    const extensions = extensionsOf(rest.find((item) => item.isContext(3)));
    this.#extensions = extensions;
    // one that is damaged is no reason to trust more
    const valueOf = (name: string): Asn1 | null => {
      const found = extensions.get(name);
      return found ? Asn1.of(found.value) : null;
    };
    const usage = valueOf(OID.keyUsage)?.bits;
    this.keyUsage = usage ? new Set(USAGES.filter((_, i) => ((usage[i >> 3] ?? 0) & (0x80 >> (i & 7))) !== 0)) : null;
    const purposes = valueOf(OID.extendedKeyUsage)?.sequence.map((item) => item.oid);
    this.extendedUsage = purposes ? { isCritical: extensions.get(OID.extendedKeyUsage)!.isCritical, purposes } : null;
    const [authority] = valueOf(OID.basicConstraints)?.sequence ?? [];
    this.isAuthority = authority !== undefined && authority.is(TAG.boolean) && authority.content[0] !== 0;
    this.subjectKey = valueOf(OID.subjectKey)?.octets ?? null;
    const access = valueOf(OID.authorityInfo)?.sequence ?? [];
    const accessOf = (method: string): readonly string[] =>
      access.filter((item) => item.item(0).oid === method).flatMap((item) => addressOf(item.item(1)));
    this.ocspAddresses = accessOf(OID.ocsp);
    this.issuerAddresses = accessOf(OID.caIssuers);
    const points = valueOf(OID.crlPoints)?.sequence ?? [];
    this.crlAddresses = points.flatMap((point) => point.context(0)?.context(0)?.items.flatMap(addressOf) ?? []);
  }

  /** Null for a key that Node cannot read. */
  get publicKey(): KeyObject | null {
    if (this.#key === undefined)
      try {
        this.#key = createPublicKey({ key: Buffer.from(this.keyInfo), format: "der", type: "spki" });
      } catch {
        this.#key = null;
      }
    return this.#key;
  }

  /** Hexadecimal. */
  get serialText(): string {
    return Buffer.from(this.serial)
      .toString("hex")
      .replace(/^00(?=.)/, "");
  }

  get sha256(): string {
    return createHash("sha256").update(this.raw).digest("hex");
  }

  /** Needs no revocation answer: a delegated responder with ocsp-nocheck (RFC 6960, 4.2.2.2.1). */
  get isUnchecked(): boolean {
    return this.#extensions.has(OID.ocspNoCheck);
  }

  get isSelfSigned(): boolean {
    return this.isIssuedBy(this);
  }

  /** Compares names and signature; whether the issuer may issue is not part of it. */
  isIssuedBy(issuer: Certificate): boolean {
    const known = this.#issuedBy.get(issuer);
    if (known !== undefined) return known;
    const found = Buffer.compare(this.issuer, issuer.subject) === 0 && this.#isSignedWith(issuer.publicKey);
    this.#issuedBy.set(issuer, found);
    return found;
  }

  equals(other: Certificate): boolean {
    return Buffer.compare(this.raw, other.raw) === 0;
  }

  #isSignedWith(key: KeyObject | null): boolean {
    const [tbs, algorithm, signature] = this.#root.sequence;
    if (!key || !tbs || !algorithm || !signature) return false;
    try {
      return isSignedBy(signatureAlgorithmOf(algorithm), key, tbs.raw, signature.bits);
    } catch (e) {
      if (e instanceof Asn1Fault) return false;
      throw e;
    }
  }
}

/** A uniformResourceIdentifier of the web. */
function addressOf(name: Asn1): readonly string[] {
  const text = name.isContext(6) ? Buffer.from(name.content).toString("latin1") : "";
  return /^https?:\/\//i.test(text) ? [text] : [];
}

function extensionsOf(given: Asn1 | undefined): ReadonlyMap<string, Extension> {
  const list = given?.item(0).sequence ?? [];
  return new Map(
    list.map((item) => {
      const [name, ...rest] = item.sequence;
      const value = rest.at(-1);
      if (!name || !value) throw new Asn1Fault("an extension is too short");
      return [name.oid, { isCritical: rest.length > 1 && rest[0]!.content[0] !== 0, value: value.octets }];
    }),
  );
}

const attributesOf = (name: Asn1): readonly (readonly [string, string])[] =>
  name.items.flatMap((part) => part.items.map((pair) => [pair.item(0).oid, pair.item(1).text] as const));

const attributeOf = (name: Asn1, type: string): string | null => attributesOf(name).findLast(([oid]) => oid === type)?.[1] ?? null;

const nameText = (name: Asn1): string =>
  attributesOf(name)
    .map(([oid, value]) => `${SHORT.get(oid) ?? oid}=${value.replace(/[,+"\\<>;]/g, "\\$&")}`)
    .toReversed()
    .join(",");

/** Certificates of a file: PEM with any number, or one in DER. @throws Asn1Fault */
export function certificatesOf(bytes: Uint8Array): readonly Certificate[] {
  if (bytes[0] === 0x30) return [new Certificate(bytes)];
  const text = Buffer.from(bytes).toString("latin1");
  const blocks = [...text.matchAll(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----([^-]*)-----END/g)];
  return blocks.map(([, body]) => {
    const der = new Uint8Array(Buffer.from(body!, "base64"));
    return new Certificate(Asn1.first(der));
  });
}

/** Issuers from the certificate upwards, itself first; without the root if it is not among `known`. */
export function chainOf(leaf: Certificate, known: readonly Certificate[]): readonly Certificate[] {
  const chain = [leaf];
  for (let at = leaf; !at.isSelfSigned && chain.length < LONGEST; at = chain.at(-1)!) {
    const issuer = known.find((one) => at.isIssuedBy(one) && !chain.some((of) => of.equals(one)));
    if (!issuer) break;
    chain.push(issuer);
  }
  return chain;
}
const LONGEST = 16;
