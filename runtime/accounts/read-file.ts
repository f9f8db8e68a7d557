import { readFileSync } from "node:fs";
import path from "node:path";
import { explain } from "../../compiler/request/explain.js";
import type { RootSchema } from "../../compiler/request/schema.js";
import { syntaxFault } from "../../compiler/request/syntax.js";
import { packageRoot } from "../core/package.js";
import type { AccountFile, TokenPolicy } from "./files.js";

/** Place, found and allowed value. */
export class FileFault extends Error {}

/** Integers; 0 pages per document would refuse all. */
const LEAST: Readonly<Record<string, number>> = { max_pages_per_request: 1, max_image_bytes: 0, wallet: 0, pace_ms: 0, limit: 0 };
const MOST: Readonly<Record<string, number>> = { pace_ms: 60_000 };

/** @throws FileFault */
export const readPolicy = (bytes: Uint8Array): TokenPolicy => shaped("token-policy", bytes) as TokenPolicy;

/** @throws FileFault */
export const readAccount = (bytes: Uint8Array): AccountFile => shaped("account", bytes) as AccountFile;

function shaped(name: string, bytes: Uint8Array): unknown {
  let text = "";
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new FileFault(`is not JSON: ${text === "" && bytes.length > 0 ? "it is not UTF-8" : syntaxFault(text).reason}`);
  }
  const schema = JSON.parse(readFileSync(path.join(packageRoot, "schemas", `${name}.schema.json`), "utf8")) as RootSchema;
  const problem = explain(schema, value, 1)[0];
  if (problem) throw new FileFault(`${problem.path.length > 0 ? `${pathOf(problem.path)}: ` : ""}${problem.reason}`);
  checkNumbers(value, []);
  return value;
}

function checkNumbers(value: unknown, at: readonly (string | number)[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== "number") checkNumbers(item, [...at, key]);
    else if (!(Number.isSafeInteger(item) && item >= (LEAST[key] ?? 0) && item <= (MOST[key] ?? Number.MAX_SAFE_INTEGER)))
      throw new FileFault(
        `${pathOf([...at, key])}: must be a whole number from ${LEAST[key] ?? 0}${MOST[key] === undefined ? "" : ` to ${MOST[key]}`}; found ${item}`,
      );
  }
}

const pathOf = (path: readonly (string | number)[]): string =>
  path.map((step, i) => (typeof step === "number" ? `[${step}]` : i === 0 ? step : `.${step}`)).join("");
