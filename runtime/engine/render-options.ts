// Options of one render.
import { compileOptions, type CompileOptions } from "../../compiler/compile-options.js";
import type { FontSource } from "../../compiler/core/world.js";
import type { Blobs } from "../../ir/ir.js";

/** Options as a caller gives them. */
export interface RenderOptions extends CompileOptions {
  readonly pretty?: boolean | undefined;
  /** the installation's with those of the caller; the installation's alone where absent */
  readonly fonts?: (FontSource & Blobs) | undefined;
  /** called after each page that is written */
  readonly onPage?: (() => void) | undefined;
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
  onPage: given.onPage ?? ignore,
});
