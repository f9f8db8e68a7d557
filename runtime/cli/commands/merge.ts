import type { Command } from "commander";
import type { Problem } from "../../../compiler/core/fail.js";
import { ROOT } from "../../../compiler/core/src.js";
import { checkOutput, FileError, InputError, read, say, UsageError } from "../shared/cli-files.js";
import { output } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";
import { renderLine } from "../shared/render-line.js";
import { warn } from "../shared/report.js";

interface MergeFlags {
  readonly output: string;
  readonly profile?: string;
  readonly quiet?: boolean;
}

export function addMerge(program: Command, cx: CommandContext): void {
  program
    .command("merge")
    .argument("<files...>", "PDF files, in order; one may be -, which is standard input")
    .description("join PDF files: pages, links, bookmarks, page labels, tags and attachments")
    .requiredOption("-o, --output <file>", "the PDF; - is standard output")
    .option("--profile <profile>", "a standard that the PDF conforms to, as settings.profile")
    .option("-q, --quiet", "print neither the files written nor warnings")
    .action((files: readonly string[], o: MergeFlags) => mergeCommand(cx, files, o));
}

export const nameOfInput = (file: string): string => (file === "-" ? "standard input" : file);

/** @throws InputError naming one of several files that cannot be opened (PDF-33) */
async function opened(file: string): Promise<Uint8Array> {
  try {
    return await read(file);
  } catch (e) {
    if (e instanceof UsageError || e instanceof FileError) throw new InputError(nameOfInput(file), e.message, { cause: e });
    throw e;
  }
}

async function mergeCommand(cx: CommandContext, files: readonly string[], o: MergeFlags): Promise<void> {
  if (files.filter((file) => file === "-").length > 1) throw new UsageError("standard input can be one file only");
  for (const file of files) checkOutput(o.output, file);
  const begun = process.hrtime.bigint();
  const given: Uint8Array[] = [];
  for (const file of files) given.push(await opened(file));
  const { fileOf, MergeFault, mergePdfs } = await import("../../pdf/merge.js");
  const warnOf = (problem: Problem): void => {
    const index = fileOf(problem);
    if (!o.quiet) warn({ ...problem, src: ROOT }, cx.json, index === null ? "" : nameOfInput(files[index]!));
  };
  const engine = await cx.engine();
  const { made, bytes } = await output(o.output, (sink) =>
    mergePdfs(engine, given, { ...cx.bounds(), profile: o.profile, warn: warnOf, sink }),
  ).catch((e: unknown) => {
    throw e instanceof MergeFault ? new InputError(nameOfInput(files[e.file]!), e.reason, { cause: e }) : e;
  });
  if (o.quiet) return;
  const done = { file: o.output, pages: made.pages, bytes, ms: Number((process.hrtime.bigint() - begun) / 1_000_000n) };
  say(cx.json ? JSON.stringify(done) : renderLine(done));
}
