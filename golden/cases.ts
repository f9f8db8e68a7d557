import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { collect, compile } from "../compiler/compile.js";
import { RenderError } from "../compiler/core/fail.js";
import type { IrDocument } from "../ir/ir.js";
import { Engine } from "../runtime/engine.js";

/** One folder of golden/cases: a request, and what it must become. */
export interface Case {
  /** area/name */
  readonly name: string;
  readonly dir: string;
  readonly body: Uint8Array;
}

const root = path.join(import.meta.dirname, "cases");

export const cases: readonly Case[] = readdirSync(root).flatMap((area) =>
  readdirSync(path.join(root, area)).flatMap((name) => {
    const dir = path.join(root, area, name);
    const file = path.join(dir, "request.json");
    return existsSync(file) ? [{ name: `${area}/${name}`, dir, body: new Uint8Array(readFileSync(file)) }] : [];
  }),
);

/** Pairs of requests that must give equal display lists. */
export const equals: readonly { readonly name: string; readonly a: Uint8Array; readonly b: Uint8Array }[] = readdirSync(
  path.join(root, "equal"),
).map((name) => ({
  name: `equal/${name}`,
  a: new Uint8Array(readFileSync(path.join(root, "equal", name, "a.json"))),
  b: new Uint8Array(readFileSync(path.join(root, "equal", name, "b.json"))),
}));

export const engine = new Engine();

/** The display list of a request, sent through JSON so that it cannot lie about being plain data. */
export function displayList(body: Uint8Array): IrDocument {
  return JSON.parse(JSON.stringify(collect(compile(body, engine.world())))) as IrDocument;
}

export interface Refusal {
  readonly code: string;
  readonly rule: string;
  readonly message: string;
}

/** How a request is refused, or null where it is not. */
export function refusalOf(body: Uint8Array): Refusal | null {
  try {
    engine.render(body);
    return null;
  } catch (e) {
    if (e instanceof RenderError) return { code: e.code, rule: e.problem.rule, message: e.message };
    throw e;
  }
}
