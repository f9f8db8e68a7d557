// resvg's program: an esbuild plugin inserts its script (scripts/release/browser.mjs).
import type { ResvgProgram } from "../pictures/resvg.js";

export const run: ResvgProgram["run"] = () => {
  throw new Error("the program of resvg is part of the build only");
};
