#!/usr/bin/env node
import { existsSync } from "node:fs";
import path from "node:path";
import { loadBundle } from "./bundle.js";

interface Program {
  readonly main: (args: readonly string[]) => Promise<number | null>;
}

const args = process.argv.slice(2);
const file = path.join(import.meta.dirname, "..", "..", "cli", "platen.cjs");
const bundle = existsSync(file) ? loadBundle<Program>(file) : null;
const { main } = bundle?.exports ?? (await import("./program.js"));
const code = await main(args);
if (code !== null) {
  if (code === 0 && args.includes("render")) bundle?.keep();
  // V8's background compilation is not awaited
  process.exit(code);
}
