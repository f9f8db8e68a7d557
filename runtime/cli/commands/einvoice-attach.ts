// platen einvoice attach: a PDF invoice and its XML as one file.
import { Option, type Command } from "commander";
import type { Problem } from "../../../compiler/core/fail.js";
import { ROOT } from "../../../compiler/core/src.js";
import { PROFILES, STANDARDS } from "../../../compiler/einvoice/container.js";
import type { Profile, Standard } from "../../../compiler/einvoice/xml/guideline.js";
import { checkOutput, InputError, read, say, UsageError } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";
import { findingText, verdictJson, verdictText } from "../shared/einvoice.js";
import { verdictOf } from "../../einvoice/validated.js";
import { renderLine } from "../shared/render-line.js";
import { warn } from "../shared/report.js";
import { nameOfInput } from "./merge.js";

interface AttachFlags {
  readonly xml: string;
  readonly output: string;
  readonly standard?: Standard;
  readonly profile?: Profile;
  readonly level: "basic" | "strict";
  readonly accessibility?: "ua1";
  readonly quiet?: boolean;
}

export function addAttach(einvoice: Command, cx: CommandContext): void {
  einvoice
    .command("attach")
    .argument("<file>", "an invoice as PDF, made by any program; - is standard input")
    .requiredOption("--xml <file>", "the same invoice in CII")
    .requiredOption("-o, --output <file>", "the PDF/A-3b with the XML in it; - is standard output")
    .addOption(new Option("--standard <standard>", "instead of that of the guideline identifier (BT-24)").choices(STANDARDS))
    .addOption(new Option("--profile <profile>", "instead of that of the guideline identifier (BT-24)").choices(PROFILES))
    .addOption(new Option("--level <level>", "how the XML is checked").choices(["basic", "strict"]).default("basic"))
    .addOption(new Option("--accessibility <standard>", "hold the tags of the PDF to PDF/UA-1, and claim it").choices(["ua1"]))
    .option("-q, --quiet", "print neither the files written nor warnings")
    .description("put an invoice as data into a PDF: Factur-X, ZUGFeRD or XRechnung from a PDF made elsewhere")
    .action((file: string, o: AttachFlags) => attachCommand(cx, file, o));
}

async function attachCommand(cx: CommandContext, file: string, o: AttachFlags): Promise<void> {
  if (file === "-" && o.xml === "-") throw new UsageError("standard input can be one file only");
  for (const input of [file, o.xml]) checkOutput(o.output, input);
  const begun = process.hrtime.bigint();
  const given = { pdf: await read(file), xml: await read(o.xml) };
  const [{ attachInvoice }, { MergeFault }] = await Promise.all([import("../../pdf/attach.js"), import("../../pdf/merge.js")]);
  const pdfWarn = o.quiet ? undefined : (problem: Problem): void => warn({ ...problem, src: ROOT }, cx.json, nameOfInput(file));
  const { outcome, judged } = await attachInvoice(await cx.engine(), given, o, { ...cx.bounds(), pdfWarn }).catch((e: unknown) => {
    throw e instanceof MergeFault ? new InputError(nameOfInput(file), e.reason, { cause: e }) : e;
  });
  if ("refused" in outcome) throw outcome.refused;
  const { pdf, pages } = outcome.rendered;
  await write(o.output, pdf);
  if (o.quiet || !judged) return;
  const done = { file: o.output, pages, bytes: pdf.length, ms: Number((process.hrtime.bigint() - begun) / 1_000_000n) };
  const { terms, verdict } = judged;
  const result = verdictOf({
    standard: terms.standard,
    profile: terms.profile,
    syntax: "cii",
    ruleSets: terms.ruleSets ?? [],
    verdict: { stages: verdict.stages, findings: verdict.findings },
  });
  if (cx.json) return say(JSON.stringify({ ...done, ...verdictJson(result) }));
  for (const f of verdict.findings) say(findingText(f));
  say(`${renderLine(done)}; ${verdictText(result)}${terms.level === "basic" ? ", held to the basic level" : ""}`);
}
