// platen form: fields of a PDF's form (FM-34).
import type { Command } from "commander";
import { nodeCrypto } from "../../engine/crypto.js";
import { readFormOf } from "../../pdf/form.js";
import { read } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { write } from "../shared/output-file.js";

export function addForm(program: Command, cx: CommandContext): void {
  const form = program.command("form").description("read the form of a PDF");
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
}
