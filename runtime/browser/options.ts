import { isObject } from "../../base/json.js";
import {
  check,
  checkGiven,
  flag,
  OPTIONS,
  type Checks,
  type DiffDocumentOptions,
  type FillOptions,
  type Options,
  type SvgOptions,
} from "../library/options.js";
import { formatFound } from "../../compiler/core/fail.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import type { EngineOptions } from "./engine.js";
import { isWasmName, wasmName } from "./wasm.js";

/** Options of every function: those of the library for Node without folders. */
export type BrowserOptions = Omit<Options, "fontDir" | "assetDir">;
export type BrowserSvgOptions = Omit<SvgOptions, "fontDir" | "assetDir">;

/** Options of `fillForm`. */
export type BrowserFillOptions = Omit<FillOptions, "fontDir" | "assetDir">;

/** Options of `diff`. */
export type BrowserDiffOptions = Omit<DiffDocumentOptions, "fontDir" | "assetDir" | "pictures">;

export interface PlatenOptions {
  /** folder with the files beside the library; absent: its own */
  readonly base?: string | URL;
  /** addresses of folders of font packages (`…/platen-fonts-cjk/`) and of font files, and bytes of font files */
  readonly fonts?: readonly (string | URL | Uint8Array)[];
  /** instead of files beside the library, by their names: `harfbuzz.wasm`, `resvg.wasm`, `hyphenation/LANGUAGE.wasm` */
  readonly wasm?: Readonly<Record<string, WebAssembly.Module | URL | string>>;
  /** address of the folder `dist` of the package @embedpdf/pdfium, which draws pages of PDF files as SVG; absent: they are refused, API-506 */
  readonly pdfium?: string | URL;
  /** renders in a worker; default: if there are workers */
  readonly worker?: boolean;
}

const { pictures: _pictures, ...DIFF } = OPTIONS.diff;
const without = ({ fontDir: _fontDir, assetDir: _assetDir, ...checks }: Checks): Checks => checks;

export const CALLS = {
  render: without(OPTIONS.render),
  check: without(OPTIONS.check),
  checkAccessibility: without(OPTIONS.checkAccessibility),
  svg: without(OPTIONS.svg),
  text: without(OPTIONS.text),
  view: without(OPTIONS.text),
  diff: without(DIFF),
  part: without(OPTIONS.text),
  bind: without(OPTIONS.text),
  readForm: without(OPTIONS.readForm),
  fillForm: without(OPTIONS.fillForm),
} as const satisfies Record<string, Checks>;

export type CallName = keyof typeof CALLS;

const isAddress = (v: unknown): v is string | URL => v instanceof URL || (typeof v === "string" && v !== "");
const isModule = (v: unknown): v is WebAssembly.Module => v instanceof WebAssembly.Module;
const isRecord = (v: unknown): v is object => isObject(v);

const PLATEN: Checks = {
  base: check("an address", isAddress),
  fonts: check("addresses or Uint8Array values", (v) => Array.isArray(v) && v.every((font) => isAddress(font) || isBytes(font))),
  wasm: check(
    "WebAssembly.Module values or addresses by the names of the files beside the library",
    (v) => isRecord(v) && Object.entries(v).every(([name, value]) => isWasmName(name) && (isAddress(value) || isModule(value))),
  ),
  pdfium: check("an address", isAddress),
  worker: flag,
};

/** @throws TypeError naming an unknown or impossible option */
export function checkPlatenOptions(given: unknown): asserts given is PlatenOptions {
  checkGiven(PLATEN, given);
}

/** A bundle as a script has no address of its own. */
function ownFolder(own: string | undefined): string {
  if (own !== undefined && URL.canParse(own)) return new URL(".", own).href;
  throw new TypeError("base: must be the address of the folder dist/browser of the package: this module has none of its own");
}

/**
 * Relative to the page, or to `own` without one: the module's address, undefined in a bundle that is a script.
 * @throws TypeError for an unreadable address
 */
export function engineOptions({ base, fonts = [], wasm = {}, pdfium }: PlatenOptions, own: string | undefined): EngineOptions {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href ?? own;
  const address = (name: string, given: string | URL): string => {
    try {
      return new URL(given, page).href;
    } catch {
      throw new TypeError(`${name}: must be an address; found ${formatFound(given instanceof URL ? given.href : given)}`);
    }
  };
  const folder = (url: string): string => (url.endsWith("/") ? url : `${url}/`);
  return {
    base: base === undefined ? ownFolder(own) : folder(address("base", base)),
    fonts: fonts.map((font) => (isBytes(font) ? new Uint8Array(font) : address("fonts", font))),
    wasm: Object.fromEntries(
      Object.entries(wasm).map(([name, value]) => [wasmName(name), isModule(value) ? value : address("wasm", value)]),
    ),
    pdfium: pdfium === undefined ? null : folder(address("pdfium", pdfium)),
  };
}
