import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Argument, type Command } from "commander";
import { packageRoot } from "../../core/package.js";
import { checkOutput, say, UsageError, write } from "../cli-files.js";
import type { CommandContext } from "../context.js";

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
      await write(
        output,
        text.replace(/"\$schema": "[^"]*"/, () => `"$schema": ${JSON.stringify(schemaFor(output))}`),
      );
      if (output === "-") return;
      const next = `platen render ${/^[\w./-]+$/.test(output) ? output : JSON.stringify(output)} --watch`;
      say(cx.json ? JSON.stringify({ file: output, kind }) : `${output}: a starter request; ${next}`);
    });
}

/** Relative within the project, else a file URL. */
function schemaFor(output: string): string {
  const schema = path.join(packageRoot, "schemas", "document-request.schema.json");
  const project = path.relative(process.cwd(), schema);
  if (project.startsWith("..") || path.isAbsolute(project)) return pathToFileURL(schema).href;
  const from = output === "-" ? process.cwd() : path.dirname(path.resolve(output));
  const relative = path.relative(from, schema).replaceAll("\\", "/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}
