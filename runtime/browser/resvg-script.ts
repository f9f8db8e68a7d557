// resvg's program as a function: an esbuild plugin puts its script into this module (scripts/release/browser.mjs).
import type { ResvgProgram } from "../pictures/resvg.js";

export const run: ResvgProgram["run"] = () => {
  throw new Error("the program of resvg is part of the build only");
};
