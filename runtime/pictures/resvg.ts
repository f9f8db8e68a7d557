/**
 * resvg as wasm: the native build aborts the process in unforeseen states. Wasm memory never shrinks: an instance is limited, and replaced
 * once large or trapped.
 */
import { messageOf } from "../../base/error.js";
import type * as ResvgPackage from "@resvg/resvg-wasm";
import { isTrap } from "../../base/trap.js";

const MEGABYTE = 1 << 20;

export type ResvgTree = InstanceType<typeof ResvgPackage.Resvg>;

/** Memory limits of instances, MiB. */
interface ResvgLimits {
  /** maximum per instance, below 2048: resvg's JavaScript reads pointers as signed numbers */
  readonly maximum: number;
  /** an instance above this size is replaced after use */
  readonly replaced: number;
}

/** JavaScript, run once per instance, and wasm of resvg. */
export interface ResvgProgram {
  readonly run: (module: { exports: unknown }, exports: unknown, wasm: unknown) => void;
  readonly wasm: WebAssembly.Module;
}

interface Instance {
  readonly Resvg: typeof ResvgPackage.Resvg;
  readonly memory: WebAssembly.Memory;
}

/** Unreadable SVG, or resvg failed. */
export class ResvgError extends Error {}

/** One instance at a time, loaded at first use. */
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

  /** Null if `run` is ready; else await before the next call: others may use up the instance. */
  loading(): Promise<void> | null {
    if (this.#current) return null;
    this.#replace();
    return this.#loading;
  }

  /**
   * Requires `loading` to be null. No fonts: text is not drawn.
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
      // a trap leaves memory undefined
      trapped = isTrap(e);
      throw trapped ? this.#outOfMemory() : new ResvgError(messageOf(e).split("\n")[0]);
    } finally {
      if (trapped) this.#current = null;
      else tree?.free();
      if (trapped || memory.buffer.byteLength > this.#limits.replaced * MEGABYTE) this.#replace();
    }
  }

  /** The instance; the next picture takes another. */
  release(): void {
    this.#current = null;
  }

  #outOfMemory(): ResvgError {
    return new ResvgError(`the SVG reader cannot deal with it in the ${this.#limits.maximum} MB it may use`);
  }

  #replace(): void {
    this.#loading ??= this.#instantiate().finally(() => {
      this.#loading = null;
    });
  }

  /** A singleton: run again with a `WebAssembly` that supplies the memory. */
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
