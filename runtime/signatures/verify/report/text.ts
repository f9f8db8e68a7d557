// A report in words, one signature after another (SG-36).
import type { SignatureReport, VerifiedSignature } from "./report.js";

const KINDS = { approval: "signature", certification: "certification", time_stamp: "time stamp" } as const;
const COVERAGE = { whole_file: "the whole file", revision: "a revision of the file", partial: "a part of the file" } as const;

/** Lines of a report for a person. */
export function reportText({ verdict, file, signatures }: SignatureReport): string {
  const counted = signatures.length === 1 ? "1 signature" : `${signatures.length} signatures`;
  const lines = signatures.flatMap(signatureLines);
  return [...lines, `${verdict}: ${counted}, ${file.revisions === 1 ? "1 revision" : `${file.revisions} revisions`}`].join("\n");
}

function signatureLines(one: VerifiedSignature): readonly string[] {
  const lines = [`${one.field}: ${one.verdict}, ${KINDS[one.kind]}${one.level === null ? "" : ` ${one.level}`}`];
  const line = (name: string, text: string | undefined): void => {
    if (text !== undefined && text !== "") lines.push(`  ${name}: ${text}`);
  };
  if (one.signer) line("by", `${one.signer.name} (${one.signer.subject}), issued by ${one.signer.issuer}, ${one.trust}`);
  line("signs", `${COVERAGE[one.coverage]}, revision ${one.revision}, ${one.integrity}`);
  line("time", one.time_stamp && `${one.time_stamp.at} by ${one.time_stamp.authority}, ${one.time_stamp.trust}`);
  line("claimed time", one.claimed_at);
  line("permits", one.certify);
  line("locks", one.lock && (one.lock.action === "all" ? "all fields" : `${one.lock.action} ${(one.lock.fields ?? []).join(", ")}`));
  line("reason", one.reason);
  line("location", one.location);
  line("changes", one.changes);
  for (const { kind, revision, permitted, page, field, object } of one.change_list) {
    const place = [
      field !== undefined ? `field ${field}` : "",
      page !== undefined ? `page ${page}` : "",
      object !== undefined ? `object ${object}` : "",
    ].filter((part) => part !== "");
    lines.push(`    ${permitted ? "permitted" : "forbidden"} in revision ${revision}: ${[kind, ...place].join(", ")}`);
  }
  for (const { severity, code, message } of one.findings) lines.push(`  ${severity}: ${message} (${code})`);
  return lines;
}
