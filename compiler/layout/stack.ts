// A stack and a region to its children in lines.
import type { Layouter } from "./protocol.js";

export const fillStack: Layouter<"stack"> = () => {
  throw new Error("not built yet");
};
