import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type * as ResvgPackage from "@resvg/resvg-wasm";
import { PictureFault } from "../../compiler/picture/fault.js";
import { isTrap } from "../../ir/trap.js";

/*
 * resvg as wasm, an SVG file to a normalised one or to pixels: its native form ends the whole process where it meets what it did not expect,
 * this one only fails. What wasm has once taken it keeps, so an instance is thrown away when it has become large, or has failed in the middle
 * of something; and what it can take at all is bounded.
 */

/** What an instance may take, in pages of 64 KiB: 256 MiB. */
const MOST_PAGES = 4096;
const PAGE = 1 << 16;
/** An instance that has grown beyond so many bytes is replaced. */
const WORN = 96 << 20;

const require = createRequire(import.meta.url);

type Resvg = InstanceType<typeof ResvgPackage.Resvg>;

interface Instance {
  readonly Resvg: typeof ResvgPackage.Resvg;
  readonly memory: WebAssembly.Memory;
}

/** The package's program and its wasm, loaded when a picture first needs them. */
interface Program {
  readonly run: (module: { exports: unknown }, exports: unknown, wasm: unknown) => void;
  readonly wasm: WebAssembly.Module;
}
let program: Promise<Program> | null = null;
let current: Instance | null = null;
let coming: Promise<void> | null = null;

async function loadProgram(): Promise<Program> {
  const source = readFileSync(require.resolve("@resvg/resvg-wasm"), "utf8");
  const bytes = readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm"));
  const run = compileFunction(source, ["module", "exports", "WebAssembly"]) as Program["run"];
  return { run, wasm: await WebAssembly.compile(withMaximum(bytes, MOST_PAGES)) };
}

/** An instance of its own: the package's program, which keeps one, is run anew, with a `WebAssembly` that shows what it makes. */
async function instantiate(): Promise<void> {
  program ??= loadProgram();
  const { run, wasm } = await program;
  let memory: WebAssembly.Memory | null = null;
  const shown = {
    Instance: WebAssembly.Instance,
    async instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports) {
      const made = await WebAssembly.instantiate(module, imports);
      memory = made.exports["memory"] as WebAssembly.Memory;
      return made;
    },
  };
  const module = { exports: {} };
  run(module, module.exports, shown);
  const { initWasm, Resvg } = module.exports as typeof ResvgPackage;
  await initWasm(wasm);
  current = { Resvg, memory: memory! };
}

function replace(): void {
  coming ??= instantiate().finally(() => {
    coming = null;
  });
}

/**
 * Null where `withResvg` can be called now, else what to wait for before asking again: whoever was called in the meantime may have broken what
 * came.
 */
export function loading(): Promise<void> | null {
  if (current) return null;
  replace();
  return coming;
}

/**
 * Reads an SVG file and frees what was made of it; `loading` has said null before. Text takes the fonts given, and nothing of the system's.
 * @throws PictureFault where the SVG cannot be read
 */
export function withResvg<T>(svg: string, fonts: readonly Uint8Array[], options: ResvgPackage.ResvgRenderOptions, use: (r: Resvg) => T): T {
  if (!current) throw unreadable(null);
  const { Resvg, memory } = current;
  let read: Resvg | null = null;
  let broken = false;
  try {
    const font: ResvgPackage.CustomFontsOptions = { fontBuffers: [...fonts], defaultFontFamily: "Noto Sans" };
    read = new Resvg(svg, { ...options, font });
    return use(read);
  } catch (e) {
    // it stopped in the middle of something, and whatever that was is as it was left
    broken = isTrap(e);
    throw unreadable(broken ? null : e);
  } finally {
    if (broken) current = null;
    else read?.free();
    if (broken || memory.buffer.byteLength > WORN) replace();
  }
}

function unreadable(e: unknown): PictureFault {
  const most = (MOST_PAGES * PAGE) >> 20;
  const said = e === null ? `the SVG reader cannot deal with it in the ${most} MB it may use` : e instanceof Error ? e.message : String(e);
  return new PictureFault("svg", `the SVG file cannot be read: ${said.split("\n")[0]}`);
}

/** A wasm file whose memory may grow to so many pages and no further (WebAssembly Core 2.0, 5.4.5 and 5.5.8). */
function withMaximum(bytes: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  for (let at = 8; at < bytes.length;) {
    const id = bytes[at]!;
    const [size, body] = unsigned(bytes, at + 1);
    if (id === MEMORY_SECTION) {
      const [least] = unsigned(bytes, body + 2);
      const section = [1, 1, ...leb(least), ...leb(most)];
      return Uint8Array.from(
        Buffer.concat([bytes.subarray(0, at), Buffer.from([id, section.length, ...section]), bytes.subarray(body + size)]),
      );
    }
    at = body + size;
  }
  throw new Error("the SVG reader's wasm has no memory");
}
const MEMORY_SECTION = 5;

/** An unsigned LEB128 number, and where it ends. */
function unsigned(bytes: Uint8Array, at: number): readonly [value: number, end: number] {
  let value = 0;
  for (let i = at, factor = 1; ; i++, factor *= 128) {
    value += (bytes[i]! & 127) * factor;
    if (bytes[i]! < 128) return [value, i + 1];
  }
}

function leb(value: number): readonly number[] {
  const out: number[] = [];
  for (; value > 127; value >>>= 7) out.push((value & 127) | 128);
  return [...out, value];
}
