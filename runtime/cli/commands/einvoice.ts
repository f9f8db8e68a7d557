// platen einvoice: an e-invoice to what is said of it.
import { Option, type Command } from "commander";
import type { Profile, Standard } from "../../../compiler/einvoice/guideline.js";
import { read, say, write } from "../cli-files.js";
import type { CommandContext } from "../context.js";
import { findingText, PROFILES, STANDARDS, validated, verdictJson, verdictText } from "../einvoice.js";

export function addEInvoice(program: Command, cx: CommandContext): void {
  program
    .command("einvoice")
    .description("work with e-invoices")
    .command("validate")
    .argument("<file>", "an invoice in CII; - is standard input")
    .description("hold an e-invoice to its profile's structure and business rules")
    .addOption(new Option("--profile <profile>", "instead of the one that its guideline identifier (BT-24) names").choices(PROFILES))
    .addOption(new Option("--standard <standard>", "instead of that of the profile").choices(STANDARDS))
    .action(async (file: string, o: { profile?: Profile; standard?: Standard }) => {
      const result = validated(await read(file), o);
      for (const f of cx.json ? [] : result.verdict.findings) say(findingText(f));
      await write("-", cx.json ? `${JSON.stringify(verdictJson(result))}\n` : `${verdictText(result)}\n`);
      if (!result.valid) process.exitCode = 1;
    });
}
