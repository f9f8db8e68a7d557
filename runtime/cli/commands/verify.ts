// platen verify: signatures of a PDF (SG-36).
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { nodeCrypto } from "../../engine/crypto.js";
import { read, UsageError, withFileErrors } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { write } from "../shared/output-file.js";

interface VerifyFlags {
  readonly trust: readonly string[];
  readonly revocation: readonly string[];
  readonly at?: number;
  readonly online?: boolean;
}

const HELP = `
Exit codes:
  0  every signature is valid
  1  a signature is invalid, the file has none, or it cannot be read
  2  wrong usage, or a file that does not exist
  3  no signature is invalid, and one is not known to be valid`;

const all = (file: string, before: readonly string[]): readonly string[] => [...before, file];

export function addVerify(program: Command, cx: CommandContext): void {
  program
    .command("verify")
    .argument("<file>", "a PDF; - is standard input")
    .description("tell of each signature of a PDF what was signed, by whom, and what changed since")
    .option("--trust <file>", "a file, or a folder of files, with certificates that are trusted; repeatable", all, [])
    .option("--revocation <file>", "OCSP answers, CRLs or certificates, in DER or PEM; repeatable", all, [])
    .option("--at <time>", "judge as of this time, in ISO 8601, instead of now", timeOf)
    .option("--online", "ask the addresses of the certificates whether they were revoked")
    .addHelpText("after", HELP)
    .action((file: string, o: VerifyFlags) => verifyCommand(cx, file, o));
}

function timeOf(text: string): number {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError("must be a time as 2031-05-17 or 2031-05-17T12:00:00Z");
  return time;
}

function filesOf(given: string): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  return withFileErrors(given, "read", () => {
    const isFolder = statSync(given).isDirectory();
    const names = isFolder ? readdirSync(given).map((name) => path.join(given, name)) : [given];
    return names
      .filter((name) => !isFolder || statSync(name).isFile())
      .sort()
      .map((name) => ({ name, bytes: new Uint8Array(readFileSync(name)) }));
  });
}

async function verifyCommand(cx: CommandContext, file: string, o: VerifyFlags): Promise<void> {
  const { certificatesIn } = await import("../../signatures/verify/given-files.js");
  const { evidenceOf } = await import("../../signatures/revocation/files.js");
  const { verifySignatures } = await import("../../signatures/verify/verify.js");
  const { reportText } = await import("../../signatures/verify/report/text.js");
  const revocation = o.revocation.flatMap(filesOf);
  const unread = revocation.find(({ bytes }) => evidenceOf(bytes) === null);
  if (unread) throw new UsageError(`--revocation: ${unread.name} is neither an OCSP answer, a CRL nor a certificate`);
  const report = await verifySignatures(await read(file), {
    budgets: cx.bounds().limits,
    crypto: nodeCrypto,
    time: o.at ?? Date.now(),
    trust: o.trust.flatMap((given) => {
      // other files of a folder are passed over
      const found = filesOf(given).flatMap(({ bytes }) => certificatesIn(bytes));
      if (found.length === 0) throw new UsageError(`--trust: ${given} has no certificate in PEM or DER`);
      return found;
    }),
    revocation: revocation.map(({ bytes }) => bytes),
    network: o.online ? (await import("../../signatures/network/node-network.js")).nodeNetwork : null,
  });
  process.exitCode = { valid: 0, invalid: 1, unsigned: 1, unknown: 3 }[report.verdict];
  await write("-", cx.json ? `${JSON.stringify(report)}\n` : `${reportText(report)}\n`);
}
