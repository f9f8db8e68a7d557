// Document security store (ISO 32000-2, 12.8.4.3): certificates and revocation data of the signatures in a file.
import type { SigningEnvironment } from "../environment/environment.js";
import { appended } from "../../../backends/pdf/update/append.js";
import { Changes } from "../../../backends/pdf/update/changes.js";
import { PdfName, PdfRef, PdfStream, type ChangeableFile, type PdfObject } from "../../../pdf-reader/types.js";
import { Asn1Fault } from "../asn1/read.js";
import { refuse } from "../core/fault.js";
import type { Evidence } from "../revocation/files.js";
import { Certificate } from "../x509/certificate.js";

const KEYS = { certificates: "Certs", ocsps: "OCSPs", crls: "CRLs" } as const;
type Kind = keyof typeof KEYS;

type Store = Readonly<Record<Kind, readonly Uint8Array[]>>;

function storeOf(changes: Changes): Store {
  const { file } = changes;
  const dss = changes.dict(file.catalog.get("DSS"));
  const dataOf = (kind: Kind): readonly Uint8Array[] =>
    changes.list(dss?.get(KEYS[kind])).flatMap((given) => {
      const stream = file.get(given);
      return stream instanceof PdfStream ? [file.decode(stream).bytes] : [];
    });
  return { certificates: dataOf("certificates"), ocsps: dataOf("ocsps"), crls: dataOf("crls") };
}

/** The store of a file; what cannot be read is left out. */
export function evidenceIn(file: ChangeableFile): Evidence {
  const store = storeOf(new Changes(file));
  const certificates = store.certificates.flatMap((der) => {
    try {
      return [new Certificate(der)];
    } catch (e) {
      if (e instanceof Asn1Fault) return [];
      throw e;
    }
  });
  return { ...store, certificates };
}

/** The file with what its store lacks; null if it lacks nothing. */
export function withEvidence(file: ChangeableFile, evidence: Evidence, { crypto }: SigningEnvironment): Uint8Array | null {
  const changes = new Changes(file);
  const root = file.trailer.get("Root");
  if (!(root instanceof PdfRef)) return refuse("source", "the PDF file has no catalog that is an object of its own");
  const given = file.catalog.get("DSS");
  const before = changes.dict(given) ?? new Map<string, PdfObject>([["Type", new PdfName("DSS")]]);
  const known = storeOf(changes);
  const needed: Store = { ...evidence, certificates: evidence.certificates.map(({ raw }) => raw) };
  const entries = new Map(before);
  for (const kind of ["certificates", "ocsps", "crls"] as const) {
    const missing = needed[kind].filter((der) => !known[kind].some((other) => Buffer.compare(other, der) === 0));
    if (missing.length === 0) continue;
    const added = missing.map((der) => changes.add(new PdfStream(new Map(), der, null)));
    entries.set(KEYS[kind], [...changes.list(before.get(KEYS[kind])), ...added]);
  }
  if (changes.isEmpty) return null;
  if (given instanceof PdfRef && changes.dict(given)) changes.set(given, entries);
  else changes.edit(root, { DSS: changes.add(entries) });
  return appended(changes, (bytes) => crypto.md5(bytes)).pdf;
}
