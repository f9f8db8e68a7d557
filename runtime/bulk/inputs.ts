// Sources that a command names (BK-2).
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { wrong } from "./end.js";
import { FORMATS, formatOf, type Format } from "./format.js";
import { inFile } from "./sink.js";
import type { Input } from "./input.js";
import { isFolderUrl, isObjectUrl, objectSources } from "./object-store.js";
import { fileSource, standardInput, type Source } from "./source.js";

/** @throws RunEnd 2 */
export async function inputsOf(given: readonly string[], format: Format | null): Promise<readonly Input[]> {
  if (given.includes("-")) {
    if (given.length > 1) throw wrong("--data -: standard input is once and alone");
    return [{ source: standardInput, format: format ?? "jsonl", isGzip: false }];
  }
  const inputs: Input[] = [];
  for (const data of given) {
    if (data === "") throw wrong("--data: the name is empty");
    if (isObjectUrl(data)) inputs.push(...(await ofStore(data, format)));
    else if (statSync(data, { throwIfNoEntry: false })?.isDirectory()) inputs.push(...ofFolder(data, format));
    else inputs.push(inputOf(data, fileSource(data), format));
  }
  return inputs;
}

function inputOf(given: string, source: Source, format: Format | null): Input {
  const known = formatOf(source.name);
  const form = format ?? known.format;
  if (form === null) throw wrong(`--data: ${given}: the ending is unknown; --format says one of ${FORMATS.join(", ")}`);
  return { source, format: form, isGzip: known.isGzip };
}

const ENDINGS = ".jsonl, .ndjson, .json, .csv or .tsv";

async function ofStore(url: string, format: Format | null): Promise<readonly Input[]> {
  const sources = await objectSources(url);
  if (!isFolderUrl(url)) return [inputOf(url, sources[0]!, format)];
  const known = sources.filter(({ name }) => formatOf(name).format !== null);
  if (known.length === 0) throw wrong(`--data: ${url} has no object that ends with ${ENDINGS}`);
  return known.map((source) => inputOf(url, source, format));
}

function ofFolder(folder: string, format: Format | null): readonly Input[] {
  const names = inFile(folder, () => readdirSync(folder, { withFileTypes: true }))
    .filter((entry) => formatOf(entry.name).format !== null && statSync(path.join(folder, entry.name)).isFile())
    .map((entry) => entry.name)
    .sort(byCodePoints);
  if (names.length === 0) throw wrong(`--data: the folder ${folder} has no file that ends with ${ENDINGS}`);
  return names.map((name) => inputOf(path.join(folder, name), fileSource(path.join(folder, name)), format));
}

/** UTF-8 has the order of code points. */
const byCodePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
