import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { collect, compile, type CompileOptions } from "../compiler/compile.js";
import { RenderError } from "../compiler/core/fail.js";
import type { Blobs, IrDocument } from "../ir/ir.js";
import { Engine } from "../runtime/engine/engine.js";
import { assetFolder } from "../runtime/pictures/assets.js";
import { documentOfInvoice, INVOICES } from "./invoices.js";
import { isOfFonts, TestFonts } from "./test-font.js";

export interface Case {
  /** area/name */
  readonly name: string;
  readonly dir: string;
  /** of an invoice as data: its document */
  readonly body: Uint8Array;
  /** with bundled fonts for cases about fonts, otherwise the test font */
  readonly engine: Engine;
  /** those of the route that draws invoices */
  readonly options: CompileOptions;
}

/** Null means absence (settings.nulls); types and schemas describe the request without nulls. */
export const hasNulls = (body: Uint8Array): boolean => /"nulls"\s*:\s*"absent"/.test(new TextDecoder().decode(body));

const assets = assetFolder(path.join(import.meta.dirname, "assets"));
export const engine = new Engine(undefined, assets);
/** Latin text in the test font, independent of font releases. */
export const testEngine = new Engine(new TestFonts(), assets);

const root = path.join(import.meta.dirname, "cases");

export const cases: readonly Case[] = readdirSync(root).flatMap((area) =>
  readdirSync(path.join(root, area)).flatMap((name) => {
    const dir = path.join(root, area, name);
    const file = path.join(dir, "request.json");
    if (!existsSync(file)) return [];
    const sent = new Uint8Array(readFileSync(file));
    const body = area === INVOICES ? documentOfInvoice(sent) : sent;
    return [
      {
        name: `${area}/${name}`,
        dir,
        body,
        engine: isOfFonts(area, name) ? engine : testEngine,
        options: area === INVOICES ? { flexibleTables: true } : {},
      },
    ];
  }),
);

/** Pairs with equal display lists. */
export const equals: readonly { readonly name: string; readonly a: Uint8Array; readonly b: Uint8Array }[] = readdirSync(
  path.join(root, "equal"),
).map((name) => ({
  name: `equal/${name}`,
  a: new Uint8Array(readFileSync(path.join(root, "equal", name, "a.json"))),
  b: new Uint8Array(readFileSync(path.join(root, "equal", name, "b.json"))),
}));

export async function displayList(body: Uint8Array, options: CompileOptions = {}, using = engine): Promise<IrDocument> {
  return (await compiled(body, options, using)).doc;
}

export async function compiled(
  body: Uint8Array,
  options: CompileOptions = {},
  using = engine,
): Promise<{ readonly doc: IrDocument; readonly blobs: Blobs }> {
  const made = await compile(body, using.world(), options);
  return { doc: JSON.parse(JSON.stringify(collect(made))) as IrDocument, blobs: using.blobsOf(made) };
}

const isRefused = (c: Case): boolean => existsSync(path.join(c.dir, "error.json"));

export const rendering = (): readonly Case[] => cases.filter((c) => !isRefused(c));
export const refused = (): readonly Case[] => cases.filter(isRefused);

export interface Refusal {
  readonly code: string;
  readonly rule: string;
  readonly message: string;
}

/** null: accepted */
export async function refusalOf(body: Uint8Array, using = engine, options: CompileOptions = {}): Promise<Refusal | null> {
  try {
    await using.renderLater(body, options);
    return null;
  } catch (e) {
    if (e instanceof RenderError) return { code: e.code, rule: e.problem.rule, message: e.message };
    throw e;
  }
}
