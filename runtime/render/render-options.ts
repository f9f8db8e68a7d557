// Options of a render.
import { compileOptions, type CompileOptions } from "../../compiler/compile-options.js";
import type { FontSource } from "../../compiler/core/world.js";
import type { Blobs } from "../../ir/ir.js";

/** Options as given by callers. */
export interface RenderOptions extends CompileOptions {
  readonly pretty?: boolean | undefined;
  /** installation's and caller's fonts; default: the installation's */
  readonly fonts?: (FontSource & Blobs) | undefined;
  /** called after each written page */
  readonly onPage?: (() => void) | undefined;
}

/** All options in fixed order: code that reads them is compiled once. */
export type AllRenderOptions = Readonly<ReturnType<typeof renderOptions>>;

const ignore = (): void => undefined;

/** `structure` defaults to false: PDFs have a structure tree only if the profile requires one. */
export const renderOptions = (given: RenderOptions) => ({
  ...compileOptions(given),
  structure: given.structure ?? false,
  pretty: given.pretty ?? false,
  fonts: given.fonts,
  onPage: given.onPage ?? ignore,
});
