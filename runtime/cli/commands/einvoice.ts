import { Option, type Command } from "commander";
import { PROFILES, STANDARDS } from "../../../compiler/einvoice/container.js";
import { RULE_SETS, type Profile, type RuleSet, type Standard } from "../../../compiler/einvoice/xml/guideline.js";
import { uuidV7 } from "../../core/uuid.js";
import { checkOutput, outputBeside, read, say, UsageError } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";
import { TermsError, validated, verdictOf, type GivenTerms } from "../../einvoice/validated.js";
import { findingText, verdictJson, verdictText } from "../shared/einvoice.js";
import { renderLine } from "../shared/render-line.js";
import { ruleSetsOf } from "../shared/rule-sets.js";
import { addAttach } from "./einvoice-attach.js";
import { addInspect } from "./einvoice-inspect.js";
import { addRead, addShow, addWrite } from "./einvoice-model.js";

interface RenderFlags {
  readonly output?: string;
  readonly report?: string;
  readonly quiet?: boolean;
}

export function addEInvoice(program: Command, cx: CommandContext): void {
  const einvoice = program.command("einvoice").description("work with e-invoices");
  einvoice
    .command("render")
    .argument("<file>", "a request with settings.e_invoice; - is standard input")
    .description("render a document to a PDF/A-3b that carries its invoice")
    .option("-o, --output <file>", "the PDF; - is standard output")
    .option("--report <file>", "write the report of the validation too, whether the invoice is valid or not; - is standard output")
    .option("-q, --quiet", "print neither the files written nor warnings")
    .action((file: string, o: RenderFlags) => renderCommand(cx, file, o));
  einvoice
    .command("validate")
    .argument("<file>", "an invoice in CII or UBL, or a PDF that carries one; - is standard input")
    .description("hold an e-invoice to its profile's structure and business rules")
    .addOption(new Option("--profile <profile>", "instead of the one that its guideline identifier (BT-24) names").choices(PROFILES))
    .addOption(new Option("--standard <standard>", "instead of that of the profile").choices(STANDARDS))
    .option("--rules <sets>", `further rules, between commas: ${RULE_SETS.join(", ")}`, ruleSetsOf)
    .action(async (file: string, o: { profile?: Profile; standard?: Standard; rules?: readonly RuleSet[] }) => {
      const given = await read(file);
      const { invoiceIn } = await import("../../einvoice/carried.js");
      const xml = invoiceIn(given, cx.bounds().limits);
      await sayVerdict(cx, xml, { profile: o.profile, standard: o.standard, ruleSets: o.rules }, false);
    });
  addInspect(einvoice, cx);
  addAttach(einvoice, cx);
  addRead(einvoice, cx);
  addWrite(einvoice, cx);
  addShow(einvoice, cx);
}

/** Exit code 1 if invalid. @throws UsageError */
export async function sayVerdict(cx: CommandContext, xml: Uint8Array, given: GivenTerms, quiet: boolean): Promise<void> {
  const result = held(xml, given);
  for (const f of cx.json ? [] : result.verdict.findings) say(findingText(f));
  if (!quiet || cx.json || !result.valid)
    await write("-", cx.json ? `${JSON.stringify(verdictJson(result))}\n` : `${verdictText(result)}\n`);
  if (!result.valid) process.exitCode = 1;
}

function held(...args: Parameters<typeof validated>): ReturnType<typeof validated> {
  try {
    return validated(...args);
  } catch (e) {
    throw e instanceof TermsError ? new UsageError(e.message) : e;
  }
}

async function renderCommand(cx: CommandContext, file: string, o: RenderFlags): Promise<void> {
  const output = o.output ?? outputBeside(file, ".pdf");
  if (o.output !== undefined) checkOutput(o.output, file);
  if (o.report !== undefined) {
    if (o.report === output) throw new UsageError("the PDF and its report must be different files");
    checkOutput(o.report, file);
  }
  const begun = process.hrtime.bigint();
  const engine = await cx.engine();
  const body = await cx.readRequest(file);
  const { renderInline } = await import("../../einvoice/inline.js");
  const rendering = { report: o.report !== undefined, jobId: uuidV7(Date.now()), ...cx.bounds() };
  const { outcome, judged } = await renderInline(engine, body, rendering);
  if (o.report !== undefined && judged?.report) await write(o.report, judged.report);
  if ("refused" in outcome) throw outcome.refused;
  const { pdf, pages } = outcome.rendered;
  await write(output, pdf);
  if (o.quiet || !judged) return;
  const done = { file: output, pages, bytes: pdf.length, ms: Number((process.hrtime.bigint() - begun) / 1_000_000n) };
  const { terms, verdict } = judged;
  const judgement = {
    standard: terms.standard,
    profile: terms.profile,
    syntax: "cii" as const,
    ruleSets: terms.ruleSets ?? [],
    verdict: { stages: verdict.stages, findings: verdict.findings },
  };
  if (cx.json) return say(JSON.stringify({ ...done, ...verdictJson(verdictOf(judgement)) }));
  for (const f of verdict.findings) say(findingText(f));
  say(`${renderLine(done)}; ${verdictText(verdictOf(judgement))}${terms.level === "basic" ? ", held to the basic level" : ""}`);
}
