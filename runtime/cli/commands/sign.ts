// platen sign (SG-1 to SG-25): parts that few other commands need are imported on use.
import type { SigningEnvironment } from "../../signatures/environment/environment.js";
import type { Digest } from "../../signatures/core/given.js";
import path from "node:path";
import type { Command } from "commander";
import { lookup } from "../../../base/lookup.js";
import { epochFrom } from "../../core/epoch.js";
import { nodeCrypto } from "../../engine/crypto.js";
import type { Level, SignatureBox, SignatureRequest, SignedPdf } from "../../signatures/core/options.js";
import type { Question } from "../../signatures/signers/questions.js";
import { rankOf } from "../../../compiler/request/signatures.js";
import type { OpenSigner } from "../../signatures/signer.js";
import { checkOutput, InputError, read, say, UsageError } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { output, write } from "../shared/output-file.js";

interface SignFlags {
  readonly output: string;
  readonly key?: string;
  readonly cert: readonly string[];
  readonly passwordFile?: string;
  readonly level?: string;
  readonly tsa?: string;
  readonly field?: string;
  readonly page?: string;
  readonly box?: string;
  readonly reason?: string;
  readonly location?: string;
  readonly contact?: string;
  readonly certify?: string;
  readonly digest?: string;
  readonly pss?: boolean;
  readonly signer?: string;
  readonly text?: string;
  readonly image?: string;
  readonly trust: readonly string[];
  readonly revocation: readonly string[];
  readonly quiet?: boolean;
}

const more = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export function addSign(program: Command, cx: CommandContext): void {
  program
    .command("sign")
    .argument("<file>", "a PDF; - is standard input")
    .description("sign a PDF, by an update that leaves its bytes as they are")
    .requiredOption("-o, --output <file>", "the signed PDF; - is standard output")
    .option(
      "--key <file>",
      "private key: PKCS#12 or PEM; its password is PLATEN_KEY_PASSWORD. Without it a signed file is raised to --level",
    )
    .option("--signer <name>", "a signer of --signers, instead of --key")
    .option("--cert <file>", "certificates of the key and its chain, PEM or DER; may be repeated", more, [])
    .option("--password-file <file>", "a file whose first line is the password of the key")
    .option("--level <level>", "b-b, b-t, b-lt or b-lta; by default b-t with --tsa, else b-b")
    .option("--tsa <url>", "time stamp authority; access by PLATEN_TSA_AUTH=user:password")
    .option("--field <name>", "the signature field; a new one if the file has none of this name")
    .option("--page <number>", "page of a new field, from 1")
    .option("--box <left,top,width,height>", "makes the signature visible: millimetres from the top left of the page")
    .option("--reason <text>", "reason of the signature")
    .option("--location <text>", "place of the signature")
    .option("--contact <text>", "how to reach the signer")
    .option("--certify <changes>", "certify the file: no_changes, fill_forms or annotate are allowed later")
    .option("--digest <digest>", "sha256, sha384 or sha512")
    .option("--pss", "RSASSA-PSS instead of PKCS #1 v1.5")
    .option("--text <text>", "text of a visible signature, with {name}, {date}, {reason}, {location}, {field}; \\n begins a line")
    .option("--image <file>", "picture of a visible signature: PNG, JPEG or SVG")
    .option("--trust <file>", "root certificates for b-lt and b-lta; may be repeated", more, [])
    .option("--revocation <file>", "OCSP answers, CRLs and certificates, used before the network; may be repeated", more, [])
    .option("-q, --quiet", "print nothing")
    .action((file: string, o: SignFlags) => signCommand(cx, file, o));
}

const LEVELS: Readonly<Record<string, Level>> = { "b-b": "b-b", "b-t": "b-t", "b-lt": "b-lt", "b-lta": "b-lta" };
const CERTIFY: Readonly<Record<string, NonNullable<SignatureRequest["certify"]>>> = {
  no_changes: "no_changes",
  fill_forms: "fill_forms",
  annotate: "annotate",
};
const DIGESTS: Readonly<Record<string, Digest>> = { sha256: "sha256", sha384: "sha384", sha512: "sha512" };

/** @throws UsageError */
function oneOf<T>(option: string, table: Readonly<Record<string, T>>, word: string | undefined, given = word): T | undefined {
  if (word === undefined) return undefined;
  const found = lookup(table, word);
  if (found === undefined) throw new UsageError(`${option} ${given}: must be one of ${Object.keys(table).join(", ")}`);
  return found;
}

function boxOf(given: string | undefined): SignatureBox | undefined {
  if (given === undefined) return undefined;
  const numbers = given.split(",").map((part) => (/^\s*\d+(?:\.\d+)?\s*$/.test(part) ? Number(part) : NaN));
  const [left = NaN, top = NaN, width = NaN, height = NaN] = numbers;
  if (numbers.length !== 4 || numbers.some(Number.isNaN) || width <= 0 || height <= 0)
    throw new UsageError(`--box ${given}: must be left,top,width,height in millimetres, such as 120,240,70,25`);
  return { left, top, width, height };
}

function pageOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(given)) throw new UsageError(`--page ${given}: must be a page number, from 1`);
  return Number(given);
}

async function requestOf(o: SignFlags): Promise<SignatureRequest> {
  const level = oneOf("--level", LEVELS, o.level?.toLowerCase().replace(/^pades-/, ""), o.level);
  const box = boxOf(o.box);
  const page = pageOf(o.page);
  const certify = oneOf("--certify", CERTIFY, o.certify);
  const text = o.text?.replaceAll("\\n", "\n");
  const image = o.image === undefined ? undefined : await read(o.image);
  const { field, reason, location, contact } = o;
  return { level, box, page, certify, field, reason, location, contact, appearance: { text, image } };
}

async function passwordOf({ passwordFile }: SignFlags): Promise<string | undefined> {
  if (passwordFile === undefined) return process.env["PLATEN_KEY_PASSWORD"];
  return Buffer.from(await read(passwordFile))
    .toString("utf8")
    .split(/\r?\n/, 1)[0];
}

/** @throws InputError with the name of the key's file */
async function signerOf(o: SignFlags): Promise<OpenSigner | null> {
  if (o.key === undefined) return null;
  const digest = oneOf("--digest", DIGESTS, o.digest);
  const { openKeyFiles } = await import("../../signatures/signer.js");
  const { KeyFault } = await import("../../signatures/keys/password.js");
  const key = await read(o.key);
  const certificates = await Promise.all(o.cert.map(read));
  const password = await passwordOf(o);
  try {
    return openKeyFiles({ key, certificates, password }, { digest, pss: o.pss });
  } catch (e) {
    if (e instanceof KeyFault) throw new InputError(o.key, e.message, { cause: e });
    throw e;
  }
}

async function environmentOf(cx: CommandContext, o: SignFlags): Promise<SigningEnvironment> {
  const { nodeNetwork } = await import("../../signatures/network/node-network.js");
  const { certificateFiles } = await import("../../signatures/revocation/certificate-files.js");
  const epoch = epochFrom(process.env);
  const trust = await Promise.all(o.trust.map(async (name) => ({ name, bytes: await read(name) })));
  return {
    budgets: cx.bounds().limits,
    crypto: nodeCrypto,
    time: epoch === null ? Date.now() : epoch * 1000,
    network: nodeNetwork,
    tsa: o.tsa === undefined ? undefined : { url: tsaOf(o.tsa), access: process.env["PLATEN_TSA_AUTH"] },
    trust: certificateFiles(trust),
    revocation: await Promise.all(o.revocation.map(read)),
    async drawLook(look) {
      const { lookDrawer } = await import("../../signatures/draw-look.js");
      return lookDrawer(await cx.engine(false, false))(look);
    },
  };
}

function tsaOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new UsageError("--tsa must be an address of http or https; access is given by PLATEN_TSA_AUTH");
  return given;
}

/** Usage that can be judged before a file is read. @throws UsageError */
function checkUsage(cx: CommandContext, file: string, o: SignFlags, level: Level | undefined): void {
  checkOutput(o.output, file);
  if (cx.json && o.output === "-") throw new UsageError("--json prints its result on standard output: --output must be a file");
  if (o.key !== undefined && o.signer !== undefined) throw new UsageError("--key and --signer exclude each other");
  if (o.signer !== undefined) return;
  if (o.key === undefined && level !== "b-lt" && level !== "b-lta")
    throw new UsageError("--key or --signer is required; without it --level b-lt or b-lta raises the signatures of a file");
  const needsTsa = o.key === undefined ? level === "b-lta" : level !== undefined && level !== "b-b";
  if (needsTsa && o.tsa === undefined) throw new UsageError(`--level ${level}: needs --tsa`);
}

/** Signs by a signer of the operator's file. @throws UsageError */
async function signedByName(
  cx: CommandContext,
  name: string,
  pdf: Uint8Array,
  request: SignatureRequest,
  time: number,
): Promise<SignedPdf> {
  const desk = await cx.desk();
  if (!desk) throw new UsageError("--signer needs --signers FILE, or PLATEN_SIGNERS");
  const known = desk.offered(null).find((signer) => signer.name === name);
  if (!known) throw new UsageError(`--signer: unknown signer ${JSON.stringify(name)}`);
  const level = request.level ?? known.level;
  if (rankOf(level) > rankOf(known.most)) throw new UsageError(`--level ${level}: the signer has no time stamp authority`);
  const { signedBy } = await import("../../signatures/signers/seal.js");
  const terms = { limits: cx.bounds().limits, protection: null, now: new Date(time).toISOString() };
  const tools = { ask: (question: Question) => desk.answer(null, question), engine: await cx.engine(false, false) };
  return signedBy(name, pdf, { ...request, level }, terms, tools);
}

async function signCommand(cx: CommandContext, file: string, o: SignFlags): Promise<void> {
  const request = await requestOf(o);
  checkUsage(cx, file, o, request.level);
  const environment = await environmentOf(cx, o);
  const signer = await signerOf(o);
  const pdf = await read(file);
  const { signPdf } = await import("../../signatures/sign.js");
  const { raisePdf } = await import("../../signatures/long-term.js");
  const named = o.signer === undefined ? null : await signedByName(cx, o.signer, pdf, request, environment.time);
  const made: SignedPdf =
    named ??
    (signer
      ? await signPdf(pdf, signer, request, environment)
      : await raisePdf(pdf, request.level === "b-lta" ? "b-lta" : "b-lt", environment));
  await output(o.output, (sink) => Promise.resolve(sink.write(made.pdf)));
  const { field, level, kind, signer: name, revision } = made;
  if (cx.json) return write("-", `${JSON.stringify({ field, level, kind, signer: name, revision, bytes: made.pdf.length })}\n`);
  for (const warning of made.warnings) say(`platen: warning: ${warning}`);
  if (!o.quiet) say(`${path.resolve(o.output)}: ${field}, ${level.toUpperCase()}${name === null ? "" : `, ${name}`}`);
}
