// Fetches the files of every document while the program loads.
import { firstFiles, type FirstFiles } from "./first-files.js";
import type { ToWorker } from "./messages.js";

const scope = globalThis as unknown as { onmessage: ((event: { readonly data: ToWorker }) => void) | null };

const waiting: ToWorker[] = [];
let first: FirstFiles | null = null;
scope.onmessage = ({ data }) => {
  if ("start" in data) first = firstFiles(data.start);
  waiting.push(data);
};
import("./worker-program.js").then(
  ({ run }) => run(waiting, first),
  // the page receives errors, not rejections
  (e: unknown) =>
    setTimeout(() => {
      throw e;
    }),
);
