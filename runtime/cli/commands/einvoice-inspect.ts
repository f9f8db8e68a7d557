// platen einvoice inspect (IN-1, IN-2, IN-15).
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Option, type Command } from "commander";
import { policyOf, type InspectPolicy } from "../../../compiler/einvoice/inspect/policy.js";
import type { InspectReport, InspectReports } from "../../../compiler/einvoice/inspect/report.js";
import { LANGUAGES, type Language } from "../../../compiler/einvoice/show/labels/table.js";
import { RULE_SETS, type RuleSet } from "../../../compiler/einvoice/xml/guideline.js";
import { DecodedRequest, readJson } from "../../../compiler/request/decode.js";
import { RenderError } from "../../../compiler/core/fail.js";
import { version } from "../../core/package.js";
import { checkOutput, namedError, read, UsageError, withFileErrors } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { output, write } from "../shared/output-file.js";
import { ruleSetsOf } from "../shared/rule-sets.js";

type Format = "text" | "json" | "sarif" | "pdf";

interface InspectFlags {
  readonly format: Format;
  readonly output: string;
  readonly language?: Language;
  readonly policy?: string;
  readonly rules?: readonly RuleSet[];
}

const HELP = `
Exit codes:
  0  every invoice is accepted
  1  at least one is a question to its sender, or refused
  2  wrong usage, a path that does not exist, a wrong policy, or a folder without a file to inspect`;

export function addInspect(einvoice: Command, cx: CommandContext): void {
  einvoice
    .command("inspect")
    .argument("<paths...>", "files that arrived, of any kind, or folders of such files; one may be -, which is standard input")
    .description("decide about incoming invoices: accept, ask, or reject, with findings and the answer to their sender")
    .addOption(new Option("--format <format>", "of the report").choices(["text", "json", "sarif", "pdf"]).default("text"))
    .option("-o, --output <file>", "the report; - is standard output", "-")
    .addOption(new Option("--language <language>", "language of the answer, instead of the seller's").choices(LANGUAGES))
    .option("--policy <file>", "a policy as JSON: law, effects of rules, today, own and known numbers")
    .option("--rules <sets>", `further rules, between commas: ${RULE_SETS.join(", ")}`, ruleSetsOf)
    .addHelpText("after", HELP)
    .action((given: readonly string[], o: InspectFlags) => inspectCommand(cx, given, o));
}

async function inspectCommand(cx: CommandContext, given: readonly string[], o: InspectFlags): Promise<void> {
  if (given.filter((g) => g === "-").length > 1) throw new UsageError("standard input (-) is read once");
  if (o.output !== "-") for (const one of given) checkOutput(o.output, one);
  const policy = o.policy === undefined ? {} : await policyIn(o.policy);
  const options = { language: o.language, ruleSets: o.rules, policy };
  const { inspect } = await import("../../einvoice/inspect.js");
  const { reportsOf } = await import("../../einvoice/inspect-reports.js");
  const { limits } = cx.bounds();
  const found = given.map(inputsAt);
  const [only] = found;
  if (found.length === 1 && !only!.isFolder) {
    const [{ file, name }] = only!.files;
    const report = await inspect(await read(file), { ...options, name }, limits);
    return finish(cx, o, report, [report]);
  }
  const skipped = found.flatMap((f) => f.skipped);
  const reports: InspectReport[] = [];
  for (const { file, name } of found.flatMap((f) => f.files)) {
    try {
      reports.push(await inspect(file === "-" ? await read(file) : bytesOf(file), { ...options, name }, limits));
    } catch (e) {
      // a file that cannot be read costs that file only
      const error = namedError(e, name ?? "-", "read");
      skipped.push({ name: name ?? "-", why: error instanceof Error ? error.message : "it cannot be read" });
    }
  }
  const all = reportsOf(reports, skipped, options);
  if (reports.length === 0) throw new UsageError(`no file of ${given.join(", ")} can be read`);
  return finish(cx, o, all, all.reports);
}

/** A file to inspect. `name`: in its report; null of standard input */
interface Input {
  readonly file: string;
  readonly name: string | null;
}
type Inputs = (
  { readonly isFolder: false; readonly files: readonly [Input] } | { readonly isFolder: true; readonly files: readonly Input[] }
) & { readonly skipped: InspectReports["skipped"] };

/** @throws UsageError for a path that does not exist, and a folder without a file to inspect */
function inputsAt(given: string): Inputs {
  const isFolder = given !== "-" && withFileErrors(given, "read", () => statSync(given)).isDirectory();
  if (!isFolder) return { isFolder, files: [{ file: given, name: given === "-" ? null : path.basename(given) }], skipped: [] };
  const { files, skipped } = filesIn(given);
  if (files.length === 0) throw new UsageError(`the folder ${given} has no .xml or .pdf file`);
  return { isFolder, files: files.map((name) => ({ file: path.join(given, name), name })), skipped };
}

const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(file));

async function finish(
  cx: CommandContext,
  { format, output: file }: InspectFlags,
  result: InspectReport | InspectReports,
  reports: readonly InspectReport[],
): Promise<void> {
  if (format === "pdf") await writeSheet(cx, file, reports);
  else await write(file, await formatted(cx.json && format === "text" ? "json" : format, result, reports));
  process.exitCode = result.decision === "accept" ? 0 : 1;
}

/** Writes a sheet for the receiver's files. */
async function writeSheet(cx: CommandContext, file: string, reports: readonly InspectReport[]): Promise<void> {
  const { sheetRequest } = await import("../../../compiler/einvoice/inspect/sheet.js");
  const engine = await cx.engine();
  await output(file, (sink) => engine.renderLater(new DecodedRequest(sheetRequest(reports)), { ...cx.bounds(), sink }));
}

async function formatted(
  format: Exclude<Format, "pdf">,
  result: InspectReport | InspectReports,
  reports: readonly InspectReport[],
): Promise<string> {
  if (format === "json") return `${JSON.stringify(result, null, 1)}\n`;
  if (format === "sarif") {
    const { sarifOf } = await import("../../einvoice/sarif.js");
    return `${JSON.stringify(sarifOf(reports, version), null, 1)}\n`;
  }
  const { textOfReport, textOfReports } = await import("../../../compiler/einvoice/inspect/text.js");
  return "reports" in result ? textOfReports(result) : textOfReport(result);
}

/** @throws UsageError for a policy that is wrong */
async function policyIn(file: string): Promise<InspectPolicy> {
  const parsed = readJson(await read(file));
  if ("problems" in parsed) throw new UsageError(`--policy: ${parsed.problems[0]!.reason}`);
  try {
    return policyOf(parsed.value);
  } catch (e) {
    throw e instanceof RenderError ? new UsageError(`--policy: ${e.message}`) : e;
  }
}

/** XML and PDF files below a folder, in the order of the bytes of their paths; links and hidden names are left out. */
function filesIn(folder: string): { readonly files: readonly string[]; readonly skipped: { name: string; why: string }[] } {
  const files: string[] = [];
  const skipped: { name: string; why: string }[] = [];
  const visit = (below: string): void => {
    for (const entry of withFileErrors(path.join(folder, below), "read", () =>
      readdirSync(path.join(folder, below), { withFileTypes: true }),
    )) {
      if (entry.name.startsWith(".") || entry.isSymbolicLink()) continue;
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) visit(name);
      else if (!entry.isFile()) skipped.push({ name, why: "it is not a file" });
      else if (/\.(?:xml|pdf)$/i.test(entry.name)) files.push(name);
      else skipped.push({ name, why: "its name ends in neither .xml nor .pdf" });
    }
  };
  visit("");
  const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return { files: files.sort(byBytes), skipped: skipped.sort((a, b) => byBytes(a.name, b.name)) };
}
