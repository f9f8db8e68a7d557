import type { DiffOptions } from "../../compare/diff/options.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { compareSides, type Compared, type SideName } from "./comparison.js";
import { sideOf } from "./sides.js";

/** Compares two documents of any kind. @throws SideFault */
export const diffDocuments = (
  engine: Engine,
  given: Readonly<Record<SideName, Uint8Array | object>>,
  diff: DiffOptions,
  options: RenderOptions,
  isPictured = false,
): Promise<Compared> => compareSides((side) => sideOf(engine, given[side], options), diff, isPictured);
