import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { toldDifferences } from "./told.js";

const update = process.env["UPDATE"];

/** UPDATE=text: cases whose name contains the text. */
export function compare(file: string, found: string, name: string): void {
  expect(found).toBe(expected(file, found, name));
}

/** As `compare`, of a printed display list: words and places that differ are told in place of lines. */
export async function compareList(file: string, found: string, name: string): Promise<void> {
  const before = expected(file, found, name);
  const told = found === before ? "" : await toldDifferences(before, found);
  if (told !== "") throw new Error(`${name}:\n${told}`);
  expect(found).toBe(before);
}

function expected(file: string, found: string, name: string): string {
  if (update !== undefined && update !== "" && name.includes(update)) writeFileSync(file, found);
  if (!existsSync(file)) throw new Error(`${path.basename(file)} of ${name} is missing; UPDATE=${name} writes it`);
  return readFileSync(file, "utf8");
}
