// platen brief: a brief to PDF, or to the request that it stands for.
import type { Command } from "commander";
import { checkOutput, outputBeside, say, UsageError } from "../shared/cli-files.js";
import { output, write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";
import { renderLine } from "../shared/render-line.js";

interface BriefFlags {
  readonly output?: string;
  readonly request?: boolean;
  readonly quiet?: boolean;
}

export function addBrief(program: Command, cx: CommandContext): void {
  program
    .command("brief")
    .argument("<file>", 'a brief, {"brief": {…}}; - is standard input')
    .description("render a brief, the flat form of a document")
    .option("-o, --output <file>", "the PDF, or the request; - is standard output")
    .option("--request", "write the request that the brief stands for, instead of its PDF")
    .option("-q, --quiet", "do not print the files written")
    .action((file: string, o: BriefFlags) => briefCommand(cx, file, o));
}

async function briefCommand(cx: CommandContext, file: string, o: BriefFlags): Promise<void> {
  if (o.request && o.output === undefined) throw new UsageError("--request requires -o");
  const target = o.output ?? outputBeside(file, ".pdf");
  if (o.output !== undefined) checkOutput(target, file);
  const begun = process.hrtime.bigint();
  const body = await cx.readRequest(file);
  if (o.request) {
    const [{ briefRequest }, { RenderError }] = await Promise.all([
      import("../../../compiler/brief/brief.js"),
      import("../../../compiler/core/fail.js"),
    ]);
    const read = briefRequest(body);
    if ("problems" in read) throw new RenderError(read.problems[0]!);
    return write(target, `${JSON.stringify(read.request, null, 2)}\n`);
  }
  const { renderBrief } = await import("../../engine/brief-render.js");
  const engine = await cx.engine();
  const { made, bytes } = await output(target, (sink) => renderBrief(engine, body, { ...cx.bounds(), sink }));
  if (o.quiet) return;
  const done = { file: target, pages: made.pages, bytes, ms: Number((process.hrtime.bigint() - begun) / 1_000_000n) };
  say(cx.json ? JSON.stringify(done) : renderLine(done));
}
