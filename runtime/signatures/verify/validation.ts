// Validation data that a file carries: certificates, OCSP answers and CRLs of its /DSS (ETSI EN 319 142-1, 5.4.2).
import { arrayOf, dictOf } from "../../../pdf-reader/objects.js";
import { PdfStream, type PdfFile } from "../../../pdf-reader/types.js";
import { evidenceOf, type Evidence } from "../revocation/files.js";

/** Entries of a list at most (SG-43). */
const MOST_ENTRIES = 100;

/** Entries that cannot be read are left out. */
export function validationOf(file: PdfFile): Evidence {
  const store = dictOf(file.get(file.catalog.get("DSS")));
  const streams = (key: string): readonly Uint8Array[] =>
    ((store && arrayOf(file.get(store.get(key)))) ?? []).slice(0, MOST_ENTRIES).flatMap((given) => {
      const found = file.get(given);
      return found instanceof PdfStream ? [file.decode(found).bytes] : [];
    });
  return joined(["Certs", "OCSPs", "CRLs"].flatMap(streams).flatMap((bytes) => evidenceOf(bytes) ?? []));
}

export function joined(all: readonly Evidence[]): Evidence {
  return {
    certificates: all.flatMap(({ certificates }) => certificates),
    ocsps: all.flatMap(({ ocsps }) => ocsps),
    crls: all.flatMap(({ crls }) => crls),
  };
}
