// platen einvoice read, write and show (I14, I20, I36).
import { Option, type Command } from "commander";
import { RenderError, type Problem } from "../../../compiler/core/fail.js";
import { ROOT } from "../../../compiler/core/src.js";
import { CII_PROFILES, UBL_PROFILES, type WriteProfile } from "../../../compiler/einvoice/model/room.js";
import { RULE_SETS, type RuleSet } from "../../../compiler/einvoice/xml/guideline.js";
import type { Syntax } from "../../../compiler/einvoice/xml/node.js";
import { LANGUAGES, type Language } from "../../../compiler/einvoice/show/labels/table.js";
import { readJson } from "../../../compiler/request/decode.js";
import type { SentBody } from "../../../compiler/request/sent-body.js";
import { checkOutput, outputBeside, read, say, UsageError } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";
import { findingText } from "../shared/einvoice.js";
import { problemLines, problemsJson } from "../shared/problems.js";
import { renderLine } from "../shared/render-line.js";
import { ruleSetsOf } from "../shared/rule-sets.js";

const PROFILES = [...new Set<string>([...CII_PROFILES, ...UBL_PROFILES])];

export function addRead(einvoice: Command, cx: CommandContext): void {
  einvoice
    .command("read")
    .argument("<file>", "an invoice in CII or UBL, or a PDF that carries one; - is standard input")
    .description("read an e-invoice's terms as JSON, as einvoice write takes them; what has no term is listed on standard error")
    .option("-o, --output <file>", "the JSON; - is standard output", "-")
    .action(async (file: string, { output }: { output: string }) => {
      if (output !== "-") checkOutput(output, file);
      const { readInvoice } = await import("../../einvoice/read-invoice.js");
      const { invoice, left_out: leftOut } = readInvoice(await read(file), cx.bounds().limits);
      for (const { location, value } of leftOut)
        say(cx.json ? JSON.stringify({ location, value }) : `no term: ${location} ${JSON.stringify(value)}`);
      await write(output, `${JSON.stringify(invoice, null, 1)}\n`);
    });
}

interface WriteFlags {
  readonly syntax: Syntax;
  readonly profile?: WriteProfile;
  readonly level: "strict" | "basic";
  readonly profileLoss: "refuse" | "allow";
  readonly rules?: readonly RuleSet[];
  readonly output: string;
}

export function addWrite(einvoice: Command, cx: CommandContext): void {
  einvoice
    .command("write")
    .argument("<file>", "an invoice as JSON; - is standard input")
    .description("write an e-invoice's XML from its terms, and hold it to the rules of its profile")
    .addOption(new Option("--syntax <syntax>", "syntax of the XML").choices(["cii", "ubl"]).makeOptionMandatory())
    .addOption(new Option("--profile <profile>", "instead of that of the specification identifier (BT-24), else en16931").choices(PROFILES))
    .addOption(new Option("--level <level>", "basic writes an invalid invoice too").choices(["strict", "basic"]).default("strict"))
    .addOption(
      new Option("--profile-loss <what>", "allow leaves out terms without a place in the profile")
        .choices(["refuse", "allow"])
        .default("refuse"),
    )
    .option("--rules <sets>", `further rules, between commas: ${RULE_SETS.join(", ")}`, ruleSetsOf)
    .option("-o, --output <file>", "the XML; - is standard output", "-")
    .action((file: string, o: WriteFlags) => writeCommand(cx, file, o));
}

async function writeCommand(cx: CommandContext, file: string, { rules, output, ...o }: WriteFlags): Promise<void> {
  if (output !== "-") checkOutput(output, file);
  if (rules && rules.length > 0 && o.level === "basic") throw new UsageError("--rules needs --level strict");
  const sent = readJson(await cx.readRequest(file));
  if ("problems" in sent) throw new RenderError({ code: "API-001", src: ROOT, ...jsonProblem(sent.problems[0]!) });
  const { peppolReason, writeModel } = await import("../../einvoice/write-invoice.js");
  if (rules?.includes("peppol") && o.syntax === "cii")
    throw new RenderError({ code: "API-002", rule: "e-invoice-rule-sets", src: ROOT, reason: peppolReason });
  const written = writeModel(sent.value, ROOT, { ...o, ruleSets: rules }, cx.bounds().limits);
  if (!("xml" in written)) return refuse(cx, written);
  await write(output, written.xml);
  for (const f of written.findings)
    say(cx.json ? JSON.stringify(f) : `${f.path === undefined || f.path === "" ? "" : `${f.path}: `}${findingText(f)}`);
}

const jsonProblem = ({
  rule,
  reason,
  ...others
}: {
  readonly rule: string;
  readonly reason: string;
  readonly offset?: number;
}): Omit<Problem, "code" | "src"> => ({
  rule,
  reason,
  ...(others.offset !== undefined && { offset: others.offset }),
});

/** Reports all problems and writes no file. */
async function refuse(cx: CommandContext, problems: readonly Problem[]): Promise<void> {
  if (cx.json) await write("-", problemsJson(problems, [], cx.source!));
  else for (const line of problemLines({ errors: problems, warnings: [] }, cx.source)) say(line);
  process.exitCode = 1;
}

export function addShow(einvoice: Command, cx: CommandContext): void {
  einvoice
    .command("show")
    .argument("<file>", "an invoice in CII or UBL, a PDF that carries one, or an invoice as JSON; - is standard input")
    .description("show every term of an e-invoice as a tagged PDF (PDF/UA-1); it is not judged")
    .option("-o, --output <file>", "the PDF; - is standard output")
    .addOption(new Option("--language <language>", "language of the labels").choices(LANGUAGES).default("en"))
    .option("--attach", "put the XML inside (PDF/A-3b); JSON is written as CII", false)
    .option("-q, --quiet", "print nothing of the file written")
    .action((file: string, o: ShowFlags) => showCommand(cx, file, o));
}

interface ShowFlags {
  readonly output?: string;
  readonly language: Language;
  readonly attach: boolean;
  readonly quiet?: boolean;
}

async function showCommand(cx: CommandContext, file: string, { output: given, language, attach, quiet }: ShowFlags): Promise<void> {
  const output = given ?? outputBeside(file, ".pdf");
  checkOutput(output, file);
  const begun = process.hrtime.bigint();
  const engine = await cx.engine();
  const sent = await cx.readRequest(file);
  const { showInvoice } = await import("../../einvoice/show-invoice.js");
  const isJson = /^\s*[{[]/.test(new TextDecoder().decode(sent.bytes!.subarray(0, 256)).replace(/^\ufeff/, ""));
  const { pdf, pages, leftOut } = await showInvoice(engine, isJson ? modelIn(sent) : sent, { language, attach }, cx.bounds());
  await write(output, pdf);
  for (const { location, value } of leftOut)
    say(cx.json ? JSON.stringify({ location, value }) : `no term: ${location} ${JSON.stringify(value)}`);
  if (quiet) return;
  const done = { file: output, pages, bytes: pdf.length, ms: Number((process.hrtime.bigint() - begun) / 1_000_000n) };
  say(cx.json ? JSON.stringify(done) : renderLine(done));
}

function modelIn(sent: SentBody): { readonly invoice: unknown; readonly src: typeof ROOT } {
  const read = readJson(sent);
  if ("problems" in read) throw new RenderError({ code: "API-001", src: ROOT, ...jsonProblem(read.problems[0]!) });
  return { invoice: sent, src: ROOT };
}
