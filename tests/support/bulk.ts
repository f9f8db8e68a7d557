// Records, indexes and hashes of tests of many records.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export const jsonl = (values: readonly unknown[]): string => values.map((v) => `${JSON.stringify(v)}\n`).join("");

export type Line = Readonly<Record<string, unknown>>;
/** Lines of an index, or of refused records. */
export const linesIn = (file: string): Line[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);

export const sha = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
