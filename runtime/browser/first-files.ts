import type { Catalog } from "../fonts/catalog.js";
import { Files } from "./files.js";
import { WasmFiles, type GivenWasm } from "./wasm.js";

export interface FirstFiles {
  readonly files: Files;
  readonly wasm: WasmFiles;
  readonly harfbuzz: Promise<WebAssembly.Module>;
  readonly catalog: Promise<Catalog>;
  /** the usual face; a font that cannot be fetched now is fetched again on demand */
  readonly face: Promise<void>;
}

export const OWN = "files";
export const ownFolder = (base: string): string => new URL("fonts/", base).href;

/** The promises reject with RenderError API-503. */
export function firstFiles({ base, wasm: given }: { readonly base: string; readonly wasm: GivenWasm }): FirstFiles {
  const files = new Files(base);
  const wasm = new WasmFiles(files, given);
  const harfbuzz = wasm.load("harfbuzz.wasm");
  const catalog = files.load("catalog.json", () => files.json<Catalog>("catalog.json", "table of fonts"));
  const face = catalog.then(async ({ families }) => {
    const { file } = families.find((f) => f.folder === OWN)!.faces.find((f) => f.weight === 400 && !f.italic)!;
    const address = new URL(file, ownFolder(base)).href;
    await files.load(address, () => files.bytes(address, "font"));
  });
  for (const promise of [harfbuzz, catalog]) promise.catch(() => undefined);
  return { files, wasm, harfbuzz, catalog, face: face.catch(() => undefined) };
}
