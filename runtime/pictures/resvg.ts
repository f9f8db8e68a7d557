/**
 * SVG normalization and rasterization by resvg as wasm: its native build aborts the process in unforeseen states, wasm throws. Wasm memory
 * never shrinks: an instance has a memory limit, and is replaced once it is large or has trapped.
 */
import type * as ResvgPackage from "@resvg/resvg-wasm";
import { isTrap } from "../../base/trap.js";

const MEGABYTE = 1 << 20;

/** A parsed SVG file. */
export type ResvgTree = InstanceType<typeof ResvgPackage.Resvg>;

/** Memory limits of instances, MiB. */
export interface ResvgLimits {
  /** maximum per instance, below 2048: resvg's JavaScript reads pointers as signed numbers */
  readonly maximum: number;
  /** an instance above this size is replaced after use */
  readonly replaced: number;
}

/** resvg's JavaScript, run once per instance, and its wasm. */
export interface ResvgProgram {
  readonly run: (module: { exports: unknown }, exports: unknown, wasm: unknown) => void;
  readonly wasm: WebAssembly.Module;
}

interface Instance {
  readonly Resvg: typeof ResvgPackage.Resvg;
  readonly memory: WebAssembly.Memory;
}

/** The SVG file is unreadable, or resvg failed. */
export class ResvgError extends Error {}

/** One resvg instance at a time with separate memory, loaded at first use. */
export class ResvgRunner {
  readonly #limits: ResvgLimits;
  #program: Promise<ResvgProgram> | null = null;
  #current: Instance | null = null;
  #loading: Promise<void> | null = null;

  /** @param load the program with at most `maximum` MiB of wasm memory */
  constructor(
    limits: ResvgLimits,
    readonly load: (maximum: number) => Promise<ResvgProgram>,
  ) {
    this.#limits = limits;
  }

  /** Null if `run` is ready, else a promise to await before the next call: other callers may have used up the new instance. */
  loading(): Promise<void> | null {
    if (this.#current) return null;
    this.#replace();
    return this.#loading;
  }

  /**
   * Parses an SVG file, passes its tree to `use`, and frees it. Requires `loading` to be null. Without fonts: text is not drawn.
   * @throws ResvgError if the SVG is unreadable or `use` fails
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
      // after a trap the memory is in an undefined state
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

  /** The package is a singleton: its program is run again with a `WebAssembly` that supplies the instance's memory. */
  async #instantiate(): Promise<void> {
    this.#program ??= this.load(this.#limits.maximum);
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
