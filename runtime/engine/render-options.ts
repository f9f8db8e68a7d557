import { CONTRACT_LIMITS, type Limits } from "../../compiler/core/limits.js";
import { compileOptions, type CompileOptions } from "../../compiler/compile-options.js";
import type { FontSource, World } from "../../compiler/core/world.js";
import type { Blobs } from "../../ir/ir.js";

export interface WorldOptions {
  /** default: the installation's fonts */
  readonly fonts?: (FontSource & Blobs) | undefined;
  /** called after each written page */
  readonly assets?: World["assets"] | undefined;
  /** seconds, instead of SOURCE_DATE_EPOCH */
  readonly epoch?: number | undefined;
  /** default: the contract's bounds */
  readonly limits?: Limits | undefined;
}

export interface RenderOptions extends CompileOptions, WorldOptions {
  readonly pretty?: boolean | undefined;
  /** after each written page: its number, and that of all pages, null while unknown */
  readonly onPage?: ((page: number, pages: number | null) => void) | undefined;
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
  assets: given.assets,
  epoch: given.epoch,
  limits: given.limits ?? CONTRACT_LIMITS,
  onPage: given.onPage ?? ignore,
});
