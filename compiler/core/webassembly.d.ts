/** The used part; in Node's types it belongs to the DOM library. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  type Imports = Record<string, Record<string, unknown>>;
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Record<string, unknown>;
  }
  /** A trap throws it. */
  class RuntimeError extends Error {}
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Imports): Promise<Instance>;
  interface Global {
    readonly value: number;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}
