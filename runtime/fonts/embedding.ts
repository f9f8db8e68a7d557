import type { Embedding } from "../../compiler/core/world.js";

const [RESTRICTED, PRINT, EDITABLE] = [0x2, 0x4, 0x8];

/** Returns the mildest of the permissions that OS/2.fsType has (FT-36). */
export function embeddingOf(fsType: number): Embedding {
  if ((fsType & EDITABLE) !== 0) return "editable";
  if ((fsType & PRINT) !== 0) return "print";
  return (fsType & RESTRICTED) === 0 ? "installable" : "restricted";
}
