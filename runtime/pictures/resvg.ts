/**
 * An SVG file to a normalised SVG file or to pixels, by resvg as wasm. The native build of resvg ends the process at an unforeseen state; this
 * one throws. Wasm memory never shrinks, so an instance is replaced once it has grown large or has trapped, and its memory has a maximum.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type * as ResvgPackage from "@resvg/resvg-wasm";
import { isTrap } from "../../ir/trap.js";
import { WASM_PAGE, withMaximum } from "./wasm-memory.js";

const MEGABYTE = 1 << 20;

const require = createRequire(import.meta.url);

/** An SVG file that resvg has read. */
export type ResvgTree = InstanceType<typeof ResvgPackage.Resvg>;

/** Memory that instances may use, in MiB. */
export interface ResvgLimits {
  /** the maximum of an instance's memory, below 2048: resvg's JavaScript reads pointers as signed numbers */
  readonly maximum: number;
  /** an instance that has grown beyond this is replaced after use */
  readonly replaced: number;
}

/** resvg's JavaScript, run once for each instance, and its wasm. */
interface Program {
  readonly run: (module: { exports: unknown }, exports: unknown, wasm: unknown) => void;
  readonly wasm: WebAssembly.Module;
}

interface Instance {
  readonly Resvg: typeof ResvgPackage.Resvg;
  readonly memory: WebAssembly.Memory;
}

/** The SVG file cannot be read, or resvg failed on it. */
export class ResvgError extends Error {}

/** One resvg instance at a time with a memory of its own, loaded when it is first needed. */
export class ResvgRunner {
  readonly #limits: ResvgLimits;
  #program: Promise<Program> | null = null;
  #current: Instance | null = null;
  #loading: Promise<void> | null = null;

  constructor(limits: ResvgLimits) {
    this.#limits = limits;
  }

  /**
   * Null where `run` can be called now, else a promise after which this has to be called again: another caller may have used up the new
   * instance in between.
   */
  loading(): Promise<void> | null {
    if (this.#current) return null;
    this.#replace();
    return this.#loading;
  }

  /**
   * Reads an SVG file, passes its tree to `use`, and frees the tree. `loading` must have returned null. It has no fonts: text is not drawn.
   * @throws ResvgError where the SVG cannot be read or `use` fails
   */
  run<T>(svg: string, options: ResvgPackage.ResvgRenderOptions, use: (tree: ResvgTree) => T): T {
    if (!this.#current) throw this.#outOfMemory();
    const { Resvg, memory } = this.#current;
    let tree: ResvgTree | null = null;
    let trapped = false;
    try {
      tree = new Resvg(svg, options);
      return use(tree);
    } catch (e) {
      // after a trap the instance's memory is in an unknown state
      trapped = isTrap(e);
      throw trapped ? this.#outOfMemory() : new ResvgError((e instanceof Error ? e.message : String(e)).split("\n")[0]);
    } finally {
      if (trapped) this.#current = null;
      else tree?.free();
      if (trapped || memory.buffer.byteLength > this.#limits.replaced * MEGABYTE) this.#replace();
    }
  }

  #outOfMemory(): ResvgError {
    return new ResvgError(`the SVG reader cannot deal with it in the ${this.#limits.maximum} MB it may use`);
  }

  #replace(): void {
    this.#loading ??= this.#instantiate().finally(() => {
      this.#loading = null;
    });
  }

  /** The package keeps one instance, so its program is run anew with a `WebAssembly` that hands out the instance's memory. */
  async #instantiate(): Promise<void> {
    this.#program ??= loadProgram(this.#limits.maximum);
    const { run, wasm } = await this.#program;
    let memory: WebAssembly.Memory | null = null;
    const observed = {
      Instance: WebAssembly.Instance,
      async instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports) {
        const instance = await WebAssembly.instantiate(module, imports);
        memory = instance.exports["memory"] as WebAssembly.Memory;
        return instance;
      },
    };
    const module = { exports: {} };
    run(module, module.exports, observed);
    const { initWasm, Resvg } = module.exports as typeof ResvgPackage;
    await initWasm(wasm);
    this.#current = { Resvg, memory: memory! };
  }
}

/** resvg's program with wasm memory of at most `maximum` MiB. */
async function loadProgram(maximum: number): Promise<Program> {
  const source = readFileSync(require.resolve("@resvg/resvg-wasm"), "utf8");
  const bytes = readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm"));
  const run = compileFunction(source, ["module", "exports", "WebAssembly"]) as Program["run"];
  return { run, wasm: await WebAssembly.compile(withMaximum(bytes, (maximum * MEGABYTE) / WASM_PAGE)) };
}
