// platen batch, platen pipe: one template and many records.
import { availableParallelism } from "node:os";
import path from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { RenderError } from "../../../compiler/core/fail.js";
import { PROFILES } from "../../../compiler/request/profile.js";
import type { BatchOptions, RenderSettings } from "../../bulk/batch.js";
import { RunEnd } from "../../bulk/end.js";
import type { Output } from "../../bulk/output.js";
import { FORMATS, type Format } from "../../bulk/format.js";
import { isObjectUrl, objectBytes } from "../../bulk/object-store.js";
import { shardFrom, shardOf } from "../../bulk/shard.js";
import { bodyLimitFrom, memoryFrom, stopMsFrom, timeoutFrom } from "../../core/settings.js";
import { checkFolder, NoReader, say, UsageError } from "../shared/cli-files.js";
import { failureText } from "../shared/problems.js";
import { exitCodeOf } from "../shared/report.js";
import type { CommandContext } from "../shared/context.js";
import { write } from "../shared/output-file.js";
import { lintedTemplate } from "../shared/template-lint.js";

const CODES = `
Exit codes:
  0    done
  1    done, some records were refused (0 with --allow-refused): see errors.jsonl
  2    wrong from the start: usage, template, a missing source, the index of another run
  3    ended by the data: --on-error stop, --max-failures, an input that cannot be read on
  75   the environment failed, such as a full disk, or another run has the index: try again
  130, 143   a signal

The same command again goes on where a run was stopped or killed. Folders of fonts and pictures (--font-dir, --asset-dir) come before
the command's name.`;

const PIPE_CODES = `
A line out: {"n", "key"?, "ok": true, "pages", "bytes", "sha256", "pdf": base64}, with --out "file" instead of "pdf"; or
{"n", "key"?, "ok": false, "code", "path", "message"}.

Exit codes:
  0    the input has ended, whatever was refused
  2    wrong usage or template
  75   the environment failed: try again
  141  the reader of standard output has gone`;

const MOST_WORKERS = 512;

function wholeOf(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`must be a whole number from ${least} to ${most}`);
  };
}

function characterOf(text: string): string {
  if ([...text].length !== 1 || /["\r\n]/.test(text))
    throw new InvalidArgumentError("must be one character, neither a quote nor the end of a line");
  return text;
}

function pathOf(text: string): string {
  if (text === "") throw new InvalidArgumentError("must be a name or a dotted path");
  return text;
}

interface CommonFlags {
  readonly name?: string;
  readonly key?: string;
  readonly date?: string;
  readonly profile?: string;
}

interface BatchFlags extends CommonFlags {
  readonly data: readonly string[];
  readonly out?: string;
  readonly one?: string;
  readonly parts?: string;
  readonly partRecords?: number;
  readonly partPages?: number;
  readonly partBytes?: number;
  readonly title?: string;
  readonly outline: boolean;
  readonly format?: Format;
  readonly delimiter?: string;
  readonly decimal: "." | ",";
  readonly group?: string;
  readonly shard?: string;
  readonly index?: string;
  readonly errors?: string;
  readonly workers: number;
  readonly onError: "continue" | "stop";
  readonly maxFailures?: number;
  readonly allowRefused?: boolean;
  readonly replace?: boolean;
  readonly quiet?: boolean;
}

interface PipeFlags extends CommonFlags {
  readonly out?: string;
  readonly workers: number;
}

const TEMPLATE = "a template's file, s3://bucket/key, or the id of one that comes with the package";
const profileOption = (): Option => new Option("--profile <profile>", "instead of settings.profile").choices(PROFILES);
const NAME = "of the files: {n}, {n:8}, {key}, {record_sha256}, {customer.number}";
const KEY = "the path of a field that names a record, such as customer.number";
const DATE = "of the documents: ISO 8601 with a zone, or seconds (also SOURCE_DATE_EPOCH)";

export function addBatch(program: Command, cx: CommandContext): void {
  program
    .command("batch")
    .argument("<template>", TEMPLATE)
    .description("render each record of files to a PDF of its own, to one PDF of all, or to parts")
    .requiredOption(
      "--data <source>",
      "a file (.jsonl, .ndjson, .json, .csv, .tsv, each also .gz), a folder, s3://bucket/key or prefix/, or - for standard input; may be repeated",
      (value: string, all: readonly string[] | undefined) => [...(all ?? []), value],
    )
    .option("--out <dir>", "the folder of the PDFs, or s3://bucket/prefix, with index.jsonl and errors.jsonl")
    .option("--one <file>", "one PDF of all records, or s3://bucket/key, or - for standard output")
    .option("--parts <dir>", "the folder of PDFs of many records each, or s3://bucket/prefix")
    .option("--part-records <n>", "a part has at most this many records", wholeOf(1, 999_999_999))
    .option("--part-pages <n>", "a part has at most this many pages; a longer record is alone", wholeOf(1, 999_999_999))
    .option("--part-bytes <n>", "a part ends with the record that reaches this size", wholeOf(1, Number.MAX_SAFE_INTEGER))
    .option("--title <title>", "of the one PDF or the parts, instead of the first record's")
    .option("--no-outline", "no bookmark for each record of the one PDF or the parts")
    .addOption(new Option("--format <format>", "of all sources, instead of their endings").choices(FORMATS))
    .option("--delimiter <c>", "between cells of csv, instead of a comma", characterOf)
    .addOption(new Option("--decimal <c>", "in numbers of csv").choices([".", ","]).default("."))
    .option("--group <name>", "neighbouring rows of csv with the same cell under this name are one record", pathOf)
    .option("--name <pattern>", `${NAME}, {shard} (default: {n:8}, in a shard {shard}-{n:8}); of parts: {part}, {part:5}, {shard}`)
    .option("--key <path>", KEY, pathOf)
    .option("--date <date>", `${DATE}; default: the first start's`)
    .addOption(profileOption())
    .option("--shard <i/n>", "the part I of N of the input, I from 0 (default: JOB_COMPLETION_INDEX of JOB_COMPLETIONS)")
    .option("--index <file>", "the index, instead of index.jsonl in the folder, or FILE.index.jsonl next to the one PDF")
    .option("--errors <file>", "the refused records, instead of errors.jsonl next to the index")
    .option("--workers <n>", "processes that render", wholeOf(1, MOST_WORKERS), availableParallelism())
    .addOption(new Option("--on-error <what>", "at a refused record").choices(["continue", "stop"]).default("continue"))
    .option("--max-failures <n>", "end at the refused record after this many", wholeOf(0, 999_999_999))
    .option("--allow-refused", "end with 0 although records were refused")
    .option("--replace", "begin anew over another run's index, and overwrite files of others")
    .option("-q, --quiet", "print no progress")
    .addHelpText("after", CODES)
    .action((template: string, o: BatchFlags) => coded(() => batchCommand(cx, template, o)));
}

export function addPipe(program: Command, cx: CommandContext): void {
  program
    .command("pipe")
    .argument("<template>", TEMPLATE)
    .description("render a record for each line of JSON on standard input, with a line of JSON on standard output for each")
    .option("--out <dir>", "a folder for the PDFs, or s3://bucket/prefix, instead of base64 in the answers")
    .option("--name <pattern>", `${NAME} (default: {record_sha256})`)
    .option("--key <path>", KEY, pathOf)
    .option("--date <date>", `${DATE}; default: the start's`)
    .addOption(profileOption())
    .option("--workers <n>", "processes that render", wholeOf(1, MOST_WORKERS), 1)
    .addHelpText("after", PIPE_CODES)
    .action((template: string, o: PipeFlags) => coded(() => pipeCommand(cx, template, o)));
}

/** Code 1 is that of a run that is done: other failures are 2, or 75 if they may pass. */
async function coded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (e) {
    if (exitCodeOf(e) !== 1) throw e;
    throw e instanceof RenderError ? new RunEnd(2, e.message, { cause: e }) : new RunEnd(75, failureText(e, null), { cause: e });
  }
}

/** Null after printing the errors of the template. */
async function templateOf(
  cx: CommandContext,
  file: string,
  { profile, quiet = false, isJoined = false }: { readonly profile?: string; readonly quiet?: boolean; readonly isJoined?: boolean },
): Promise<BatchOptions["template"] | null> {
  if (file === "-") throw new UsageError("the template must be a file: standard input may have records");
  const given = isObjectUrl(file) ? { given: await objectBytes(file, "the template", bodyLimitFrom(process.env)) } : { bundled: true };
  const { bytes } = await lintedTemplate(cx, file, false, { ...given, quiet });
  if (!bytes) {
    process.exitCode = 2;
    return null;
  }
  const { sentTemplate, parsedTemplate } = await import("../../library/records.js");
  const sent = await sentTemplate(bytes, profile);
  const { settings } = JSON.parse(new TextDecoder().decode(sent.source)) as {
    readonly settings?: { readonly security?: unknown; readonly signatures?: unknown; readonly e_invoice?: InvoiceFields };
  };
  checkInvoice(settings?.e_invoice, { isJoined });
  const isSigned = settings?.signatures !== undefined;
  if (isSigned && isJoined)
    throw new RunEnd(2, "settings.signatures: a record's signatures are of a file of its own: --out instead of --one and --parts");
  return { ...sent, parsed: await parsedTemplate(sent), differs: isSigned || settings?.security !== undefined };
}

/** Fields of `settings.e_invoice` that bulk does not have, or values of bindings. */
interface InvoiceFields {
  readonly delivery?: { readonly mode?: unknown };
  readonly validation?: { readonly execution?: unknown };
  readonly job_id?: unknown;
}

/** @param isJoined records are in one PDF, or in parts. @throws RunEnd 2 (BK-20) */
function checkInvoice(invoice: InvoiceFields | undefined, { isJoined }: { readonly isJoined: boolean }): void {
  if (invoice === undefined) return;
  const path = "settings.e_invoice";
  if (isJoined) throw new RunEnd(2, `${path}: an invoice is a file of its own: --out instead of --one and --parts`);
  if (invoice.delivery?.mode === "object")
    throw new RunEnd(2, `${path}.delivery.mode: must be "inline_pdf": the PDFs are in --out; found "object"`);
  if (invoice.validation?.execution === "async")
    throw new RunEnd(2, `${path}.validation.execution: must be "sync": jobs are of the service; found "async"`);
  if (invoice.job_id !== undefined && invoice.job_id !== null) throw new RunEnd(2, `${path}.job_id: jobs are of the service: leave it out`);
}

async function settingsOf(cx: CommandContext): Promise<RenderSettings> {
  // names an unusable folder
  await cx.engine(false, false);
  const { fontDir, assetDir } = cx.options;
  const env = process.env;
  return { fontDir, assetDir, ...cx.bounds(), timeoutMs: timeoutFrom(env), memoryMb: memoryFrom(env), mostBytes: bodyLimitFrom(env) };
}

/** @throws UsageError */
function outputOf(o: BatchFlags): Output {
  const given = (["out", "one", "parts"] as const).filter((name) => o[name] !== undefined);
  if (given.length !== 1)
    throw new UsageError(
      `one of --out, --one and --parts is required; found ${given.length === 0 ? "none" : given.map((name) => `--${name}`).join(" and ")}`,
    );
  const kind = given[0]!;
  const value = o[kind]!;
  if (value === "" || (value === "-" && kind !== "one")) throw new UsageError(`--${kind}: a name is required`);
  const { partRecords: records = Infinity, partPages: pages = Infinity, partBytes: bytes = Infinity } = o;
  const bounds = { records, pages, bytes };
  const isBound = Object.values(bounds).some(Number.isFinite);
  if (kind !== "parts" && isBound) throw new UsageError("--part-records, --part-pages and --part-bytes require --parts");
  if (kind === "parts" && !isBound) throw new UsageError("--parts requires one or more of --part-records, --part-pages and --part-bytes");
  if (kind === "out") {
    if (o.title !== undefined || !o.outline) throw new UsageError("--title and --no-outline require --one or --parts");
    return { kind, folder: value };
  }
  if (o.title?.trim() === "") throw new UsageError("--title: must not be blank");
  const joined = { title: o.title ?? null, hasEntries: o.outline };
  if (kind === "parts") return { kind, folder: value, bounds, ...joined };
  if (o.name !== undefined) throw new UsageError("--name names the files of --out or --parts");
  if (value === "-") {
    const file = (["index", "errors"] as const).find((name) => o[name] !== undefined);
    if (file !== undefined) throw new UsageError(`--${file}: a run to standard output has no index; refused records are on standard error`);
  }
  return { kind, file: value, ...joined };
}

async function batchCommand(cx: CommandContext, file: string, o: BatchFlags): Promise<void> {
  const output = outputOf(o);
  for (const [option, value] of [
    ["--index", o.index],
    ["--errors", o.errors],
  ] as const) {
    if (value === undefined) continue;
    if (value === "" || value === "-") throw new UsageError(`${option}: a name is required`);
    if (!isObjectUrl(value)) checkFolder(path.dirname(value), "", option);
  }
  const shard = o.shard === undefined ? shardFrom(process.env) : shardOf(o.shard);
  const settings = await settingsOf(cx);
  const template = await templateOf(cx, file, { ...o, isJoined: output.kind !== "out" });
  if (!template) return;
  const { batch } = await import("../../bulk/batch.js");
  const { summary } = await import("../../bulk/progress.js");
  const result = await batch({
    ...{ template, desk: await cx.desk(), settings, shard, data: o.data, output, decimal: o.decimal, workers: o.workers },
    format: o.format ?? null,
    delimiter: o.delimiter ?? null,
    group: o.group ?? null,
    name: o.name ?? null,
    key: o.key ?? null,
    date: o.date ?? null,
    index: o.index ?? null,
    errors: o.errors ?? null,
    replace: o.replace ?? false,
    mostRefused: o.onError === "stop" ? 0 : (o.maxFailures ?? Infinity),
    stopMs: stopMsFrom(process.env),
    tell: say,
    say: o.quiet ? null : { write: (text) => void process.stderr.write(text), isTerminal: process.stderr.isTTY },
  });
  const { end, ...told } = result;
  if (!o.quiet) say(summary(result, result.seconds));
  if (end) say(`platen: ${end.message}`);
  process.exitCode = end ? end.exitCode : result.refused > 0 && !o.allowRefused ? 1 : 0;
  if (!cx.json) return;
  // standard output has the PDF
  if (o.one === "-") return say(JSON.stringify(told));
  await write("-", `${JSON.stringify(told)}\n`).catch((e: unknown) => {
    // the run has its code
    if (!(e instanceof NoReader)) throw e;
  });
}

async function pipeCommand(cx: CommandContext, file: string, o: PipeFlags): Promise<void> {
  if (o.out === "" || o.out === "-") throw new UsageError("--out: the name of a folder is required");
  if (o.name !== undefined && o.out === undefined) throw new UsageError("--name requires --out");
  const settings = await settingsOf(cx);
  const template = await templateOf(cx, file, o);
  if (!template) return;
  const { pipe } = await import("../../bulk/pipe.js");
  const { workers } = o;
  await pipe({
    template,
    desk: await cx.desk(),
    settings,
    workers,
    out: o.out ?? null,
    name: o.name ?? null,
    key: o.key ?? null,
    date: o.date ?? null,
  });
}
