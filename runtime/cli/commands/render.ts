// Of a request or display list, once or on every change.
import { fail, type Problem } from "../../../compiler/core/fail.js";
import { ROOT } from "../../../compiler/core/src.js";
import type { Command } from "commander";
import type { ByteSink } from "../../../base/sink.js";
import { decode } from "../../../compiler/request/decode.js";
import type { SentBody } from "../../../compiler/request/sent-body.js";
import { placed } from "../../errors/findings.js";
import type { Engine, Rendered } from "../../engine/engine.js";
import { checkOutput, outputBeside, read, say, UsageError } from "../shared/cli-files.js";
import { output } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";
import { exitCodeOf, report, warn } from "../shared/report.js";
import { renderLine } from "../shared/render-line.js";

interface RenderFlags {
  readonly output?: string;
  readonly profile?: string;
  readonly fromIr?: string;
  readonly pretty?: boolean;
  readonly watch?: boolean;
  readonly quiet?: boolean;
}

const FOLDERS = `
Pictures and fonts of the request, before or after the command's name:
  --asset-dir <dir>    a folder with pictures: "asset": "logo.png" (also PLATEN_ASSET_DIR); URLs are not loaded
  --font-dir <dir>     a folder with further fonts (also PLATEN_FONT_DIR)`;

export function addRender(program: Command, cx: CommandContext): void {
  program
    .command("render")
    .argument("[file]", "a request; - is standard input")
    .description("render a request to PDF")
    .option("-o, --output <file>", "the PDF; - is standard output")
    .option("--profile <profile>", "instead of settings.profile")
    .option("--from-ir <file>", "render a display list that platen ir wrote")
    .option("--pretty", "uncompressed, readable PDF")
    .option("--watch", "render again whenever the file, or a font or picture of the folders, changes")
    .option("-q, --quiet", "do not print the files written")
    .addHelpText("after", FOLDERS)
    .action((file: string | undefined, o: RenderFlags) => renderCommand(cx, file, o));
}

async function renderCommand(cx: CommandContext, file: string | undefined, o: RenderFlags): Promise<void> {
  const input = o.fromIr ?? file;
  if (input === undefined || (o.fromIr !== undefined && file !== undefined))
    throw new UsageError("render takes one FILE, or --from-ir FILE");
  if (o.fromIr !== undefined && o.profile !== undefined)
    throw new UsageError("--profile and --from-ir exclude each other: a display list contains its profile");
  if (o.watch && input === "-") throw new UsageError("--watch requires a file");
  const target = o.output ?? outputBeside(input, ".pdf");
  if (o.output !== undefined) checkOutput(target, input);
  const once = async (engine: Engine, prefix = ""): Promise<void> => {
    const begun = process.hrtime.bigint();
    const { made, bytes } = await output(target, (sink) => rendered(cx, engine, input, o, sink));
    if (o.quiet) return;
    const done = { file: target, pages: made.pages, bytes, ms: Number((process.hrtime.bigint() - begun) / 1_000_000n) };
    say(cx.json ? JSON.stringify(done) : `${prefix}${renderLine(done)}`);
  };
  if (!o.watch) return once(await cx.engine());
  const begin = (await import("../shared/watch.js")).watch(cx, input);
  const engine = await cx.engine(true);
  await once(engine).catch((e: unknown) => {
    if (exitCodeOf(e) !== 1) throw e;
    report(e, cx.json, cx.source);
  });
  begin(engine, once);
}

async function rendered(cx: CommandContext, engine: Engine, file: string, o: RenderFlags, sink: ByteSink): Promise<Rendered> {
  const pretty = o.pretty ?? false;
  if (o.fromIr === undefined) {
    const sent = await requestOf(cx, file, o.profile);
    const bounds = cx.bounds();
    const pdfWarn = o.quiet ? undefined : (p: Problem): void => warn(p, cx.json);
    return placed(
      sent,
      () => engine.renderLater(sent, { pretty, sink, ...bounds, pdfWarn }),
      async (e) => (await import("../../views/check.js")).judgedIn(engine, sent, bounds)(e),
    );
  }
  const [{ LoadError }, { readDisplayList }] = await Promise.all([import("../../../ir/load.js"), import("../../engine/display-list.js")]);
  try {
    const { doc, blobs } = readDisplayList(await read(file), engine.fonts);
    return engine.write(doc, blobs, { pretty, sink });
  } catch (e) {
    if (!(e instanceof LoadError)) throw e;
    return fail("API-002", "display-list", ROOT, e.message);
  }
}

/** The request of a file, with another profile if it is given. */
async function requestOf(cx: CommandContext, file: string, profile: string | undefined): Promise<SentBody> {
  const sent = await cx.readRequest(file);
  if (profile === undefined) return sent;
  const decoded = decode(sent, cx.bounds().limits);
  // decoded again, for its error or with the profile
  if ("request" in decoded) sent.read({ ...decoded.request, settings: { ...decoded.request.settings, profile } });
  return sent;
}
