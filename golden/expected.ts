import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";

const update = process.env["UPDATE"];

/** UPDATE=text: cases whose name contains the text. */
export function compare(file: string, found: string, name: string): void {
  if (update !== undefined && update !== "" && name.includes(update)) writeFileSync(file, found);
  if (!existsSync(file)) throw new Error(`${path.basename(file)} of ${name} is missing; UPDATE=${name} writes it`);
  expect(found).toBe(readFileSync(file, "utf8"));
}
