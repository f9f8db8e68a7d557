// Flags of V8 that time its optimisation of functions, by major version of Node: V8 refuses unknown flags.
import { setFlagsFromString } from "node:v8";

/**
 * `late`: ten times V8's own measure. A letter runs 0.03 s of CPU less, an annual report a third less; a report of 100 pages is optimised in time.
 */
const FLAGS: ReadonlyMap<string, { readonly late: string; readonly usual: string }> = new Map([
  ["20", { late: "--interrupt-budget=600000", usual: "--interrupt-budget=67584" }],
  ["22", { late: "--invocation-count-for-turbofan=30000", usual: "--invocation-count-for-turbofan=3000" }],
  ["24", { late: "--invocation-count-for-turbofan=30000", usual: "--invocation-count-for-turbofan=3000" }],
]);

/** Sets the optimiser: for a run of one document `late`, for a service `usual`: late, its own share of a request is nearly twice the CPU time. */
export function optimise(when: "late" | "usual"): void {
  const flags = FLAGS.get(process.versions.node.split(".")[0]!);
  if (flags) setFlagsFromString(flags[when]);
}
