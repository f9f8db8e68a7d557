// A process that has just answered to one with room for the next render's objects.
import { getHeapSpaceStatistics } from "node:v8";

/** `--expose-gc`, with which render processes are started, and which has more forms than Node's types say. */
const collect = globalThis.gc as ((options: { readonly type: "minor" }) => void) | undefined;

/**
 * Collects the young generation where more than half of it is taken. Between two renders nearly nothing in it is still in use, so that takes a
 * millisecond; in the midst of a document all of its boxes and lines are, and would be copied while somebody waits.
 */
export function collectBetweenRenders(): void {
  const young = collect && getHeapSpaceStatistics().find((s) => s.space_name === "new_space");
  if (young && young.space_used_size > young.space_available_size) collect({ type: "minor" });
}
