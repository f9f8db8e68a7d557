// Options of one render.
import { compileOptions, type CompileOptions } from "../../compiler/compile-options.js";
import type { FontSource, World } from "../../compiler/core/world.js";
import type { Blobs } from "../../ir/ir.js";

/** A caller's own part of the World. */
export interface WorldOptions {
  /** the installation's with those of the caller; the installation's alone where absent */
  readonly fonts?: (FontSource & Blobs) | undefined;
  /** instead of the engine's */
  readonly assets?: World["assets"] | undefined;
  /** seconds; instead of SOURCE_DATE_EPOCH */
  readonly epoch?: number | undefined;
}

/** Options as a caller gives them. */
export interface RenderOptions extends CompileOptions, WorldOptions {
  readonly pretty?: boolean | undefined;
  /** called after each page that is written, with its number and that of all pages, null while it is unknown */
  readonly onPage?: ((page: number, pages: number | null) => void) | undefined;
}

/** Options with every field there, in one order: what reads them is compiled once, whatever a caller gives. */
export type AllRenderOptions = Readonly<ReturnType<typeof renderOptions>>;

const ignore = (): void => undefined;

/** A PDF has a structure tree only where its profile demands one: `structure` is false where absent. */
export const renderOptions = (given: RenderOptions) => ({
  ...compileOptions(given),
  structure: given.structure ?? false,
  pretty: given.pretty ?? false,
  fonts: given.fonts,
  assets: given.assets,
  epoch: given.epoch,
  onPage: given.onPage ?? ignore,
});
