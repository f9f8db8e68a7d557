// platen form: fields of a PDF's form (FM-34, FM-40).
import type { Command } from "commander";
import { decodeProblem, readJson } from "../../../compiler/request/decode.js";
import { RenderError } from "../../../compiler/core/fail.js";
import { nodeCrypto } from "../../engine/crypto.js";
import { readFormOf } from "../../pdf/form.js";
import { checkOutput, read, say, UsageError } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { write } from "../shared/output-file.js";

export function addForm(program: Command, cx: CommandContext): void {
  const form = program.command("form").description("read, and fill in, the form of a PDF");
  const reading = (name: string, description: string, isSchema: boolean): void =>
    void form
      .command(name)
      .argument("<file>", "a PDF; - is standard input")
      .description(description)
      .option("--schema", "the JSON Schema of the values alone", isSchema)
      .option("-o, --output <file>", "a file instead of standard output", "-")
      .action(async (file: string, o: { readonly schema: boolean; readonly output: string }) => {
        const found = readFormOf(await read(file), { budgets: cx.bounds().limits, crypto: nodeCrypto });
        await write(o.output, `${JSON.stringify(o.schema ? found.schema : found, null, 2)}\n`);
      });
  reading("read", "print fields and values as JSON", false);
  reading("schema", "print the JSON Schema of the values", true);
  form
    .command("fill")
    .argument("<file>", "a PDF; - is standard input")
    .description("fill in a form: an update of the file, with looks in every script")
    .option("--data <file>", "values by full name, as JSON; - is standard input")
    .requiredOption("-o, --output <file>", "the PDF; - is standard output")
    .option("--flatten", "make the fields content of their pages")
    .option("--read-only", "fill in read-only fields too")
    .option("-q, --quiet", "print neither the file written nor warnings")
    .action((file: string, o: FillFlags) => fillCommand(cx, file, o));
}

interface FillFlags {
  readonly data?: string;
  readonly output: string;
  readonly flatten?: boolean;
  readonly readOnly?: boolean;
  readonly quiet?: boolean;
}

async function fillCommand(cx: CommandContext, file: string, o: FillFlags): Promise<void> {
  if (o.data === undefined && !o.flatten) throw new UsageError("form fill takes --data FILE, --flatten, or both");
  if (file === "-" && o.data === "-") throw new UsageError("standard input can be one file only");
  checkOutput(o.output, file);
  if (o.data !== undefined) checkOutput(o.output, o.data);
  const pdf = await read(file);
  const values = o.data === undefined ? undefined : valuesIn(await read(o.data));
  const [{ fillFormOf }, engine] = await Promise.all([import("../../pdf/fill/fill.js"), cx.engine()]);
  const { limits } = cx.bounds();
  const options = { flatten: o.flatten, read_only: o.readOnly };
  const filled = await fillFormOf(pdf, values, options, { renderer: engine, options: { limits }, budgets: limits, crypto: engine.crypto });
  await write(o.output, filled.pdf);
  if (o.quiet) return;
  const { fields, warnings } = filled;
  if (cx.json) return say(JSON.stringify({ file: o.output, fields, bytes: filled.pdf.length, warnings }));
  for (const warning of warnings) say(`warning: ${warning}`);
  say(`${o.output}: ${fields.length} field${fields.length === 1 ? "" : "s"} filled, ${filled.pdf.length} bytes`);
}

/** @throws RenderError API-001 for bytes that are not JSON */
function valuesIn(bytes: Uint8Array): unknown {
  const found = readJson(bytes);
  if ("problems" in found) throw new RenderError(decodeProblem({ ...found.problems[0]!, path: ["values", ...found.problems[0]!.path] }));
  return found.value;
}
