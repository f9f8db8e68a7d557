// platen symbol: the symbol of a payment or tax payload, or the text that it encodes (MS-11).
import path from "node:path";
import type { Command } from "commander";
import { barcodeSize } from "../../../compiler/request/symbol-size.js";
import type { BarcodePayload } from "../../../compiler/request/types/payload.js";
import type { DocumentRequest } from "../../../compiler/request/types/document.js";
import { checkOutput, UsageError } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { output, write } from "../shared/output-file.js";

interface SymbolFlags {
  readonly text?: boolean;
  readonly sign?: boolean;
  readonly output?: string;
}

const EXTENSIONS = [".svg", ".png", ".pdf"] as const;
type Extension = (typeof EXTENSIONS)[number];

export function addSymbol(program: Command, cx: CommandContext): void {
  program
    .command("symbol")
    .argument("<file>", 'a payload, such as {"kind": "epc", …}; - is standard input')
    .description("draw the symbol of a payment or tax payload, or print what it encodes")
    .option("--text", "print the encoded bytes, and nothing more")
    .option("--sign", "print the text that a KSeF code II has to sign")
    .option("-o, --output <file>", "the symbol, by the file's name .svg, .png or .pdf")
    .action((file: string, o: SymbolFlags) => symbolCommand(cx, file, o));
}

async function symbolCommand(cx: CommandContext, file: string, o: SymbolFlags): Promise<void> {
  if (o.text && o.sign) throw new UsageError("--text and --sign exclude each other: both print");
  if (!o.text && !o.sign && o.output === undefined) throw new UsageError("one of --text, --sign and -o is needed");
  const extension = o.output === undefined ? null : extensionOf(o.output);
  if (o.output !== undefined) checkOutput(o.output, file);
  const { payloadOf, symbolText } = await import("../../views/symbol.js");
  const sent = await cx.readRequest(file);
  const payload = payloadOf(sent);
  const engine = await cx.engine();
  const { text, bytes } = symbolText(payload, engine.world(), o.sign === true);
  if (o.output !== undefined) await draw(cx, payload, o.output, extension!);
  if (o.text || o.sign) await write("-", cx.json ? `${JSON.stringify({ text })}\n` : bytes);
}

function extensionOf(file: string): Extension {
  const found = EXTENSIONS.find((extension) => extension === path.extname(file).toLowerCase());
  if (found === undefined) throw new UsageError(`-o: the name of a symbol ends with ${EXTENSIONS.join(", ")}; found ${file}`);
  return found;
}

/** Side of symbols whose standards give none, in which the largest QR code has modules of 0.28 mm. */
const SIDE = 50;
/** Room for quiet zone and texts, mm. */
const MARGIN = 12;

async function draw(cx: CommandContext, payload: BarcodePayload, file: string, extension: Extension): Promise<void> {
  const request = pageOf(payload);
  const engine = await cx.engine();
  if (extension === ".pdf") return void (await output(file, (sink) => engine.renderLater(request, { ...cx.bounds(), sink })));
  if (extension === ".svg") {
    const { svg } = await import("../../views/views.js");
    return write(file, (await svg(engine, request, cx.bounds()))[0]!);
  }
  const { png } = await import("../../views/png.js");
  await write(file, (await png(engine, request, cx.bounds(), { dpi: 300, named: "dpi" }))[0]!);
}

function pageOf(payload: BarcodePayload): DocumentRequest {
  const { width } = barcodeSize({ payload });
  const side = Number.isNaN(width) ? SIDE : width;
  const page = side + 2 * MARGIN;
  const layout = { left: MARGIN, top: MARGIN };
  return { pages: [{ width: page, height: page, elements: [{ type: "barcode", layout, payload, width: side, height: side }] }] };
}
