import type { Command } from "commander";
import { schemaNames, schemaText } from "../../core/schemas.js";
import { UsageError } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { write } from "../shared/output-file.js";

export { schemaNames } from "../../core/schemas.js";

/** Case and hyphens are ignored. @throws UsageError */
export function schemaOf(name: string): string {
  const text = schemaText(name);
  if (typeof text === "string") return text;
  throw new UsageError(text.unknown);
}

export function addSchema(program: Command, cx: CommandContext): void {
  program
    .command("schema")
    .argument("[name]", "a schema's name, or a type's, such as TableElement; without it, the schemas are listed")
    .description("print a JSON Schema")
    .action(async (name: string | undefined) => {
      if (name !== undefined) return write("-", schemaOf(name));
      await write("-", cx.json ? `${JSON.stringify(schemaNames())}\n` : `${schemaNames().join("\n")}\n`);
    });
}
