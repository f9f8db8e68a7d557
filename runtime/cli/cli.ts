#!/usr/bin/env node
// Command-line arguments to files and exit codes.
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, watchFile } from "node:fs";
import path from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { renderTags } from "../../backends/text/tags.js";
import { renderText } from "../../backends/text/text.js";
import { collect, compile, PASSES, type Pass } from "../../compiler/compile.js";
import { RenderError } from "../../compiler/core/fail.js";
import type { Profile, Standard } from "../../compiler/einvoice/guideline.js";
import { decode } from "../../compiler/request/decode.js";
import { dump, load, LoadError } from "../../ir/index.js";
import { checkFolder, checkOutput, checkOutputFolder, FileError, NoReader, read, withFileErrors, UsageError, write } from "./cli-files.js";
import { findingText, PROFILES, STANDARDS, validated, verdictJson, verdictText } from "./einvoice.js";
import { describePass } from "./describe.js";
import { configLines } from "./config.js";
import { failureText, problemLine, problemsJson, type Source } from "./problems.js";
import { Engine } from "../render/engine.js";
import { FontError, fontStore } from "../fonts/font-files.js";
import type { FontStore } from "../fonts/fonts.js";
import { packageRoot, version } from "../package.js";
import { drawPage, PagePixelsError } from "../pictures/page-pixels.js";
import { assetFolder } from "../pictures/pictures.js";
import { maxPagesFrom, SettingError } from "../settings.js";
import { DatabaseError } from "../store/database.js";

interface Global {
  readonly fontDir?: string;
  readonly assetDir?: string;
  readonly json?: boolean;
}

const program = new Command("platen")
  .description("Compiles JSON descriptions of documents into PDF.")
  .version(version)
  .option("--font-dir <dir>", "a folder with further fonts (also PLATEN_FONT_DIR)", process.env["PLATEN_FONT_DIR"])
  .option("--asset-dir <dir>", "a folder with pictures (also PLATEN_ASSET_DIR)", process.env["PLATEN_ASSET_DIR"])
  .option("--json", "errors as the HTTP service gives them")
  .showHelpAfterError()
  .exitOverride();

/** The bounds of the service's settings that hold on the command line too. @throws SettingError */
const bounds = (): { readonly maxPages: number } => ({ maxPages: maxPagesFrom(process.env) });

const options = (): Global => program.opts<Global>();

function engine(): Engine {
  const { fontDir, assetDir } = options();
  if (assetDir !== undefined) checkFolder(assetDir);
  return new Engine(
    fonts(fontDir ?? null),
    withFileErrors(assetDir ?? "", "read", () => assetFolder(assetDir ?? null)),
  );
}

/** @throws UsageError which setting names fonts that cannot be used, and why */
function fonts(dir: string | null): FontStore {
  try {
    return fontStore(dir);
  } catch (e) {
    if (!(e instanceof FontError)) throw e;
    const setting = program.getOptionValueSource("fontDir") === "cli" ? "--font-dir" : "PLATEN_FONT_DIR";
    throw new UsageError(`${setting}: ${e.message}`);
  }
}

/** Where output goes without -o: beside the input, or to standard output when that is where it came from. */
const outputBeside = (file: string, extension: string): string => (file === "-" ? "-" : `${file.replace(/\.json$/i, "")}${extension}`);

/** The request that was read last: its text tells line and column of what is wrong. */
let source: Source | null = null;

async function readRequest(file: string): Promise<Uint8Array> {
  const bytes = await read(file);
  source = { file, bytes };
  return bytes;
}

/** The request with another profile, where one is given on the command line. */
function withProfile(body: Uint8Array, profile: string | undefined): Uint8Array | object {
  if (profile === undefined) return body;
  const decoded = decode(body);
  if (!("request" in decoded)) return body;
  return { ...decoded.request, settings: { ...decoded.request.settings, profile } };
}

program
  .command("render")
  .argument("[file]", "a request; - is standard input")
  .description("render a request to PDF")
  .option("-o, --output <file>", "the PDF; - is standard output")
  .option("--profile <profile>", "instead of settings.profile")
  .option("--from-ir <file>", "render a display list that platen ir wrote")
  .option("--pretty", "uncompressed, readable PDF")
  .option("--watch", "render again whenever the file changes")
  .action(
    async (file: string | undefined, o: { output?: string; profile?: string; fromIr?: string; pretty?: boolean; watch?: boolean }) => {
      const input = o.fromIr ?? file;
      if (input === undefined || (o.fromIr !== undefined && file !== undefined))
        throw new UsageError("render takes one FILE, or --from-ir FILE");
      if (o.fromIr !== undefined && o.profile !== undefined)
        throw new UsageError("--profile does not go with --from-ir: a display list has its profile");
      if (o.watch && input === "-") throw new UsageError("--watch needs a file");
      const output = o.output ?? outputBeside(input, ".pdf");
      if (o.output !== undefined) checkOutput(output, input);
      const e = engine();
      const pretty = o.pretty ?? false;
      const once = async (): Promise<void> => {
        const bytes = o.fromIr === undefined ? await readRequest(input) : await read(input);
        if (o.fromIr === undefined) return write(output, (await e.renderLater(withProfile(bytes, o.profile), { pretty, ...bounds() })).pdf);
        const { doc, blobs } = load(new TextDecoder().decode(bytes), e.fonts);
        return write(output, e.write(doc, blobs, { pretty }).pdf);
      };
      await once().catch((error: unknown) => {
        if (!o.watch || report(error) !== 1) throw error;
      });
      if (!o.watch) return;
      // one after another; a file that is not there for a moment is being saved
      let last = Promise.resolve();
      watchFile(input, { interval: 200 }, () => (last = last.then(once).catch((error: unknown) => void report(error))));
    },
  );

program
  .command("check")
  .argument("<file>", "a request; - is standard input")
  .description("list all errors of the first stage that finds any, and what looks wrong")
  .action(async (file: string) => {
    const bytes = await readRequest(file);
    const { errors, warnings } = await engine().findings(bytes, { ...bounds(), warnings: true });
    if (options().json) await write("-", problemsJson(errors, warnings, { file, bytes }));
    else {
      for (const p of errors) process.stderr.write(problemLine(p, source));
      for (const p of warnings) process.stderr.write(problemLine(p, source, "warning"));
    }
    if (errors.length > 0) process.exitCode = 1;
  });

program
  .command("ir")
  .argument("<file>", "a request; - is standard input")
  .description("write the display list as JSON")
  .option("-o, --output <file>", "the JSON; standard output without it")
  .option("--after <pass>", `another pass's result: ${PASSES.join(", ")}`, (pass): Pass => {
    const found = PASSES.find((p) => p === pass);
    if (!found) throw new InvalidArgumentError(`allowed are ${PASSES.join(", ")}`);
    return found;
  })
  .action(async (file: string, o: { output?: string; after?: Pass }) => {
    checkOutput(o.output ?? "-", file);
    const e = engine();
    let dumped: string | null = null;
    const after = o.after;
    const compiled = await compile(await readRequest(file), e.world(), {
      ...bounds(),
      after: (pass, result) => (pass === after ? (dumped = describePass(result)) : undefined),
    });
    const text = dumped ?? dump(collect(compiled), e.blobsOf(compiled), (id) => e.fonts.isBundled(id));
    await write(o.output ?? "-", `${text}\n`);
  });

program
  .command("svg")
  .argument("<file>", "a request; - is standard input")
  .requiredOption("-o, --output <dir>", "a folder for page-1.svg and so on")
  .description("write each page as SVG")
  .action(async (file: string, o: { output: string }) => {
    checkOutputFolder(o.output);
    const { renderSvg } = await import("../../backends/svg/svg.js");
    const e = engine();
    const compiled = await compile(await readRequest(file), e.world(), bounds());
    const pages = renderSvg(collect(compiled), e.blobsOf(compiled));
    await writePages(o.output, pages, "svg");
  });

program
  .command("png")
  .argument("<file>", "a request; - is standard input")
  .requiredOption("-o, --output <dir>", "a folder for page-1.png and so on")
  .option("--dpi <n>", "pixels an inch, 18 to 1200", dpiOf, 144)
  .description("write each page as PNG")
  .action(async (file: string, o: { output: string; dpi: number }) => {
    checkOutputFolder(o.output);
    const { renderPng } = await import("../../backends/png/png.js");
    const e = engine();
    const compiled = await compile(await readRequest(file), e.world(), bounds());
    const pages = await renderPng(collect(compiled), e.blobsOf(compiled), o.dpi, drawPage);
    await writePages(o.output, pages, "png");
  });

async function writePages(folder: string, pages: readonly (Uint8Array | string)[], extension: string): Promise<void> {
  withFileErrors(folder, "written", () => mkdirSync(folder, { recursive: true }));
  for (const [i, page] of pages.entries()) await write(path.join(folder, `page-${i + 1}.${extension}`), page);
}

function dpiOf(text: string): number {
  const dpi = Number(text);
  if (!(dpi >= 18 && dpi <= 1200)) throw new InvalidArgumentError("allowed is 18 to 1200");
  return dpi;
}

program
  .command("text")
  .argument("<file>", "a request; - is standard input")
  .option("--artifacts", "headers, footers and layers too")
  .option("--tags", "the structure instead: elements with their texts, as a tagged document has them")
  .description("print the document's text in reading order")
  .action(async (file: string, o: { artifacts?: boolean; tags?: boolean }) => {
    if (o.tags && o.artifacts) throw new UsageError("--tags and --artifacts do not go together: artifacts are not in the structure");
    const doc = collect(await compile(await readRequest(file), engine().world(), bounds()));
    await write("-", o.tags ? renderTags(doc) : renderText(doc, { artifacts: o.artifacts ?? false }));
  });

program
  .command("schema")
  .argument("[name]", "a schema's name; without it, the names are listed")
  .description("print a JSON Schema")
  .action(async (name: string | undefined) => {
    const folder = path.join(packageRoot, "schemas");
    const names = readdirSync(folder)
      .filter((f) => f.endsWith(".schema.json"))
      .map((f) => f.replace(/\.schema\.json$/, ""));
    if (name === undefined) return write("-", `${names.join("\n")}\n`);
    if (!names.includes(name)) throw new UsageError(`there is no schema ${name}, there are ${names.join(", ")}`);
    await write("-", readFileSync(path.join(folder, `${name}.schema.json`), "utf8"));
  });

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
    for (const f of options().json ? [] : result.verdict.findings) process.stderr.write(`${findingText(f)}\n`);
    await write("-", options().json ? `${JSON.stringify(verdictJson(result))}\n` : `${verdictText(result)}\n`);
    if (!result.valid) process.exitCode = 1;
  });

program
  .command("serve")
  .description("start the HTTP service (settings: PLATEN_* in the environment)")
  .action(async () => {
    const { serve } = await import("../http/serve.js");
    const { fontDir, assetDir } = options();
    await serve({
      ...process.env,
      ...(fontDir !== undefined && { PLATEN_FONT_DIR: fontDir }),
      ...(assetDir !== undefined && { PLATEN_ASSET_DIR: assetDir }),
    });
  });

program
  .command("config")
  .argument("<what>", "print")
  .description("print the service's settings, as the environment gives them, without secrets")
  .action(async (what: string) => {
    if (what !== "print") throw new UsageError("config takes one word: print");
    const { fontDir, assetDir } = options();
    const given = {
      ...(fontDir !== undefined && { PLATEN_FONT_DIR: fontDir }),
      ...(assetDir !== undefined && { PLATEN_ASSET_DIR: assetDir }),
    };
    await write("-", configLines({ ...process.env, ...given }, options().json ?? false));
  });

const { addStoreCommands } = await import("./store-commands.js");
addStoreCommands(program, () => options().json ?? false, engine);

/** Prints a failure. @returns the exit code: 0 for help, 1 for a failure, 2 for wrong usage */
function report(e: unknown): number {
  if (e instanceof CommanderError) return e.exitCode === 0 ? 0 : 2;
  if (e instanceof UsageError || e instanceof SettingError || e instanceof DatabaseError) {
    process.stderr.write(`platen: ${e.message}\n`);
    return 2;
  }
  if (e instanceof NoReader) return 1;
  if (e instanceof LoadError || e instanceof FileError || e instanceof PagePixelsError) {
    process.stderr.write(`platen: ${e.message}\n`);
    return 1;
  }
  process.stderr.write(failureText(e, source, options().json ?? false, randomUUID()));
  if (!(e instanceof RenderError) && process.env["PLATEN_DEBUG"] === "1") console.error(e);
  return 1;
}

try {
  await program.parseAsync();
} catch (e) {
  process.exitCode = report(e);
}
