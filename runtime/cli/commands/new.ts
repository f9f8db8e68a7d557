import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Argument, type Command } from "commander";
import { packageRoot } from "../../core/package.js";
import { checkOutput, say, UsageError } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";

const folder = path.join(packageRoot, "starters");

const kinds = (): readonly string[] =>
  readdirSync(folder)
    .filter((f) => f.endsWith(".json"))
    .map((f) => f.replace(/\.json$/, ""))
    .sort();

export function addNew(program: Command, cx: CommandContext): void {
  program
    .command("new")
    .addArgument(new Argument("<kind>", "the kind of document").choices(kinds()))
    .description("write a starter request, which renders unchanged")
    .option("-o, --output <file>", "the request; KIND.json without it, - is standard output")
    .option("--force", "overwrite an existing file")
    .action(async (kind: string, o: { readonly output?: string; readonly force?: boolean }) => {
      const output = o.output ?? `${kind}.json`;
      checkOutput(output, "-");
      if (output !== "-" && !o.force && existsSync(output)) throw new UsageError(`${output} already exists; --force overwrites it`);
      const text = readFileSync(path.join(folder, `${kind}.json`), "utf8");
      const schema = schemaFor(output);
      const named = schema === null ? "" : `"$schema": ${JSON.stringify(schema)},\n  `;
      await write(
        output,
        text.replace(/"\$schema": "[^"]*",\s*/, () => named),
      );
      if (schema === null && !cx.json)
        say(
          `${output}: without "$schema", for node_modules/platen is in no folder above; platen schema document-request prints the schema`,
        );
      if (output === "-") return;
      const next = `platen render ${/^[\w./-]+$/.test(output) ? output : JSON.stringify(output)} --watch`;
      say(cx.json ? JSON.stringify({ file: output, kind, schema }) : `${output}: a starter request; ${next}`);
    });
}

/** Relative path to the package's schema, of a project that has it or of this one; null elsewhere, as no other path holds for others. */
function schemaFor(output: string): string | null {
  const from = output === "-" ? process.cwd() : path.dirname(path.resolve(output));
  const file = ["schemas", "document-request.schema.json"];
  for (let dir = from; ; dir = path.dirname(dir)) {
    for (const folder of [path.join(dir, "node_modules", "platen"), ...(dir === packageRoot ? [dir] : [])]) {
      const schema = path.join(folder, ...file);
      if (!existsSync(schema)) continue;
      const relative = path.relative(from, schema).replaceAll("\\", "/");
      return relative.startsWith(".") ? relative : `./${relative}`;
    }
    if (path.dirname(dir) === dir) return null;
  }
}
