import { ownJson } from "../../base/json.js";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { builtFolder, packageRoot } from "../core/package.js";
import type { BodyKind } from "../engine/body-kind.js";

export interface WarmUpDocument {
  /** examples/invoice */
  readonly name: string;
  readonly kind: BodyKind;
  readonly body: object;
  readonly source?: object;
}

const folder = path.join(builtFolder ?? packageRoot, "runtime/warm-up");

/** The build compresses the file: it is a hundredth of an installation. */
const text = (): string =>
  builtFolder === null
    ? readFileSync(path.join(folder, "documents.json"), "utf8")
    : gunzipSync(readFileSync(path.join(folder, "documents.json.gz"))).toString();

/** One document per line, short ones first. Read each time, so that a warm process holds none. */
const lines = (): readonly string[] => text().split("\n").slice(1, -2);

const parsed = (line: string): WarmUpDocument => ownJson(line.replace(/,$/, ""));

export const documentNames = (): readonly string[] => lines().map((line) => parsed(line).name);

interface Turn {
  readonly document: WarmUpDocument;
  readonly place: number;
  readonly turn: number;
}

/** Document `i` of those without the names `except`: the first ones again after the last. */
export function documentAt(i: number, except: readonly string[] = []): Turn {
  const left = except.length === 0 ? lines() : lines().filter((line) => !except.includes(parsed(line).name));
  const place = i % left.length;
  return { document: parsed(left[place]!), place, turn: Math.floor(i / left.length) };
}
