// platen svg, platen png: one file per page in a folder.
import path from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { makeFolder } from "../../core/folder.js";
import { svg } from "../../views/views.js";
import { png } from "../../views/png.js";
import { checkOutputFolder, FileError, withFileErrors } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";

export function addSvg(program: Command, cx: CommandContext): void {
  program
    .command("svg")
    .argument("<file>", "a request; - is standard input")
    .requiredOption("-o, --output <dir>", "a folder for page-1.svg and so on")
    .description("write each page as SVG")
    .action(async (file: string, o: { output: string }) => {
      checkOutputFolder(o.output);
      const engine = await cx.engine();
      await writePages(o.output, await svg(engine, await cx.readRequest(file), cx.bounds()), "svg");
    });
}

export function addPng(program: Command, cx: CommandContext): void {
  program
    .command("png")
    .argument("<file>", "a request; - is standard input")
    .requiredOption("-o, --output <dir>", "a folder for page-1.png and so on")
    .option("--dpi <n>", "pixels an inch, 18 to 1200", dpiOf, 144)
    .description("write each page as PNG")
    .action(async (file: string, o: { output: string; dpi: number }) => {
      checkOutputFolder(o.output);
      const { PagePixelsError } = await import("../../pictures/page-size.js");
      const engine = await cx.engine();
      const pages = await png(engine, await cx.readRequest(file), cx.bounds(), { dpi: o.dpi, named: "--dpi" }).catch((fault: unknown) => {
        throw fault instanceof PagePixelsError ? new FileError(fault.message) : fault;
      });
      await writePages(o.output, pages, "png");
    });
}

async function writePages(folder: string, pages: readonly (Uint8Array | string)[], extension: string): Promise<void> {
  withFileErrors(folder, "written", () => makeFolder(folder));
  for (const [i, page] of pages.entries()) await write(path.join(folder, `page-${i + 1}.${extension}`), page);
}

function dpiOf(text: string): number {
  const dpi = Number(text);
  if (!(dpi >= 18 && dpi <= 1200)) throw new InvalidArgumentError("must be from 18 to 1200");
  return dpi;
}
