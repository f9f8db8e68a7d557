// Of a request or display list, once or on every change.
import { fail, type Problem } from "../../../compiler/core/fail.js";
import { pathOf, ROOT } from "../../../compiler/core/src.js";
import type { Limits } from "../../../compiler/core/limits.js";
import type { Command } from "commander";
import { decode } from "../../../compiler/request/decode.js";
import type { Engine, Rendered } from "../../engine/engine.js";
import { checkOutput, outputBeside, read, say, UsageError, write } from "../cli-files.js";
import type { CommandContext } from "../context.js";
import { exitCodeOf, report } from "../report.js";
import { renderLine } from "../render-line.js";

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
  const output = o.output ?? outputBeside(input, ".pdf");
  if (o.output !== undefined) checkOutput(output, input);
  const once = async (engine: Engine, prefix = ""): Promise<void> => {
    const begun = process.hrtime.bigint();
    const { pdf, pages } = await rendered(cx, engine, o.fromIr === undefined ? await cx.readRequest(input) : await read(input), o);
    await write(output, pdf);
    if (o.quiet) return;
    const done = { file: output, pages, bytes: pdf.length, ms: Number((process.hrtime.bigint() - begun) / 1_000_000n) };
    say(cx.json ? JSON.stringify(done) : `${prefix}${renderLine(done)}`);
  };
  if (!o.watch) return once(await cx.engine());
  const engine = await cx.engine(true);
  await once(engine).catch((e: unknown) => {
    if (exitCodeOf(e) !== 1) throw e;
    report(e, cx.json, cx.source);
  });
  const { watch } = await import("../watch.js");
  watch(cx, input, engine, once);
}

async function rendered(cx: CommandContext, engine: Engine, bytes: Uint8Array, o: RenderFlags): Promise<Rendered> {
  const pretty = o.pretty ?? false;
  if (o.fromIr === undefined)
    return engine.renderLater(withProfile(bytes, o.profile, cx.bounds().limits), { pretty, ...cx.bounds(), pdfWarn: pdfWarning(o.quiet) });
  const [{ LoadError }, { readDisplayList }] = await Promise.all([import("../../../ir/load.js"), import("../display-list.js")]);
  try {
    const { doc, blobs } = readDisplayList(bytes, engine.fonts);
    return engine.write(doc, blobs, { pretty });
  } catch (e) {
    if (!(e instanceof LoadError)) throw e;
    return fail("API-002", "display-list", ROOT, e.message);
  }
}

/** Prints warnings of PDF files (PDF-34). */
export const pdfWarning = (quiet = false): ((problem: Problem) => void) | undefined =>
  quiet ? undefined : ({ src, reason }) => say(`warning: ${pathOf(src)}: ${reason}`);

function withProfile(body: Uint8Array, profile: string | undefined, limits: Limits): Uint8Array | object {
  if (profile === undefined) return body;
  const decoded = decode(body, limits);
  if (!("request" in decoded)) return body;
  return { ...decoded.request, settings: { ...decoded.request.settings, profile } };
}
