// platen svg, platen png: one file per page in a folder.
import path from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { collect, compile } from "../../../compiler/compile.js";
import { makeFolder } from "../../core/folder.js";
import { checkOutputFolder, FileError, withFileErrors, write } from "../cli-files.js";
import type { CommandContext } from "../context.js";

export function addSvg(program: Command, cx: CommandContext): void {
  program
    .command("svg")
    .argument("<file>", "a request; - is standard input")
    .requiredOption("-o, --output <dir>", "a folder for page-1.svg and so on")
    .description("write each page as SVG")
    .action(async (file: string, o: { output: string }) => {
      checkOutputFolder(o.output);
      const { renderSvg } = await import("../../../backends/svg/svg.js");
      const e = await cx.engine();
      const compiled = await compile(await cx.readRequest(file), e.world(), cx.bounds());
      await writePages(o.output, renderSvg(collect(compiled), e.blobsOf(compiled)), "svg");
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
      const [{ renderPng }, { drawPage, PagePixelsError }] = await Promise.all([
        import("../../../backends/png/png.js"),
        import("../../pictures/page-pixels.js"),
      ]);
      const e = await cx.engine();
      const compiled = await compile(await cx.readRequest(file), e.world(), cx.bounds());
      const pages = await renderPng(collect(compiled), e.blobsOf(compiled), o.dpi, drawPage).catch((fault: unknown) => {
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
