// platen diff: what differs between two documents (DF-1, DF-4, DF-17).
import path from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { DiffOptionError, KINDS, parseDiffOptions, type DiffOptions } from "../../../compare/diff/options.js";
import { lineOf, summaryOf } from "../../../compare/diff/report.js";
import { makeFolder } from "../../core/folder.js";
import type { SentBody } from "../../../compiler/request/sent-body.js";
import { headerAt } from "../../../pdf-reader/file.js";
import { PagePixelsError } from "../../pictures/page-size.js";
import type { SideName } from "../../diff/comparison.js";
import { checkOutputFolder, ComparisonFault, read, UsageError, withFileErrors } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { write } from "../shared/output-file.js";
import { RequestFile } from "../shared/request-file.js";

interface DiffFlags {
  readonly pictures?: string;
  readonly dpi: number;
  readonly tolerance?: string;
  readonly only?: string;
  readonly ignore?: string;
  readonly ignoreArea?: readonly string[];
  readonly metadata?: boolean;
  readonly limit?: string;
  readonly quiet?: boolean;
}

const HELP = `
Kinds of differences: ${KINDS.join(", ")}

Exit codes:
  0  equal
  1  different
  2  could not compare: wrong usage, or a document that cannot be read or is refused`;

export function addDiff(program: Command, cx: CommandContext): void {
  program
    .command("diff")
    .argument("<a>", "a PDF, a request, a brief, or a display list that platen ir wrote; - is standard input")
    .argument("<b>", "another one")
    // a fault is one line (DF-4)
    .showHelpAfterError(false)
    .description("tell what differs between two documents: words, places, colours, pictures, links, tags …")
    .option("--pictures <dir>", "draw the pages that differ, side by side, with boxes around the differences")
    .option("--dpi <n>", "pixels an inch of the pictures, 18 to 300", dpiOf, 96)
    .option("--tolerance <mm>", "places and sizes may differ by this much, 0 to 10 (0.05)")
    .option("--only <kinds>", "kinds of differences that count, separated by commas")
    .option("--ignore <kinds>", "kinds of differences that do not count")
    .option(
      "--ignore-area <area>",
      "[PAGE:]LEFT,TOP,WIDTH,HEIGHT in mm, whose contents do not count; repeatable",
      (area, all: string[] = []) => [...all, area],
    )
    .option("--metadata", "compare dates and producer, too")
    .option("--limit <n>", "differences that are listed, 1 to 100000 (1000)")
    .option("-q, --quiet", "print nothing: the exit code tells")
    .addHelpText("after", HELP)
    .action((a: string, b: string, o: DiffFlags) => diffCommand(cx, { a, b }, o));
}

function dpiOf(text: string): number {
  const dpi = Number(text);
  if (!(text.trim() !== "" && dpi >= 18 && dpi <= 300)) throw new InvalidArgumentError("must be from 18 to 300");
  return dpi;
}

function optionsOf({ tolerance, only, ignore, ignoreArea, metadata, limit }: DiffFlags): DiffOptions {
  try {
    return parseDiffOptions({ tolerance, only, ignore, ignoreAreas: ignoreArea, metadata, limit });
  } catch (e) {
    if (!(e instanceof DiffOptionError)) throw e;
    throw new UsageError(`${FLAGS.get(e.option) ?? e.option}${e.message.slice(e.option.length)}`);
  }
}

const FLAGS: ReadonlyMap<string, string> = new Map([
  ["tolerance", "--tolerance"],
  ["only", "--only"],
  ["ignore", "--ignore"],
  ["ignoreAreas", "--ignore-area"],
  ["limit", "--limit"],
]);

async function diffCommand(cx: CommandContext, files: Readonly<Record<SideName, string>>, o: DiffFlags): Promise<void> {
  const options = optionsOf(o);
  if (files.a === "-" && files.b === "-") throw new UsageError("standard input can be one side only");
  if (o.pictures !== undefined) checkOutputFolder(o.pictures);
  const { diffDocuments } = await import("../../diff/diff.js");
  const { SideFault } = await import("../../diff/comparison.js");
  const { drawingOf, pairPictures } = await import("../../diff/pictures.js");
  const fault = (side: SideName, e: unknown): ComparisonFault => new ComparisonFault(side.toUpperCase(), e, sources[side]);
  const sources: Record<SideName, RequestFile | null> = { a: null, b: null };
  const given = async (side: SideName): Promise<Uint8Array | SentBody> => {
    const bytes = await read(files[side]).catch((e: unknown) => {
      throw fault(side, e);
    });
    return headerAt(bytes) >= 0 ? bytes : (sources[side] = new RequestFile(files[side], bytes));
  };
  const both = { a: await given("a"), b: await given("b") };
  const engine = await cx.engine();
  const drawing =
    o.pictures === undefined
      ? null
      : await drawingOf(engine).catch((e: unknown) => {
          throw new ComparisonFault(null, e, null);
        });
  const compared = await diffDocuments(engine, both, options, cx.bounds(), drawing !== null).catch((e: unknown) => {
    throw e instanceof SideFault ? fault(e.side, e.cause) : new ComparisonFault(null, e, null);
  });
  const { report } = compared;
  if (o.pictures !== undefined && drawing) {
    const folder = o.pictures;
    withFileErrors(folder, "written", () => makeFolder(folder));
    try {
      for await (const { pair, png } of pairPictures(compared, drawing, o.dpi))
        await write(path.join(folder, `page-${String(pair).padStart(4, "0")}.png`), png);
    } catch (e) {
      throw new ComparisonFault(null, e instanceof PagePixelsError ? new UsageError(e.message) : e, null);
    }
  }
  process.exitCode = report.equal ? 0 : 1;
  if (o.quiet) return;
  await write(
    "-",
    cx.json ? `${JSON.stringify(report)}\n` : `${[...report.differences.map(lineOf), summaryOf(compared.found)].join("\n")}\n`,
  );
}
