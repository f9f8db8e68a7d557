import { compileOptions, type CompileOptions } from "../../compiler/compile-options.js";
import type { FontSource } from "../../compiler/core/world.js";
import type { Blobs } from "../../ir/ir.js";

export interface RenderOptions extends CompileOptions {
  readonly pretty?: boolean | undefined;
  /** default: the installation's fonts */
  readonly fonts?: (FontSource & Blobs) | undefined;
  /** called after each written page */
  readonly onPage?: (() => void) | undefined;
}

/** Fields have a fixed order: code that reads them is compiled once. */
export type AllRenderOptions = Readonly<ReturnType<typeof renderOptions>>;

const ignore = (): void => undefined;

/** `structure` defaults to false: only some profiles require a structure tree. */
export const renderOptions = (given: RenderOptions) => ({
  ...compileOptions(given),
  structure: given.structure ?? false,
  pretty: given.pretty ?? false,
  fonts: given.fonts,
  onPage: given.onPage ?? ignore,
});
