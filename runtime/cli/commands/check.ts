// Errors of the first failing stage, and warnings.
import type { Command } from "commander";
import { checkFile, kindOfInput } from "../../views/check.js";
import type { AccessibilityFlags } from "../shared/accessibility.js";
import { say, UsageError } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";
import { problemLines, problemsJson } from "../shared/problems.js";

interface CheckFlags extends AccessibilityFlags {
  readonly accessibility?: boolean;
}

export function addCheck(program: Command, cx: CommandContext): void {
  program
    .command("check")
    .argument("<file>", "a request, a request with an e-invoice, a template, or an invoice in CII; - is standard input")
    .description("list all errors of the first stage that finds any, and what looks wrong")
    .option("-q, --quiet", "print nothing if there are no findings")
    .option("--accessibility", "also report what breaks WCAG 2.2 AA or PDF/UA")
    .option("--report <file>", "write the accessibility report: .json (EARL), .html or .pdf; repeatable", (name, all: string[] = []) => [
      ...all,
      name,
    ])
    .option("--data <file>", "of a template with --accessibility: its first record is judged")
    .action(async (file: string, o: CheckFlags) => {
      if (o.accessibility || o.report) return (await import("../shared/accessibility.js")).checkAccessible(cx, file, o);
      if (o.data !== undefined) throw new UsageError("--data requires --accessibility");
      const engine = await cx.engine();
      const sent = await cx.readRequest(file);
      const kind = kindOfInput(sent);
      if (kind === "xml") return (await import("./einvoice.js")).sayVerdict(cx, sent.bytes!, {}, o.quiet ?? false);
      const { errors, warnings } = await checkFile(kind, engine, sent, cx.bounds());
      if (errors.length > 0) process.exitCode = 1;
      if (cx.json) return write("-", problemsJson(errors, warnings, sent));
      for (const line of problemLines({ errors, warnings }, cx.source)) say(line);
      if (errors.length === 0 && !o.quiet) await write("-", `${file === "-" ? "standard input" : file}: ok\n`);
    });
}
