// A worker: fetches the files that every document needs while it loads its program.
import { firstFiles, type FirstFiles } from "./first-files.js";
import type { ToWorker } from "./messages.js";

const scope = globalThis as unknown as { onmessage: ((event: { readonly data: ToWorker }) => void) | null };

/** Messages that have come before the program. */
const waiting: ToWorker[] = [];
let first: FirstFiles | null = null;
scope.onmessage = ({ data }) => {
  if ("start" in data) first = firstFiles(data.start);
  waiting.push(data);
};
import("./worker-program.js").then(
  ({ run }) => run(waiting, first),
  // the page is told of errors, not of rejections
  (e: unknown) =>
    setTimeout(() => {
      throw e;
    }),
);
