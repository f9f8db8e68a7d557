// WebAssembly files: those of the program, else those beside the library.
import { isOneOf } from "../../base/lookup.js";
import type { Files } from "./files.js";

/** Modules and addresses by file name. */
export type GivenWasm = Readonly<Record<string, WebAssembly.Module | string>>;

/** files that a program can replace; hyphenation patterns are `hyphenation/LANGUAGE.wasm` */
const WASM_FILES = ["harfbuzz.wasm", "harfbuzz-subset.wasm", "resvg.wasm"] as const;

/** `harfbuzz` is `harfbuzz.wasm`. */
export const wasmName = (name: string): string => (name.endsWith(".wasm") ? name : `${name}.wasm`);

export const isWasmName = (name: string): boolean =>
  isOneOf(WASM_FILES, wasmName(name)) || /^hyphenation\/[a-z-]+\.wasm$/.test(wasmName(name));

export class WasmFiles {
  readonly #given: ReadonlyMap<string, WebAssembly.Module | string>;

  constructor(
    readonly files: Files,
    given: GivenWasm,
  ) {
    this.#given = new Map(Object.entries(given).map(([name, value]) => [wasmName(name), value]));
  }

  /** Null if not given. */
  given(name: string): WebAssembly.Module | null {
    const given = this.#given.get(name);
    return given === undefined || typeof given === "string" ? null : given;
  }

  /** @throws RenderError API-503 */
  bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const given = this.#given.get(name);
    return this.files.bytes(typeof given === "string" ? given : name, "file");
  }

  load(name: string): Promise<WebAssembly.Module> {
    return this.files.load(name, () => this.#compiled(name));
  }

  /** @throws NotLoaded */
  take(name: string): WebAssembly.Module {
    return this.files.take(name, () => this.#compiled(name));
  }

  async #compiled(name: string): Promise<WebAssembly.Module> {
    return this.given(name) ?? WebAssembly.compile(await this.bytes(name));
  }
}
