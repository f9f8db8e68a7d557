// A grid and a region to the rows that fit in it.
import type { Layouter } from "./protocol.js";

export const fillGrid: Layouter<"grid"> = () => {
  throw new Error("not built yet");
};
