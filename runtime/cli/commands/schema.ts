// platen schema: a name to a JSON Schema.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { packageRoot } from "../../package.js";
import { UsageError, write } from "../cli-files.js";

const folder = path.join(packageRoot, "schemas");

/** What schemas there are. */
export const schemaNames = (): readonly string[] =>
  readdirSync(folder)
    .filter((f) => f.endsWith(".schema.json"))
    .map((f) => f.replace(/\.schema\.json$/, ""));

export function addSchema(program: Command): void {
  program
    .command("schema")
    .argument("[name]", "a schema's name; without it, the names are listed")
    .description("print a JSON Schema")
    .action(async (name: string | undefined) => {
      const names = schemaNames();
      if (name === undefined) return write("-", `${names.join("\n")}\n`);
      if (!names.includes(name)) throw new UsageError(`there is no schema ${name}, there are ${names.join(", ")}`);
      await write("-", readFileSync(path.join(folder, `${name}.schema.json`), "utf8"));
    });
}
